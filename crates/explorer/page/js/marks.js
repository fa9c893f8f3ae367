// What is drawn on a point: a stone, a value, or why there is no play.

import { svg } from "./dom.js";
import { short, winner } from "./score.js";

const RADIUS = 44;

export function stone(colour, last) {
  const marks = [svg("circle", { class: `stone ${colour}`, r: RADIUS })];
  if (last) marks.push(svg("circle", { class: `last ${colour}`, r: 17 }));
  return svg("g", {}, ...marks);
}

/** What is known of a value; `nothing` if any score of the board fits. */
export function value({ lo, hi }, { komi, best, nothing }) {
  const open = lo !== hi;
  const lines = nothing ? ["?"] : open ? [`${short(lo, komi)}…`, short(hi, komi)] : [short(lo, komi)];
  const longest = Math.max(...lines.map((line) => line.length));
  const width = 2 * Math.min(9 + (best ? 8.6 : 9) * longest, best ? 40 : 43);
  const height = (best ? 48 : 44) + 12 * (lines.length - 1);
  const pill = (more) => ({
    x: -Math.max(width, 46) / 2 - more,
    y: -height / 2 - more,
    width: Math.max(width, 46) + 2 * more,
    height: height + 2 * more,
    rx: 23 + more,
  });
  // Long numbers are squeezed rather than cut.
  const fit = longest > (best ? 3 : 4) && !open ? { textLength: width - 14, lengthAdjust: "spacingAndGlyphs" } : {};
  const text = (line, index) => {
    const y = 20 * (index - (lines.length - 1) / 2);
    return svg("text", { y, class: nothing ? "nothing" : null, ...fit }, line);
  };
  return svg(
    "g",
    { class: `value ${open ? "open" : `for-${winner(lo, komi)}`}${best ? " best" : ""}` },
    best ? svg("rect", { class: "ring", ...pill(6) }) : null,
    svg("rect", pill(0)),
    ...lines.map(text),
  );
}

export function superko(turn) {
  return svg(
    "g",
    { class: "superko" },
    svg("circle", { class: "paper", r: 40 }),
    svg("path", { d: "M 21 -22 A 30 30 0 1 0 30 3" }),
    svg("path", { class: "head", d: "M 8 -34 L 32 -28 L 16 -9 Z" }),
    svg("text", {}, String(turn)),
  );
}

export function suicide() {
  return svg("g", { class: "suicide" }, svg("path", { d: "M -16 -16 L 16 16 M 16 -16 L -16 16" }));
}

/** The line of best play: dashes from point to point, and the numbers of the turns. */
export function ghost(line, mover, places) {
  const plays = line
    .map((name, index) => ({ place: places.get(name), number: index + 1, colour: mover(index) }))
    .filter((play) => play.place)
    .slice(0, 8);
  const group = svg("g", { class: "ghost" });
  if (plays.length > 1) {
    const path = plays.map(({ place }, index) => `${index ? "L" : "M"} ${place.x} ${place.y}`);
    group.append(svg("path", { d: path.join(" ") }));
  }
  return { path: group, numbers: numbers(plays, [...places.values()]) };
}

const CORNERS = [34, -34].flatMap((y) => [34, -34].map((x) => ({ x, y: -y })));

/** The corners of a point, first those where a number hides neither the name of the point nor another point. */
function corners(place, places) {
  const isFree = ({ x, y }) =>
    (!place.name || Math.hypot(x - place.name.x, y - place.name.y) > 38) &&
    places.every((other) => other === place || Math.hypot(place.x + x - other.x, place.y + y - other.y) > 60);
  return [...CORNERS.filter(isFree), ...CORNERS.filter((corner) => !isFree(corner))];
}

function numbers(plays, places) {
  const group = svg("g", { class: "ghost" });
  const seen = new Map();
  for (const { place, number, colour } of plays) {
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    if (before > 1) continue;
    const corner = corners(place, places)[before];
    const [x, y] = [place.x + corner.x, place.y + corner.y];
    group.append(svg("circle", { cx: x, cy: y, r: 17, class: colour }), svg("text", { x, y, class: colour }, String(number)));
  }
  return group;
}
