// Scores as people read them. The server's scores are Black − White without komi; komi is in half points.

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

/** A value, or the bracket that is known of it. */
export function bracket({ lo, hi }, komi) {
  return lo === hi ? short(lo, komi) : `${short(lo, komi)}…${short(hi, komi)}`;
}

/** Who wins: `black`, `white` or `nobody`. */
export function winner(score, komi) {
  const half = halves(score, komi);
  if (half === 0) return "nobody";
  return half > 0 ? "black" : "white";
}

/** `Black wins by 1`, `a tie`. */
export function outcome(score, komi) {
  const half = halves(score, komi);
  if (half === 0) return "a tie";
  return `${half > 0 ? "Black" : "White"} wins by ${points(half)}`;
}

/** What is known, for a sentence. */
export function sentence({ lo, hi }, komi) {
  if (lo === hi) return outcome(lo, komi);
  return `between ${outcome(lo, komi)} and ${outcome(hi, komi)}`;
}

/** Reads komi; `null` if it is none. */
export function readKomi(text) {
  const half = Number(text) * 2;
  return text !== "" && Number.isInteger(half) && Math.abs(half) <= 2000 ? half : null;
}

export function writeKomi(half) {
  return (half < 0 ? "-" : "") + points(half);
}
