// The history: every position, the moves between them, and which positions superko forbids to make again.

import { html } from "./dom.js";
import { thumbnail } from "./thumbnail.js";

export function showHistory(list, { game, state, drawing, goTo }) {
  const repeated = new Map();
  state.points.forEach(({ rule, repeats }, index) => {
    if (rule !== "superko") return;
    const name = drawing.points[index].name;
    repeated.set(repeats, [...(repeated.get(repeats) ?? []), name]);
  });
  const items = game.moves.map((name, index) => ({ name, turn: index + 1 }));
  list.replaceChildren(
    ...[{ name: null, turn: 0 }, ...items].map(({ name, turn }) => {
      const points = repeated.get(turn);
      const mover = name === null ? "" : game.mover(turn) === "black" ? "b" : "w";
      const text = name === null ? "start" : `${turn} ${mover} ${name}`;
      const note = points ? `${points.join(" ")} repeats` : null;
      const position = state.positions[turn];
      const classes = [points ? "repeated" : "", turn > game.at ? "undone" : ""].join(" ").trim();
      const button = html(
        "button",
        {
          type: "button",
          class: classes,
          "aria-current": turn === game.at ? "step" : null,
          "aria-label": note ? `${text}; superko: ${points.join(" ")} would make this position again` : text,
          onclick: () => goTo(turn),
        },
        position ? thumbnail(drawing, position) : null,
        html("span", {}, text),
        note ? html("em", {}, note) : null,
      );
      return html("li", {}, button);
    }),
  );
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}
