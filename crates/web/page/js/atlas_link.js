// The filter of the atlas in the part of an address after `#`.

import { MOST_POINTS, SHAPES } from "./atlas_data.js";
import { SORTS } from "./atlas_table.js";
import { either } from "./words.js";

/** The filter of an address that says nothing. */
export const BEGIN = { rules: "tromp-taylor", points: "", from: "", to: "", shape: "", value: "", sort: "points", by: "value" };
/** The named rules that the data have. */
export const RULES = ["nstt", "nstt-situational", "tromp-taylor", "tromp-taylor-situational"];
/** The fields of the filter that a click on a bar of each chart sets. */
export const FIELDS = { value: ["value"], points: ["points"], edges: ["from", "to"] };
const MOST_EDGES = (MOST_POINTS * (MOST_POINTS - 1)) / 2;

function isNumber(text, least, most) {
  const number = Number(text);
  return Number.isInteger(number) && String(number) === text && least <= number && number <= most;
}

const oneOf = (choices) => [(text) => choices.includes(text), either(choices)];
const edges = [(text) => isNumber(text, 0, MOST_EDGES), `a number from 0 to ${MOST_EDGES}`];

/** Whether a value is one of its key, and the values that are, in words. */
const VALID = {
  rules: oneOf(RULES),
  points: oneOf(Array.from({ length: MOST_POINTS }, (_, index) => String(index + 1))),
  from: edges,
  to: edges,
  shape: oneOf(Object.keys(SHAPES).filter((shape) => shape !== "")),
  value: [
    (text) => text === "open" || isNumber(text, -MOST_POINTS, MOST_POINTS),
    `open or a number from -${MOST_POINTS} to ${MOST_POINTS}`,
  ],
  sort: [(text) => SORTS.includes(text.replace(/^-/, "")), `${either(SORTS)}, or one of these after -`],
  by: oneOf(Object.keys(FIELDS)),
};

/** Whether the filter can have this value of a key. */
export function isChoice(key, value) {
  return value === BEGIN[key] || VALID[key][0](value);
}

/** The values of a key, for a sentence. */
export function choices(key) {
  return `${key} can be ${VALID[key][1]}`;
}

export function write(wanted) {
  const entries = Object.entries(wanted).filter(([key, value]) => value !== BEGIN[key]);
  return entries.length > 0 ? `#${new URLSearchParams(entries)}` : location.pathname;
}

/** Reads a filter, and what is wrong with it; a wrong part is left out. */
export function read(hash) {
  const wanted = { ...BEGIN };
  const wrong = [];
  const entries = [...new URLSearchParams(hash.replace(/^#/, ""))];
  entries.forEach(([key, value], index) => {
    const first = entries.findIndex(([other]) => other === key);
    if (!Object.hasOwn(VALID, key)) wrong.push(`This link says ${key}=${value}, which means nothing here. This part of it was left out.`);
    else if (first < index) wrong.push(`This link says ${key}=${entries[first][1]} and ${key}=${value}: keep one. The second was left out.`);
    else if (isChoice(key, value)) wanted[key] = value;
    else wrong.push(`This link says ${key}=${value}; ${choices(key)}. This part of it was left out.`);
  });
  return { wanted, wrong };
}
