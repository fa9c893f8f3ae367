// Bounds in words. A bound is written `>= 3` or `<= -1`: Black's score minus White's.

function read(bound) {
  const [sign, score] = bound.split(" ");
  return { atLeast: sign === ">=", score: Number(score) };
}

/** The leader and the margin: at least −3 for Black is at most 3 for White. */
function lead({ atLeast, score }) {
  const limit = score > 0 === atLeast ? "at least" : "at most";
  return score > 0 ? ["Black", "White", `${limit} ${score}`] : ["White", "Black", `${limit} ${-score}`];
}

/** A bound on the result of a game: "Black wins by at least 3". */
export function inWords(bound) {
  const parts = read(bound);
  if (parts.score === 0) return `${parts.atLeast ? "Black" : "White"} does not lose`;
  const [leader, , points] = lead(parts);
  return `${leader} wins by ${points}`;
}

/** A bound on what is still to come: "Black scores at least 3 more than White". */
export function toCome(bound) {
  const parts = read(bound);
  if (parts.score === 0) return parts.atLeast ? "Black scores no less than White" : "White scores no less than Black";
  const [leader, other, points] = lead(parts);
  return `${leader} scores ${points} more than ${other}`;
}

/** The lowest and the highest score that bounds leave; infinite where there is no bound. */
export function bracketOf(bounds) {
  const parts = bounds.map(read);
  const scores = (wanted) => parts.filter(({ atLeast }) => atLeast === wanted).map(({ score }) => score);
  return { lo: Math.max(-Infinity, ...scores(true)), hi: Math.min(Infinity, ...scores(false)) };
}
