// The questions of the page. Questions and answers are plain objects; only the engine depends on who answers.

import { ask, parts } from "./engine.js";

/** The game to begin with, the presets of rules, the families of boards. */
export function begin() {
  return ask("begin", {});
}

/** The description and the drawing of a board. */
export function board(name, signal) {
  return ask("board", { board: name }, signal);
}

/** The state of a game, and its legal moves. */
export function state(question, signal) {
  return ask("state", question, signal);
}

/** The value of each move, in parts. */
export function values(question, signal) {
  return parts("values", question, signal);
}

/** The values of all colorings of a board, in parts. */
export function table(question, signal) {
  return parts("table", question, signal);
}
