// What the page asks. Questions and answers are plain objects; who answers is known to the engine alone.

import { ask, parts } from "./engine.js";

/** The game to begin with, the presets of rules, the families of boards. */
export function begin() {
  return ask("begin", {});
}

/** What a board is and how it is drawn. */
export function board(name, signal) {
  return ask("board", { board: name }, signal);
}

/** Where a game stands, and what is legal. */
export function state(question, signal) {
  return ask("state", question, signal);
}

/** What each move is worth, in parts. */
export function values(question, signal) {
  return parts("values", question, signal);
}

/** What all colorings of a board are worth, in parts. */
export function table(question, signal) {
  return parts("table", question, signal);
}
