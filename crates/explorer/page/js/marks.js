// The marks on a point: a stone, a value, or the reason why a play is illegal.

import { svg } from "./dom.js";
import { short } from "./score.js";

const RADIUS = 44;

/** A stone; the last one played has a ring, near the rim where a name is in the middle. */
export function stone(color, last, named) {
  const marks = [svg("circle", { class: `stone ${color}`, r: RADIUS })];
  if (last) marks.push(svg("circle", { class: `last ${color}`, r: named ? 35 : 17 }));
  return svg("g", {}, ...marks);
}

/** The largest width of a score, in widths of the letter M of a wide font. */
function ems(text) {
  const widths = { W: 1.1, B: 0.78, "+": 0.84, ".": 0.4, " ": 0.35, t: 0.48 };
  return [...text].reduce((sum, symbol) => sum + (widths[symbol] ?? 0.7), 0);
}

/** A tag with a value or its bracket. Tags have corners, stones have none. */
export function value({ lo, hi }, { komi, best }) {
  const open = lo !== hi;
  const lines = open ? [short(lo, komi), `to ${short(hi, komi)}`] : [short(lo, komi)];
  // Short scores are larger, because boards can be small on a phone.
  const size = open ? 20 : lines[0].length < 4 ? 27 : 25;
  const longest = Math.max(...lines.map((line) => size * ems(line)));
  const width = Math.min(82, Math.max(40, 10 + longest));
  const height = open ? 54 : 42;
  const tag = (more) => ({
    x: -width / 2 - more,
    y: -height / 2 - more,
    width: width + 2 * more,
    height: height + 2 * more,
    rx: 5,
  });
  const text = (line, index) => {
    const y = 24 * (index - (lines.length - 1) / 2);
    // Long numbers are squeezed rather than cut.
    const fit = size * ems(line) > width - 6 ? { textLength: width - 8, lengthAdjust: "spacingAndGlyphs" } : {};
    return svg("text", { y, class: size > 25 ? "short" : null, ...fit }, line);
  };
  return svg(
    "g",
    { class: `value${open ? " open" : ""}${best ? " best" : ""}` },
    best ? svg("rect", { class: "frame", ...tag(4) }) : null,
    svg("rect", tag(0)),
    ...lines.map(text),
  );
}

/** The sign that superko forbids a play: an arrow back to a turn, on a tag with corners. */
export function superko(turn) {
  return svg(
    "g",
    { class: "superko" },
    svg("rect", { class: "paper", x: -39, y: -39, width: 78, height: 78, rx: 8 }),
    svg("path", { d: "M 21 -22 A 30 30 0 1 0 30 3" }),
    svg("path", { class: "head", d: "M 8 -34 L 32 -28 L 16 -9 Z" }),
    svg("text", {}, String(turn)),
  );
}

export function suicide() {
  return svg("g", { class: "suicide" }, svg("path", { d: "M -16 -16 L 16 16 M 16 -16 L -16 16" }));
}

export function dot() {
  return svg("circle", { class: "dot", r: 7 });
}

/** The line of best play: dashes from point to point, and the numbers of the moves, the first of which is `first`. */
export function ghost(line, first, mover, { places, enlarged }) {
  const plays = line
    .map((name, index) => ({ place: places.get(name), number: first + index, color: mover(first + index) }))
    .filter((play) => play.place)
    .slice(0, 8);
  const group = svg("g", { class: "ghost" });
  if (plays.length > 1) {
    const path = plays.map(({ place }, index) => `${index ? "L" : "M"} ${place.x} ${place.y}`);
    group.append(svg("path", { d: path.join(" ") }));
  }
  return { path: group, numbers: numbers(plays, [...places.values()], enlarged) };
}

const CORNERS = [34, -34].flatMap((y) => [34, -34].map((x) => ({ x, y: -y })));

/** The corners of a point, first those where a number does not reach another point. */
function corners(place, places, enlarged) {
  const isFree = ({ x, y }) =>
    places.every((other) => other === place || Math.hypot(place.x + x - other.x, place.y + y - other.y) > 60);
  const all = CORNERS.map(({ x, y }) => ({ x: enlarged * x, y: enlarged * y }));
  return [...all.filter(isFree), ...all.filter((corner) => !isFree(corner))];
}

function numbers(plays, places, enlarged) {
  const group = svg("g", { class: "ghost" });
  const seen = new Map();
  for (const { place, number, color } of plays) {
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    if (before > 1) continue;
    const corner = corners(place, places, enlarged)[before];
    const [x, y] = [place.x + corner.x, place.y + corner.y];
    group.append(svg("circle", { cx: x, cy: y, r: 17, class: color }), svg("text", { x, y, class: color }, String(number)));
  }
  return group;
}
