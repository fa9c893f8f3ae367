// The board: drawn once, its points filled anew whenever something changes.

import { svg } from "./dom.js";
import * as marks from "./marks.js";
import { sentence } from "./score.js";

const UNIT = 100;
const COLOURS = { X: "black", O: "white" };

/** A drawing's edges, scaled. */
export function edges(drawing) {
  const path = (stroke) => {
    const [x, y, u, v] = stroke.map((length) => length * UNIT);
    return `M ${x} ${y} L ${u} ${v}`;
  };
  return svg("g", { class: "edges" }, svg("path", { d: drawing.strokes.map(path).join(" ") }));
}

/** The part of the plane that a drawing takes, with its margins. */
export function box({ width, height, strokes }, margin) {
  // Strokes may leave the board, as on a torus.
  const reach = (axis, size) => {
    const ends = strokes.flatMap((stroke) => [stroke[axis], stroke[axis + 2]]);
    const least = Math.min(0, ...ends.map((end) => end + 0.4));
    const most = Math.max(size, ...ends.map((end) => end - 0.4));
    return [least * UNIT - margin, (most - least) * UNIT + 2 * margin];
  };
  const [x, wide] = reach(0, width);
  const [y, high] = reach(1, height);
  return { x, y, width: wide, height: high };
}

export class BoardView {
  constructor(element, about, onClick) {
    const { drawing } = about;
    this.names = drawing.points.map((point) => point.name);
    this.places = new Map(
      drawing.points.map(({ name, x, y }) => [name, { x: x * UNIT, y: y * UNIT }]),
    );
    const { x, y, width, height } = box(drawing, drawing.grid ? 88 : 74);
    this.svg = svg("svg", {
      viewBox: `${x} ${y} ${width} ${height}`,
      role: "group",
      "aria-label": `Board ${about.name}, ${this.names.length} points`,
    });
    this.svg.style.minWidth = `${(width / UNIT) * 30}px`;
    this.svg.style.maxWidth = `${(width / UNIT) * 130}px`;
    this.strokes = drawing.strokes.map((stroke) => stroke.map((length) => length * UNIT));
    this.path = svg("g");
    this.numbers = svg("g");
    this.points = this.names.map((name, index) => this.point(name, index, !drawing.grid, onClick));
    this.svg.append(edges(drawing), labels(drawing), this.path, ...this.points, this.numbers);
    this.points[0].setAttribute("tabindex", "0");
    element.append(this.svg);
  }

  point(name, index, named, onClick) {
    const { x, y } = this.places.get(name);
    const group = svg("g", {
      class: "point",
      role: "button",
      tabindex: "-1",
      transform: `translate(${x} ${y})`,
      "data-point": name,
      onclick: () => onClick(index),
    });
    group.append(svg("title"), svg("circle", { class: "hit", r: 48 }), svg("g", { class: "marks" }));
    if (named) {
      const place = this.places.get(name);
      place.name = this.beside(x, y);
      group.append(svg("text", { class: "name", ...place.name }, name));
    }
    group.append(svg("circle", { class: "focus", r: 48 }));
    return group;
  }

  /** Where the name of a point gets least in the way of edges. */
  beside(x, y) {
    const at = (u, v) => Math.hypot(u - x, v - y) < 1;
    const angles = this.strokes.flatMap(([a, b, c, d]) => {
      if (at(a, b)) return [Math.atan2(d - b, c - a)];
      return at(c, d) ? [Math.atan2(b - d, a - c)] : [];
    });
    const room = (angle) => Math.min(4, ...angles.map((other) => Math.abs(Math.atan2(Math.sin(angle - other), Math.cos(angle - other)))));
    // From below on the left, all around.
    const around = Array.from({ length: 16 }, (_, step) => (Math.PI * (6 + step)) / 8);
    const best = around.reduce((one, other) => (room(other) > room(one) + 1e-6 ? other : one));
    return { x: 60 * Math.cos(best), y: 58 * Math.sin(best) };
  }

  /** Shows a position while it is edited. */
  edit(position) {
    this.clearLine();
    this.points.forEach((point, index) => {
      const colour = COLOURS[position[index]];
      show(point, colour ? marks.stone(colour, false) : dot());
      describe(point, `${this.names[index]}, ${colour ?? "empty"}`);
      point.setAttribute("aria-disabled", "false");
    });
  }

  /** Shows a state of the game, and what is known of the values. */
  update(game, state, values) {
    const position = state.positions.at(-1);
    const last = game.made.at(-1);
    this.points.forEach((point, index) => {
      const name = this.names[index];
      const colour = COLOURS[position[index]];
      const { rule, repeats, reason } = state.points[index];
      const known = values.moves.get(name);
      const best = values.best?.has(name) ?? false;
      if (colour) {
        show(point, marks.stone(colour, name === last));
      } else if (rule === "superko") {
        show(point, marks.superko(repeats));
      } else if (rule === "suicide") {
        show(point, marks.suicide());
      } else if (known) {
        show(point, marks.value(known, { komi: game.komi, best, nothing: values.isNothing(known) }));
      } else {
        show(point, dot());
      }
      const worth = known && !values.isNothing(known) ? `, ${sentence(known, game.komi)}${best ? ", best move" : ""}` : "";
      const what = colour ?? (rule && rule !== "over" ? reason : `empty${worth}`);
      describe(point, `${name}, ${what}`);
      point.setAttribute("aria-disabled", rule ? "true" : "false");
      point.dataset.rule = rule ?? "legal";
    });
  }

  clearLine() {
    this.path.replaceChildren();
    this.numbers.replaceChildren();
  }

  /** Draws a line of best play over the board. */
  drawLine(line, mover) {
    const { path, numbers } = marks.ghost(line, mover, this.places);
    this.path.replaceChildren(path);
    this.numbers.replaceChildren(numbers);
  }
}

function show(point, mark) {
  point.querySelector(".marks").replaceChildren(mark);
}

/** Says what is on a point, to who listens and to who hovers. */
function describe(point, text) {
  point.setAttribute("aria-label", text);
  point.querySelector("title").textContent = text;
}

function dot() {
  return svg("circle", { class: "dot", r: 7 });
}

/** Letters under the columns and numbers beside the rows of a Go board. */
function labels({ grid, points }) {
  const group = svg("g", { class: "labels", "aria-hidden": "true" });
  if (!grid || !Number.isNaN(Number(points[0].name))) return group;
  const [, columns] = grid;
  const text = (x, y, label) => svg("text", { x, y }, label);
  points.slice(-columns).forEach(({ name, x, y }) => group.append(text(x * UNIT, y * UNIT + 68, name[0])));
  points
    .filter((_, index) => index % columns === 0)
    .forEach(({ name, x, y }) => group.append(text(x * UNIT - 68, y * UNIT, name.slice(1))));
  return group;
}
