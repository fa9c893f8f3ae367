// The board: drawn once for a game; its points are updated whenever something changes.

import { svg } from "./dom.js";
import * as marks from "./marks.js";
import { sentence } from "./score.js";
import { COLORS, counted } from "./words.js";

const UNIT = 100;
/** The distance from the last point to the edge of the board, and the extra room for the labels of a grid. */
const MARGIN = 58;
const LABELS = 26;
/** The most pixels of a unit, and the number below which a wide board is turned upright. */
const MAX_PIXELS = 150;
const FEW_PIXELS = 44;
const MAX_ENLARGED = 1.6;

/** A drawing's edges, scaled. */
export function edges(drawing) {
  const path = (stroke) => {
    const [x, y, u, v] = stroke.map((length) => length * UNIT);
    return `M ${x} ${y} L ${u} ${v}`;
  };
  return svg("g", { class: "edges" }, svg("path", { d: drawing.strokes.map(path).join(" ") }));
}

/** Returns the part of the plane that a drawing takes, with its margins. */
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

/** Tells whether points are named by the letter of their column and the number of their row. */
function isLettered({ grid, points }) {
  return grid !== null && Number.isNaN(Number(points[0].name));
}

/** Returns a drawing turned by a quarter: its columns become rows, the first on top. */
function upright({ width, height, points, strokes, grid }) {
  return {
    width: height,
    height: width,
    grid,
    points: points.map(({ name, x, y }) => ({ name, x: height - y, y: x })),
    strokes: strokes.map(([x, y, u, v]) => [height - y, x, height - v, u]),
  };
}

/** Returns how much larger than usual points can be drawn: half of the distance to the next point or passing edge. */
function enlargement({ points, strokes }) {
  const toPoint = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);
  const toStroke = ([x, y], [ax, ay, bx, by]) => {
    const length = toPoint([ax, ay], [bx, by]) || 1;
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length ** 2;
    const [nearX, nearY] = [ax + Math.min(1, Math.max(0, along)) * (bx - ax), ay + Math.min(1, Math.max(0, along)) * (by - ay)];
    return toPoint([x, y], [nearX, nearY]);
  };
  const room = points.flatMap(({ x, y }) => [
    ...points.map((other) => toPoint([x, y], [other.x, other.y])).filter((length) => length > 0),
    // An edge that ends at the point does not pass by.
    ...strokes.map((stroke) => 2 * toStroke([x, y], stroke)).filter((length) => length > 0.2),
  ]);
  return Math.max(1, Math.min(MAX_ENLARGED, ...room));
}

export class BoardView {
  constructor(element, about, onClick) {
    const { drawing } = about;
    Object.assign(this, { element, about, drawing });
    this.names = drawing.points.map((point) => point.name);
    /** Whether each point shows its name. */
    this.named = !isLettered(drawing);
    this.joined = this.names.map(() => []);
    for (const [one, other] of drawing.edges) {
      this.joined[one].push(other);
      this.joined[other].push(one);
    }
    this.svg = svg("svg", {
      role: "group",
      "aria-label": `Board ${about.name}, ${counted(this.names.length, "point")}`,
      "aria-description": "Arrow keys go from point to point, Enter plays.",
    });
    this.lines = svg("g");
    this.path = svg("g");
    this.numbers = svg("g");
    this.points = this.names.map((name, index) => this.point(name, index, onClick));
    this.svg.append(this.lines, this.path, ...this.points, this.numbers);
    this.points[0].setAttribute("tabindex", "0");
    // A click does not move the focus, so that arrow keys still step through the game.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    element.replaceChildren(this.svg);
    this.lay();
    const resized = new ResizeObserver(() => (this.svg.isConnected ? this.lay() : resized.disconnect()));
    resized.observe(element.parentElement);
  }

  /** Tells whether the board must be turned upright, so that its points are large enough for a finger. */
  get isNarrow() {
    const { width, height } = this.drawing;
    const { clientWidth } = this.element.parentElement;
    return width > 2 * height && clientWidth < ((box(this.drawing, MARGIN).width + 2 * LABELS) / UNIT) * FEW_PIXELS;
  }

