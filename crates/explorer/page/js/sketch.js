// A graph drawn by hand: a click adds a point, and clicks on two points join them.

import { joinedTo } from "./board.js";
import { byId, onClick, svg } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 220;
/** The smallest distance between two points. */
const APART = 44;

export class Sketch {
  /** `changed` receives the name of the board; `complain` a problem, or `null` if it is solved. */
  constructor(element, { changed, complain }) {
    Object.assign(this, { changed, complain });
    this.points = [];
    this.edges = [];
    /** The point that the next click joins to another. */
    this.picked = null;
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": "Drawing of a graph" });
    this.svg.addEventListener("click", (event) => this.click(event));
    element.append(this.svg);
    onClick("sketch-add", () => this.addSomewhere());
    onClick("sketch-remove", () => this.remove());
    onClick("sketch-clear", () => this.clear());
    this.show();
  }

  /** The name of the drawn board: `edges:0-1,1-2,3`; `null` without points. */
  get name() {
    if (this.points.length === 0) return null;
    const joined = new Set(this.edges.flat());
    const alone = this.points.map((_, point) => point).filter((point) => !joined.has(point));
    return `edges:${[...this.edges.map(([a, b]) => `${a}-${b}`), ...alone].join(",")}`;
  }

  click(event) {
    // Assistive technology clicks a point as it clicks any button: without a place.
    const clicked = event.target.closest(".point");
    if (clicked) return this.pick([...this.svg.querySelectorAll(".point")].indexOf(clicked));
    const spot = this.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(spot);
    const near = this.points.findIndex((point) => Math.hypot(point.x - x, point.y - y) < APART / 2);
    if (near >= 0) return this.pick(near);
    return this.add({ x, y });
  }

  /** Returns the distance from a place to the nearest point. */
  room({ x, y }) {
    return Math.min(1e6, ...this.points.map((point) => Math.hypot(point.x - x, point.y - y)));
  }

  /** Adds a point within the drawing. Returns false, and says so, if others are too near. */
  add({ x, y }) {
    const inside = (value, size) => Math.max(APART / 2, Math.min(size - APART / 2, value));
    const place = { x: inside(x, WIDTH), y: inside(y, HEIGHT) };
    const isFree = this.room(place) >= APART;
    if (isFree) this.points.push(place);
    this.show();
    if (!isFree) this.complain("There is a point too near: click a place with more room.");
    return isFree;
  }

  /** Adds a point without a mouse: at the place with most room on an ellipse, or anywhere if the ellipse is full. */
  addSomewhere() {
    const ellipse = Array.from({ length: 64 }, (_, step) => ({
      x: WIDTH / 2 - 0.4 * WIDTH * Math.cos((Math.PI * step) / 32),
      y: HEIGHT / 2 - 0.4 * HEIGHT * Math.sin((Math.PI * step) / 32),
    }));
    const lines = (size) => Array.from({ length: Math.floor(size / APART) }, (_, index) => (index + 0.5) * APART);
    const everywhere = lines(HEIGHT).flatMap((y) => lines(WIDTH).map((x) => ({ x, y })));
    const roomiest = (spots) => spots.reduce((one, other) => (this.room(other) > this.room(one) + 1 ? other : one));
    const place = roomiest(ellipse);
    if (this.add(this.room(place) >= APART ? place : roomiest(everywhere))) this.svg.lastElementChild.focus();
  }

  /** Selects a point, or joins it to the selected one; an existing edge is removed. */
  pick(point) {
    if (this.picked === null) {
      this.picked = point;
    } else {
      const edge = [Math.min(this.picked, point), Math.max(this.picked, point)];
      const is = ([a, b]) => a === edge[0] && b === edge[1];
      if (this.edges.some(is)) this.edges = this.edges.filter((other) => !is(other));
      else if (edge[0] !== edge[1]) this.edges.push(edge);
      this.picked = null;
    }
    this.show();
  }

  /** Removes the selected point, or the last one, with its edges. */
  remove() {
    const gone = this.picked ?? this.points.length - 1;
    const next = (point) => (point > gone ? point - 1 : point);
    this.points = this.points.filter((_, point) => point !== gone);
    this.edges = this.edges.filter((edge) => !edge.includes(gone)).map((edge) => edge.map(next));
    this.picked = null;
    this.show();
  }

  clear() {
    [this.points, this.edges, this.picked] = [[], [], null];
    this.show();
  }

  show() {
    const lines = this.edges.map(([a, b]) => {
      const [from, to] = [this.points[a], this.points[b]];
      return svg("path", { d: `M ${from.x} ${from.y} L ${to.x} ${to.y}` });
    });
    const focused = [...this.svg.querySelectorAll("[role=button]")].indexOf(document.activeElement);
    const points = this.points.map(({ x, y }, point) => {
      const isPicked = point === this.picked;
      const group = svg(
        "g",
        {
          role: "button",
          tabindex: 0,
          class: "point",
          transform: `translate(${x} ${y})`,
          "aria-pressed": String(isPicked),
          "aria-label": `point ${point}`,
          "aria-description": joinedTo(this.edges.filter((edge) => edge.includes(point)).map(([a, b]) => (a === point ? b : a))),
        },
        svg("circle", { class: "node", r: 18 }),
        svg("text", {}, String(point)),
      );
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") this.pick(point);
        else if (event.key === "Delete") this.removeAt(point);
        else return;
        event.preventDefault();
      });
      return group;
    });
    this.svg.replaceChildren(svg("g", { class: "edges" }, ...lines), ...points);
    if (focused >= 0) (points[Math.min(focused, points.length - 1)] ?? byId("sketch-add")).focus();
    this.complain(null);
    this.changed(this.name);
  }

  removeAt(point) {
    this.picked = point;
    this.remove();
  }
}
