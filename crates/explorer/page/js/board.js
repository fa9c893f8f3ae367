// The board: drawn once for a game, its points filled anew whenever something changes.

import { svg } from "./dom.js";
import * as marks from "./marks.js";
import { sentence } from "./score.js";

const UNIT = 100;
/** Room around a grid, whose labels are on the left and below. */
const MARGIN = 76;
const COLORS = { X: "black", O: "white" };

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

/** Whether points are named by the letter of their column and the number of their row. */
function isLettered({ grid, points }) {
  return grid !== null && Number.isNaN(Number(points[0].name));
}

export class BoardView {
  constructor(element, about, onClick) {
    const { drawing } = about;
    this.names = drawing.points.map((point) => point.name);
    this.places = new Map(drawing.points.map(({ name, x, y }) => [name, { x: x * UNIT, y: y * UNIT }]));
    /** Whether each point carries its name. */
    this.named = !isLettered(drawing);
    const { x, y, width, height } = box(drawing, this.named ? 56 : MARGIN);
    this.svg = svg("svg", {
      viewBox: `${x} ${y} ${width} ${height}`,
      role: "group",
      "aria-label": `Board ${about.name}, ${this.names.length} points`,
    });
    this.svg.style.minWidth = `${(width / UNIT) * 30}px`;
    this.svg.style.maxWidth = `${(width / UNIT) * 130}px`;
    this.path = svg("g");
    this.numbers = svg("g");
    this.points = this.names.map((name, index) => this.point(name, index, onClick));
    this.svg.append(edges(drawing), labels(drawing), this.path, ...this.points, this.numbers);
    this.points[0].setAttribute("tabindex", "0");
    // A click leaves the focus where it is, so that arrow keys go on to walk through the game.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    element.replaceChildren(this.svg);
  }

  point(name, index, onClick) {
    const { x, y } = this.places.get(name);
    const group = svg("g", {
      class: "point",
      role: "button",
      tabindex: "-1",
      transform: `translate(${x} ${y})`,
      "data-point": name,
      onclick: () => onClick(index),
    });
    group.append(
      svg("title"),
      // A point with a name has a rim: edges end there, and the name cannot be taken for another point's.
      svg("circle", this.named ? { class: "node", r: 42 } : { class: "node", r: 0 }),
      svg("circle", { class: "hit", r: 48 }),
      svg("g", { class: "marks" }),
    );
    if (this.named) group.append(svg("text", { class: "name" }, name));
    group.append(svg("circle", { class: "focus", r: 48 }));
    return group;
  }

  /** Shows a position while it is edited. */
  edit(position) {
    this.clearLine();
    this.points.forEach((point, index) => {
      const color = COLORS[position[index]];
      this.fill(point, color ? marks.stone(color, false, this.named) : this.empty(), color);
      describe(point, `${this.names[index]}, ${color ?? "empty"}`);
      point.setAttribute("aria-disabled", "false");
    });
  }

  /** Shows a state of the game, and what may be seen of the values. */
  update(game, state, values, isShown) {
    const position = state.positions.at(-1);
    const last = game.made.at(-1);
    this.points.forEach((point, index) => {
      const name = this.names[index];
      const color = COLORS[position[index]];
      const { rule, repeats, reason } = state.points[index];
      const found = isShown(name) ? values.moves.get(name) : undefined;
      const known = found && values.says(found) ? found : undefined;
      const best = known !== undefined && values.isBest(name);
      let mark;
      if (color) mark = marks.stone(color, name === last, this.named);
      else if (rule === "superko") mark = marks.superko(repeats);
      else if (rule === "suicide") mark = marks.suicide();
      else if (known) mark = marks.value(known, { komi: game.komi, best });
      else mark = this.empty();
      this.fill(point, mark, color);
      const worth = known ? `, ${sentence(known, game.komi)}${best ? ", best move" : ""}` : "";
      const what = color ?? (rule && rule !== "over" ? reason : `empty${worth}`);
      describe(point, `${name}, ${what}`);
      point.setAttribute("aria-disabled", rule ? "true" : "false");
      point.dataset.rule = rule ?? "legal";
    });
  }

  /** What lies on an empty point of which nothing is to be said; a name says enough. */
  empty() {
    return this.named ? svg("g", { class: "nothing" }) : marks.dot();
  }

  fill(point, mark, color) {
    const middle = mark.classList.contains("nothing") || color !== undefined;
    point.querySelector(".marks").replaceChildren(mark);
    point.classList.toggle("black", color === "black");
    point.classList.toggle("white", color === "white");
    if (!this.named) return;
    // A name in the middle makes room for a mark.
    const name = point.querySelector(".name");
    name.setAttribute("y", middle ? 0 : -27);
    name.classList.toggle("alone", middle);
    if (!middle) mark.setAttribute("transform", "translate(0 11) scale(0.76)");
  }

  clearLine() {
    this.path.replaceChildren();
    this.numbers.replaceChildren();
  }

  /** Draws a line of best play over the board; its first move has this number. */
  drawLine(line, first, mover) {
    const { path, numbers } = marks.ghost(line, first, mover, this.places);
    this.path.replaceChildren(path);
    this.numbers.replaceChildren(numbers);
  }
}

/** Says what is on a point, to a screen reader and under the mouse. */
function describe(point, text) {
  point.setAttribute("aria-label", text);
  point.querySelector("title").textContent = text;
}

/** Letters under the columns and numbers beside the rows of a Go board. */
function labels(drawing) {
  const group = svg("g", { class: "labels", "aria-hidden": "true" });
  if (!isLettered(drawing)) return group;
  const { grid, points } = drawing;
  const [, columns] = grid;
  const text = (x, y, label) => svg("text", { x, y }, label);
  points.slice(-columns).forEach(({ name, x, y }) => group.append(text(x * UNIT, y * UNIT + 62, name[0])));
  points
    .filter((_, index) => index % columns === 0)
    .forEach(({ name, x, y }) => group.append(text(x * UNIT - 62, y * UNIT, name.slice(1))));
  return group;
}
