// Words that several parts of a page use.

/** Writes numbers, with commas between thousands. */
export const count = new Intl.NumberFormat("en");
/** The players by the symbols of their stones. */
export const COLORS = { X: "black", O: "white" };

export const other = (player) => (player === "black" ? "white" : "black");
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
/** `1 point`, `2 points`. */
export const counted = (number, one) => `${count.format(number)} ${one}${number === 1 ? "" : "s"}`;
/** `a, b or c`. */
export const either = (choices) => `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
