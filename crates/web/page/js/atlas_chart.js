// A chart of the number of graphs of each kind; its bars are buttons.

import { svg } from "./dom.js";
import { group, label } from "./atlas_data.js";
import { count, counted } from "./words.js";

const HEIGHT = 220;
/** The pixels of a standing bar with its room: wide enough for a finger and for a number of four digits. */
const LEAST = 38;
const MOST = 90;
const BASE = HEIGHT - 26;
const TOP = 24;
/** The pixels of a lying bar with its room. */
const ROW = 28;

/** Sorts numbers, with open values last. */
function order(one, other) {
  if (one === "open" || other === "open") return Number(one === "open") - Number(other === "open");
  return Number(one) - Number(other);
}

// Widths are parts of the whole, so that bars grow with the page and letters do not.

/** Bars side by side: where each has its parts, and its number and its label their middle. */
function standing(bars) {
  const part = (number) => `${(100 * number) / bars}%`;
  return (index, share) => {
    const height = (BASE - TOP) * share;
    return {
      hit: { x: part(index), y: 0, width: part(1), height: HEIGHT },
      bar: { x: part(index + 0.15), y: BASE - height, width: part(0.7), height },
      number: { x: part(index + 0.5), y: BASE - height - 7 },
      label: { x: part(index + 0.5), y: HEIGHT - 8 },
    };
  };
}

/** Bars one below the other, where they have no room side by side: the label ends before the bar, the number follows it. */
function lying(index, share) {
  const middle = (index + 0.5) * ROW;
  return {
    hit: { x: 0, y: index * ROW, width: "100%", height: ROW },
    bar: { x: "15%", y: middle - 9, width: `${66 * share}%`, height: 18 },
    number: { x: `${17 + 66 * share}%`, y: middle },
    label: { x: "13%", y: middle },
  };
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
  const lies = element.clientWidth < LEAST * keys.length;
  const place = lies ? lying : standing(keys.length);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const bars = keys.map((key, index) => {
    const number = counts.get(key);
    const at = place(index, number / most);
    const press = () => choose(key === chosen ? "" : key);
    const bar = svg(
      "g",
      {
        role: "button",
        tabindex: "0",
        class: key === "open" ? "open" : null,
        "aria-pressed": String(key === chosen),
        "aria-label": `${by} ${label(by, key)}: ${counted(number, "graph")}`,
        "data-key": key,
        onclick: press,
      },
      svg("rect", { class: "hit", ...at.hit }),
      svg("rect", at.bar),
      svg("text", { class: "number", ...at.number }, count.format(number)),
      svg("text", { class: "label", ...at.label }, label(by, key)),
    );
    bar.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
    return bar;
  });
  const height = lies ? ROW * keys.length : HEIGHT;
  const drawing = svg("svg", { height, class: lies ? "lying" : null, role: "group", "aria-label": `Graphs by ${by}` }, ...bars);
  if (!lies) drawing.style.maxWidth = `${MOST * keys.length}px`;
  element.replaceChildren(drawing);
  bars[keys.indexOf(focused)]?.focus({ preventScroll: true });
}