  /** Gives every point its place. */
  lay() {
    if (this.stands === this.isNarrow) return;
    this.stands = this.isNarrow;
    const drawing = this.stands ? upright(this.drawing) : this.drawing;
    this.places = new Map(drawing.points.map(({ name, x, y }) => [name, { x: x * UNIT, y: y * UNIT }]));
    const room = this.named ? 0 : LABELS;
    this.enlarged = this.named ? enlargement(drawing) : 1;
    const { x, y, width, height } = box(drawing, MARGIN * this.enlarged);
    const [wide, high] = [width + 2 * room, height + room];
    this.svg.setAttribute("viewBox", `${x - room} ${y} ${wide} ${high}`);
    this.svg.style.minWidth = `${(wide / UNIT) * 30}px`;
    this.svg.style.minHeight = this.stands ? `${(high / UNIT) * FEW_PIXELS}px` : "";
    this.element.style.maxWidth = `${(wide / UNIT) * MAX_PIXELS}px`;
    this.lines.replaceChildren(edges(drawing), this.named ? "" : labels(drawing, this.stands));
    this.points.forEach((point, index) => {
      const place = this.places.get(this.names[index]);
      point.setAttribute("transform", `translate(${place.x} ${place.y}) scale(${this.enlarged})`);
    });
    if (this.ghost) this.drawLine(...this.ghost);
  }

  point(name, index, onClick) {
    const neighbors = this.joined[index].map((other) => this.names[other]);
    const group = svg("g", {
      class: "point",
      role: "button",
      // On a grid the names say which points are neighbors.
      "aria-description": this.named ? joinedTo(neighbors) : null,
      tabindex: "-1",
      "data-point": name,
      onclick: () => onClick(index),
    });
    // Only for a mouse, because a screen reader would announce the same twice.
    const title = svg("title");
    group.addEventListener("pointerenter", () => (title.textContent = group.getAttribute("aria-label")));
    group.addEventListener("pointerleave", () => (title.textContent = ""));
    group.append(
      title,
      // A point with a name has a rim where edges end, so that the name clearly belongs to this point.
      svg("circle", this.named ? { class: "node", r: 42 } : { class: "node", r: 0 }),
      svg("circle", { class: "hit", r: 48 }),
      svg("g", { class: "marks" }),
    );
    if (this.named) group.append(svg("text", { class: "name" }, name));
    group.append(svg("circle", { class: "focus", r: 48 }));
    return group;
  }

  /** Shows a position in the editor. */
  edit(position) {
    this.clearLine();
    this.points.forEach((point, index) => {
      const color = COLORS[position[index]];
      this.fill(point, color ? marks.stone(color, false, this.named) : this.empty(), color);
      describe(point, `${this.names[index]}, ${color ?? "empty"}`);
      point.setAttribute("aria-disabled", "false");
    });
  }

  /** Shows a state of the game, with the values that may be shown. */
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

  /** Returns the mark of an empty point without a value; a name is enough. */
  empty() {
    return this.named ? svg("g", { class: "nothing" }) : marks.dot();
  }

  fill(point, mark, color) {
    const middle = mark.classList.contains("nothing") || color !== undefined;
    point.querySelector(".marks").replaceChildren(mark);
    point.classList.toggle("black", color === "black");
    point.classList.toggle("white", color === "white");
    if (!this.named) return;
    // A name moves from the middle to make room for a mark.
    const name = point.querySelector(".name");
    name.setAttribute("y", middle ? 0 : -27);
    name.classList.toggle("alone", middle);
    if (!middle) mark.setAttribute("transform", "translate(0 11) scale(0.76)");
  }

  clearLine() {
    this.ghost = null;
    this.path.replaceChildren();
    this.numbers.replaceChildren();
  }

  /** Draws a line of best play over the board; its first move has this number. */
  drawLine(line, first, mover) {
    this.ghost = [line, first, mover];
    const { path, numbers } = marks.ghost(line, first, mover, { places: this.places, enlarged: this.enlarged });
    this.path.replaceChildren(path);
    this.numbers.replaceChildren(numbers);
  }
}

/** Says which points a point is joined to. */
export function joinedTo(names) {
  return names.length > 0 ? `joined to ${names.join(", ")}` : "joined to no point";
}

/** Describes a point for screen readers and as a tooltip. */
function describe(point, text) {
  point.setAttribute("aria-label", text);
  const title = point.querySelector("title");
  if (title.textContent) title.textContent = text;
}

/** The letters of the columns and the numbers of the rows of a Go board, below and on the left. */
function labels({ grid, points }, stands) {
  const [, columns] = grid;
  const column = (wanted) => points.filter((_, index) => index % columns === wanted);
  const text = (dx, dy, label) => ({ name, x, y }) => svg("text", { x: x * UNIT + dx, y: y * UNIT + dy }, label(name));
  const letter = (name) => name[0];
  const number = (name) => name.slice(1);
  const below = (stands ? column(columns - 1) : points.slice(-columns)).map(text(0, 62, stands ? number : letter));
  const left = (stands ? points.slice(-columns) : column(0)).map(text(-62, 0, stands ? letter : number));
  return svg("g", { class: "labels", "aria-hidden": "true" }, ...below, ...left);
}
