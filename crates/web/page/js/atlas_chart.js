// A chart of the number of graphs of each kind; its bars are buttons.

import { svg } from "./dom.js";
import { group, label } from "./atlas_data.js";

const HEIGHT = 220;
/** The pixels of a bar with its room: wide enough for a finger and for a number of four digits. */
const LEAST = 38;
const MOST = 90;
const BASE = HEIGHT - 26;
const TOP = 24;
const count = new Intl.NumberFormat("en");

/** Sorts numbers, with open values last. */
function order(one, other) {
  if (one === "open" || other === "open") return Number(one === "open") - Number(other === "open");
  return Number(one) - Number(other);
}

/** Draws the rows by a column; `chosen` is the bar of the filter, `choose` receives the clicked bar. */
export function chart(element, rows, by, { chosen, choose }) {
  const counts = new Map();
  for (const row of rows) {
    const key = group(row, by);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = [...counts.keys()].sort(order);
  const most = Math.max(1, ...counts.values());
  // Parts of the whole width, so that bars grow with the page and letters do not.
  const part = (bars) => `${(100 * bars) / keys.length}%`;
  const bars = keys.map((key, index) => {
    const number = counts.get(key);
    const height = ((BASE - TOP) * number) / most;
    const press = () => {
      choose(key === chosen ? "" : key);
      element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    };
    const bar = svg(
      "g",
      {
        role: "button",
        tabindex: "0",
        class: key === "open" ? "open" : null,
        "aria-pressed": String(key === chosen),
        "aria-label": `${by} ${label(by, key)}: ${count.format(number)} ${number === 1 ? "graph" : "graphs"}`,
        "data-key": key,
        onclick: press,
      },
      svg("rect", { class: "hit", x: part(index), y: 0, width: part(1), height: HEIGHT }),
      svg("rect", { x: part(index + 0.15), y: BASE - height, width: part(0.7), height }),
      svg("text", { x: part(index + 0.5), y: BASE - height - 7 }, count.format(number)),
      svg("text", { x: part(index + 0.5), y: HEIGHT - 8 }, label(by, key)),
    );
    bar.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
    return bar;
  });
  const drawing = svg("svg", { height: HEIGHT, role: "group", "aria-label": `Graphs by ${by}` }, ...bars);
  drawing.style.minWidth = `${LEAST * keys.length}px`;
  drawing.style.maxWidth = `${MOST * keys.length}px`;
  element.replaceChildren(drawing);
}
