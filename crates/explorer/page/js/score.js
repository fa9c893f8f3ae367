// Scores in the notation of Go players. The scores of the api are Black − White without komi; komi is in half points.

function points(half) {
  const size = Math.abs(half);
  return size % 2 === 0 ? String(size / 2) : (size / 2).toFixed(1);
}

function halves(score, komi) {
  return 2 * score - komi;
}

/** `B+1`, `W+4`, `0`. */
export function short(score, komi) {
  const half = halves(score, komi);
  if (half === 0) return "0";
  return (half > 0 ? "B+" : "W+") + points(half);
}

/** A value or its bracket: `B+1`, `W+4 to B+2`. */
export function bracket({ lo, hi }, komi) {
  return lo === hi ? short(lo, komi) : `${short(lo, komi)} to ${short(hi, komi)}`;
}

/** `Black wins by 1`, `a tie`. */
export function outcome(score, komi) {
  const half = halves(score, komi);
  if (half === 0) return "a tie";
  return `${half > 0 ? "Black" : "White"} wins by ${points(half)}`;
}

/** A value or its bracket, for a sentence. */
export function sentence({ lo, hi }, komi) {
  if (lo === hi) return outcome(lo, komi);
  return `from ${short(lo, komi)} to ${short(hi, komi)}, not solved yet`;
}

/** Reads komi; `null` if it is invalid. JavaScript also takes blanks, `0x10` and `1e1` for numbers. */
export function readKomi(text) {
  const half = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) * 2 : NaN;
  return Number.isInteger(half) && Math.abs(half) <= 2000 ? half : null;
}

export function writeKomi(half) {
  return (half < 0 ? "-" : "") + points(half);
}
