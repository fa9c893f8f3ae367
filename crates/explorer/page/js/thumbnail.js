// Small pictures of positions.

import { svg } from "./dom.js";
import { box, edges } from "./board.js";
import { COLORS } from "./words.js";

export function thumbnail(drawing, position, size = 54) {
  const { x, y, width, height } = box(drawing, 60);
  const scale = size / Math.max(width, height);
  const picture = svg("svg", {
    class: "thumbnail",
    viewBox: `${x} ${y} ${width} ${height}`,
    width: Math.max(12, width * scale),
    height: Math.max(12, height * scale),
    "aria-hidden": "true",
  });
  picture.append(edges(drawing));
  drawing.points.forEach((point, index) => {
    const color = COLORS[position[index]];
    if (color) picture.append(svg("circle", { class: `stone ${color}`, cx: point.x * 100, cy: point.y * 100, r: 42 }));
  });
  return picture;
}
