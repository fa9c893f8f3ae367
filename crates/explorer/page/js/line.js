// The line of best play, in words and on the board; it is hidden at first.

import { byId } from "./dom.js";

export function showLine({ game, state, values, view, hidden }) {
  const asked = byId("show-line").checked;
  const mover = (number) => game.mover(number);
  const first = game.at + 1;
  const moves = values.line.map((name, index) => `${first + index} ${mover(first + index)[0]} ${name}`);
  const rest = moves.length > 0 && !values.lineEnds ? " …" : "";
  let text = moves.join(", ") + rest;
  if (hidden) text = "Hidden during the quiz.";
  else if (state.over) text = "The game is over.";
  else if (!text) text = values.done ? "Not known: the position is not solved." : "Not found yet.";
  byId("line").hidden = !asked;
  byId("line").textContent = text;
  if (asked && !hidden) view.drawLine(values.line, first, mover);
  else view.clearLine();
}
