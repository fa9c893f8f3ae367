// Words that several pages use.

/** A bound in words: `>= 3` is "Black gets at least 3". */
export function inWords(bound) {
  const [sign, score] = bound.split(" ");
  return `Black gets ${sign === ">=" ? "at least" : "at most"} ${score.replace("-", "−")}`;
}
