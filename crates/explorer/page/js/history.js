// The history: every position, the moves between them, and the positions that superko forbids to recreate.

import { html } from "./dom.js";
import { refill } from "./focus.js";
import { thumbnail } from "./thumbnail.js";

export function showHistory(list, { game, state, goTo }) {
  const { drawing } = game.about;
  const repeated = new Map();
  state.points.forEach(({ rule, repeats }, index) => {
    if (rule !== "superko") return;
    repeated.set(repeats, [...(repeated.get(repeats) ?? []), game.names[index]]);
  });
  const items = game.moves.map((name, index) => ({ name, turn: index + 1 }));
  refill(
    list,
    ...[{ name: null, turn: 0 }, ...items].map(({ name, turn }) => {
      const points = repeated.get(turn);
      const text = name === null ? "start" : `${turn} ${game.mover(turn)[0]} ${name}`;
      const note = points ? `blocks ${points.join(", ")}` : null;
      // What is seen, and then in full what it stands for.
      const full = name === null ? "" : `: move ${turn}, ${game.mover(turn)} ${name}`;
      const why = note ? `, superko forbids ${points.join(", ")}, which would recreate this position` : "";
      const position = state.positions[turn];
      const classes = [points ? "repeated" : "", turn > game.at ? "undone" : ""].join(" ").trim();
      const button = html(
        "button",
        {
          type: "button",
          class: classes,
          "aria-current": turn === game.at ? "step" : null,
          "aria-label": `${text} ${note ?? ""}`.trim() + full + why,
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
