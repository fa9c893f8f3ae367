// The data of the atlas: the CSV files of results/atlas, one for each number of points, compressed.

import { fetched } from "./fetched.js";
import { short } from "./score.js";

export const MOST_POINTS = 8;

/** Columns that are numbers; the others are text. */
const NUMBERS = ["points", "edges", "automorphisms", "value", "lo", "hi", "legal_colorings", "ko_free_share", "expansions"];

function parse(text) {
  const [head, ...lines] = text.trimEnd().split("\n");
  const columns = head.split(",");
  return lines.map((line) => {
    // No field of these files has a comma in it: graph6 has none.
    const fields = line.split(",");
    const row = Object.fromEntries(columns.map((column, index) => [column, fields[index]]));
    for (const column of NUMBERS) row[column] = row[column] === "" ? null : Number(row[column]);
    return row;
  });
}

/** Yields the rows of one file after the other, so that the small graphs appear at once. */
export async function* load() {
  for (let points = 1; points <= MOST_POINTS; points += 1) {
    const response = await fetched(`atlas/empty-${points}.csv.gz`).catch((error) => {
      throw new Error(`the graphs of ${points} points: ${error.message}`, { cause: error });
    });
    const text = await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).text();
    yield { points, rows: parse(text) };
  }
}

/** The shapes that graphs are filtered by. */
export const SHAPES = {
  "": ["any", () => true],
  trees: ["trees", ({ points, edges }) => edges === points - 1],
  unicyclic: ["one cycle", ({ points, edges }) => edges === points],
  complete: ["complete", ({ points, edges }) => 2 * edges === points * (points - 1)],
  symmetric: ["symmetries ≥ points", ({ points, automorphisms }) => automorphisms >= points],
};

/** Tells whether a row meets the filter. */
export function passes(row, { rules, points, from, to, shape, value }) {
  return (
    row.rules === rules &&
    (points === "" || row.points === Number(points)) &&
    (from === "" || row.edges >= Number(from)) &&
    (to === "" || row.edges <= Number(to)) &&
    SHAPES[shape][1](row) &&
    (value === "" || group(row, "value") === value)
  );
}

/** Returns the bar of a chart to which a row belongs. */
export function group(row, by) {
  if (by !== "value") return String(row[by]);
  return row.value === null ? "open" : String(row.value);
}

/** Returns the name of a bar, with scores in the notation of Go players. */
export function label(by, key) {
  return by === "value" && key !== "open" ? short(Number(key), 0) : key;
}
