// The filtered graphs as a table that can be sorted and extended.

import * as api from "./api.js";
import { byId, html } from "./dom.js";
import { keepFocus, refill } from "./focus.js";
import { short } from "./score.js";
import { thumbnail } from "./thumbnail.js";
import { count } from "./words.js";

const PAGE = 24;
const open = ({ lo, hi }) => (lo === hi ? short(lo, 0) : `${short(lo, 0)} to ${short(hi, 0)}`);

/** The columns: their names, sort keys and contents. */
const COLUMNS = [
  ["Board", null, null],
  ["Value", "lo", (row) => (row.value === null ? open(row) : short(row.value, 0))],
  ["Points", "points", (row) => row.points],
  ["Edges", "edges", (row) => row.edges],
  ["graph6", "graph6", (row) => html("code", {}, row.graph6)],
  ["Symmetries", "automorphisms", (row) => count.format(row.automorphisms)],
  ["Expansions", "expansions", (row) => count.format(row.expansions)],
  [html("span", { class: "unseen" }, "Link"), null, null],
];

/** The sort keys. */
export const SORTS = COLUMNS.map(([, key]) => key).filter((key) => key !== null);

export class AtlasTable {
  /** `sorted` receives the sort key; `address` returns the link of a row to the explorer. */
  constructor({ sorted, address }) {
    Object.assign(this, { sorted, address });
    this.restart();
    byId("more").addEventListener("click", () => {
      this.shown += PAGE;
      this.fill();
    });
  }

  /** Shows the first rows only, from the next time on. */
  restart() {
    this.shown = PAGE;
  }

  /** Shows rows in an order: a column, with a minus before it for the largest first. */
  show(rows, order) {
    const column = order.replace("-", "");
    const sign = order.startsWith("-") ? -1 : 1;
    const compare = (one, other) => {
      const [a, b] = [one[column], other[column]];
      return sign * (a < b ? -1 : a > b ? 1 : 0);
    };
    this.rows = [...rows].sort(compare);
    refill(byId("heads"), ...COLUMNS.map(([name, key]) => this.head(name, key, column, sign)));
    refill(byId("rows"), ...this.rows.slice(0, this.shown).map((row) => this.row(row)));
    this.fill();
  }

  head(name, key, column, sign) {
    if (key === null) return html("th", { scope: "col" }, name);
    const direction = key === column ? (sign > 0 ? "ascending" : "descending") : null;
    const arrow = direction === null ? "" : sign > 0 ? " ▲" : " ▼";
    const next = key === column && sign > 0 ? `-${key}` : key;
    const button = html("button", { type: "button", onclick: () => this.sorted(next) }, `${name}${arrow}`);
    return html("th", { scope: "col", "aria-sort": direction }, button);
  }

  fill() {
    const body = byId("rows");
    body.append(...this.rows.slice(body.childElementCount, this.shown).map((row) => this.row(row)));
    const last = () => body.querySelector("tr:last-child a");
    keepFocus(() => (byId("more").hidden = this.shown >= this.rows.length), last);
  }

  row(row) {
    const picture = html("td");
    const draw = async () => {
      const { drawing } = await api.board(`g6:${row.graph6}`);
      picture.append(thumbnail(drawing, ".".repeat(row.points), 60));
    };
    // A row is still useful without a picture.
    draw().catch(() => {});
    const link = html("a", { href: this.address(row) }, "Play");
    link.setAttribute("aria-label", `Play on ${row.graph6}`);
    const cells = COLUMNS.slice(1, -1).map(([, , shown]) => html("td", {}, shown(row)));
    return html("tr", { "data-graph6": row.graph6 }, picture, ...cells, html("td", {}, link));
  }
}
