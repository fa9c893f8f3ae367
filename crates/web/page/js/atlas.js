// The atlas: a filter whose state is in the address, with a chart and a table of the filtered graphs.

import * as api from "./api.js";
import { chart } from "./atlas_chart.js";
import { MOST_POINTS, SHAPES, label, load, passes } from "./atlas_data.js";
import * as link from "./atlas_link.js";
import { AtlasTable } from "./atlas_table.js";
import { byId, html, onClick, showText } from "./dom.js";
import { rulesInWords } from "./rules.js";
import { counted } from "./words.js";

const rows = [];
const form = byId("filter");
let wanted = { ...link.BEGIN };
/** What is wrong with the link, what with the form, and what was not loaded. */
const problems = { link: [], form: [], data: [] };
/** The named rule sets, once the worker has started. */
let presets = [];
const table = new AtlasTable({ sorted: (sort) => change({ sort }), address });

/** Returns the explorer's link for a row: its board and its rules. */
function address({ graph6, rules }) {
  return `index.html#${new URLSearchParams({ board: `g6:${graph6}`, rules })}`;
}

function read() {
  const { wanted: found, wrong } = link.read(location.hash);
  wanted = found;
  complain("link", wrong);
  complain("form", []);
}

/** Takes a choice of the form, or says why it is none; the filter in use stays then. */
function take({ name, value, validity }) {
  if (!validity.badInput && link.isChoice(name, value)) return change({ [name]: value });
  form.elements[name].setAttribute("aria-invalid", "true");
  return complain("form", [`${link.choices(name)}${value === "" ? "" : `, not ${value}`}: the filter is as before.`]);
}

function change(changes) {
  Object.assign(wanted, changes);
  const { pathname, hash } = location;
  const address = link.write(wanted);
  // Back leads to the filter before.
  if (address !== (hash || pathname)) history.pushState(null, "", address);
  complain("link", []);
  complain("form", []);
  show();
}

/** Offers the values so far. */
function offer() {
  const values = [...new Set(rows.map((row) => row.value))].filter((value) => value !== null).sort((a, b) => a - b);
  const value = form.value;
  value.replaceChildren(html("option", { value: "" }, "any"), html("option", { value: "open" }, "open"));
  value.append(...values.map((score) => html("option", { value: score }, label("value", String(score)))));
  value.value = wanted.value;
}

/** Shows the filter in the form. */
function showFilter() {
  for (const field of form.elements) {
    if (!field.name) continue;
    field.value = wanted[field.name];
    field.removeAttribute("aria-invalid");
  }
  byId("by").value = wanted.by;
}

function show() {
  showFilter();
  table.restart();
  list();
}

/** Shows the graphs that the filter finds. More of them may arrive while the form is being filled in. */
function list() {
  const found = rows.filter((row) => passes(row, wanted));
  byId("found").textContent = counted(found.length, "graph");
  byId("live").textContent = byId("found").textContent;
  const rules = presets.find(({ name }) => name === wanted.rules);
  byId("rules-note").textContent = rules ? `${rules.name}: ${rulesInWords(rules)}.` : "";
  table.show(found, wanted.sort);
  showChart();
}

function showChart() {
  // The bars that a click has filtered out stay, so that another click brings them back.
  const fields = link.FIELDS[wanted.by];
  const without = { ...wanted, ...Object.fromEntries(fields.map((field) => [field, ""])) };
  const charted = rows.filter((row) => passes(row, without));
  const chosen = fields.every((field) => wanted[field] === wanted[fields[0]]) ? wanted[fields[0]] : "";
  const choose = (key) => change(Object.fromEntries(fields.map((field) => [field, key])));
  chart(byId("chart"), charted, wanted.by, { chosen, choose });
}

function listen() {
  form.rules.append(...link.RULES.map((name) => html("option", { value: name }, name)));
  for (let points = 1; points <= MOST_POINTS; points += 1) form.points.append(html("option", { value: points }, String(points)));
  form.shape.append(...Object.entries(SHAPES).map(([value, [name]]) => html("option", { value }, name)));
  byId("by").append(...Object.keys(link.FIELDS).map((value) => html("option", { value }, value)));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => take(event.target));
  byId("by").addEventListener("change", () => change({ by: byId("by").value }));
  onClick("clear", () => change({ ...link.BEGIN }));
  addEventListener("resize", showChart);
  addEventListener("popstate", () => {
    read();
    show();
  });
}

/** Shows what is wrong with the link, the form or the data, beside what is wrong with the others. */
function complain(about, texts) {
  problems[about] = texts;
  showText(byId("notice"), Object.values(problems).flat().join(" "));
}

listen();
read();
showFilter();
try {
  ({ presets } = await api.begin());
} catch (error) {
  complain("data", [`The graphs are listed without pictures: ${error.message}.`]);
}
try {
  for await (const piece of load()) {
    rows.push(...piece.rows);
    byId("progress").textContent = piece.points < MOST_POINTS ? `Loading the graphs of ${piece.points + 1} points …` : "";
    offer();
    list();
  }
} catch (error) {
  complain("data", [...problems.data, `The atlas is not complete: ${error.message}.`]);
}
document.body.dataset.ready = "true";
