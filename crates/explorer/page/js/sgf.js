// Games as SGF 4, after A. Hollosi, SGF File Format FF[4]. Only grids have points that SGF can name.

import { RULES } from "./rules.js";
import { readKomi, writeKomi } from "./score.js";
import { other } from "./words.js";

/** The properties that a node has once, with one value; lists of points may come in pieces. */
const SINGLE = ["SZ", "HA", "PL", "KM", "B", "W"];
/** The largest handicap that `koproof game replay` reads. */
const MAX_HANDICAP = 512;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Tells whether SGF has letters for the points of a board. */
export function fits({ drawing }) {
  return drawing.grid !== null && Math.max(...drawing.grid) <= LETTERS.length;
}

/** Writes a game with all its moves, including undone ones. `rulesLine` describes its rules. */
export function write(game, rulesLine) {
  const [rows, columns] = game.about.drawing.grid;
  const at = (index) => LETTERS[index % columns] + LETTERS[Math.floor(index / columns)];
  const place = (name) => (name === "pass" ? "" : at(game.names.indexOf(name)));
  const stones = (symbol) => [...game.start].flatMap((one, index) => (one === symbol ? [`[${at(index)}]`] : []));
  const setUp = (property, found) => (found.length ? property + found.join("") : "");
  const size = rows === columns ? rows : `${columns}:${rows}`;
  const moves = game.moves.map((name, index) => `;${game.mover(index + 1)[0].toUpperCase()}[${place(name)}]`);
  return [
    `(;FF[4]GM[1]CA[UTF-8]AP[koproof]SZ[${size}]KM[${writeKomi(game.komi)}]RU[${rulesLine}]`,
    `${setUp("AB", stones("X"))}${setUp("AW", stones("O"))}PL[${game.toMove === "black" ? "B" : "W"}]`,
    ...moves,
  ]
    .join("\n")
    .concat(")\n");
}

/** Reads the points of a property: each value is a point, or a rectangle by two of its corners, `aa:cb`. */
function points(values, point, columns) {
  return values.flatMap((value) => {
    const corners = value.split(":");
    if (corners.length > 2) throw new Error(`“${value}” names no point and no rectangle: write aa or aa:cb`);
    const [one, other = one] = corners.map(point);
    const [left, right] = [one % columns, other % columns];
    const [top, bottom] = [one, other].map((index) => Math.floor(index / columns));
    if (right < left || bottom < top) throw new Error(`“${value}” names no rectangle: write its upper left corner first`);
    const rows = Array.from({ length: bottom - top + 1 }, (_, row) => (top + row) * columns);
    return rows.flatMap((row) => Array.from({ length: right - left + 1 }, (_, column) => row + left + column));
  });
}

/** Reads the nodes of the main line: lists of properties with their values. */
function mainLine(text) {
  const nodes = [];
  let at = text.indexOf("(");
  if (at < 0) throw new Error("it is no SGF: there is no “(”");
  while (at < text.length) {
    const symbol = text[at];
    at += 1;
    // The first variation ends the main line.
    if (symbol === ")") return nodes;
    if (symbol === ";") nodes.push(new Map());
    if (!/[A-Za-z]/.test(symbol)) continue;
    const name = text.slice(at - 1).match(/^[A-Za-z]+\s*/)[0];
    at += name.length - 1;
    const values = [];
    while (text[at] === "[") {
      const value = text.slice(at).match(/^\[((?:[^\]\\]|\\[^])*)\]\s*/);
      if (!value) throw new Error(`${name.trim()} has no “]”`);
      values.push(value[1].replace(/\\([^])/g, "$1"));
      at += value[0].length;
    }
    if (nodes.length === 0) throw new Error(`${name.trim()} comes before the first “;”`);
    if (values.length === 0) throw new Error(`${name.trim()} has no value: write ${name.trim()}[], or leave it out`);
    const property = name.replace(/[a-z\s]/g, "");
    const all = [...(nodes.at(-1).get(property) ?? []), ...values];
    if (SINGLE.includes(property) && all.length > 1) throw new Error(`node ${nodes.length}: ${property} is given twice: keep one`);
    nodes.at(-1).set(property, all);
  }
  throw new Error("it breaks off: there is no “)”");
}

function size(root) {
  const text = root.get("SZ")?.[0] ?? "19";
  // JavaScript also takes 0x2 and 2e0 for numbers.
  if (!/^\d+(:\d+)?$/.test(text)) throw new Error(`the size ${text} is none: write SZ[2] or SZ[3:2]`);
  const [columns, rows = columns] = text.split(":").map(Number);
  const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= LETTERS.length;
  if (!isSide(columns) || !isSide(rows)) throw new Error(`the size ${text} is none: write SZ[2] or SZ[3:2]`);
  return [columns, rows];
}

/** The number of handicap stones. */
function handicap(root) {
  const text = root.get("HA")?.[0].trim() || "0";
  const isNumber = /^\d+$/.test(text) && Number(text) <= MAX_HANDICAP;
  if (!isNumber) throw new Error(`node 1: HA[${text}] is not a number of stones from 0 to ${MAX_HANDICAP}`);
  return Number(text);
}

/** The rules that RU names, as a preset or in the form of `write`; `null` if it names none of our rules. */
function rulesOf(text, presets) {
  const preset = presets.find(({ name }) => text === name || text.startsWith(`${name}:`));
  if (preset) return Object.fromEntries(Object.keys(RULES).map((rule) => [rule, preset[rule]]));
  const said = text.match(/^(\S.*) superko, suicide (\w+), (\S+) scoring/);
  if (!said) return null;
  const found = Object.entries(RULES).map(([rule, choices], index) => {
    const choice = Object.keys(choices).find((key) => [key, choices[key][0]].includes(said[index + 1]));
    return [rule, choice];
  });
  return found.every(([, choice]) => choice) ? Object.fromEntries(found) : null;
}

/**
 * Reads the main line of a game, for a Game: points are given by their index, -1 for a pass. `notes` lists what was not
 * read. Throws an error that names the problem.
 */
export function read(text, presets) {
  const nodes = mainLine(text);
  const root = nodes[0];
  if (!root) throw new Error("it has no game");
  const kind = root.get("GM");
  if (kind && kind.join("][") !== "1") {
    throw new Error(`it is no SGF of Go: GM[${kind.join("][")}] names another game than Go, which is GM[1]`);
  }
  const [columns, rows] = size(root);
  const point = (value) => {
    const [x, y] = [...value].map((letter) => LETTERS.indexOf(letter));
    const isPoint = value.length === 2 && x >= 0 && x < columns && y >= 0 && y < rows;
    if (!isPoint) throw new Error(`“${value}” names no point of ${rows}x${columns}`);
    return y * columns + x;
  };
  const start = [...".".repeat(columns * rows)];
  let toMove = null;
  const moves = [];
  nodes.forEach((node, index) => {
    const placed = new Map();
    for (const [property, symbol] of Object.entries({ AB: "X", AW: "O", AE: "." })) {
      const values = node.get(property) ?? [];
      if (values.length > 0 && moves.length > 0) throw new Error(`node ${index + 1} sets up stones in the middle of the game`);
      for (const at of points(values, point, columns)) {
        const name = LETTERS[at % columns] + LETTERS[Math.floor(at / columns)];
        if ((placed.get(at) ?? symbol) !== symbol) throw new Error(`node ${index + 1} sets “${name}” up in two ways: keep one`);
        placed.set(at, symbol);
        start[at] = symbol;
      }
    }
    const again = node.get("SZ")?.[0];
    if (again !== undefined && size(node).join() !== [columns, rows].join()) {
      throw new Error(`node ${index + 1}: SZ[${again}] is another size than that of the first node: leave it out`);
    }
    const player = node.get("PL")?.[0];
    if (player !== undefined && !["B", "W"].includes(player)) {
      throw new Error(`node ${index + 1}: PL[${player}] names no player: write PL[B] or PL[W]`);
    }
    if (player !== undefined && moves.length === 0) toMove = player === "W" ? "white" : "black";
    for (const [property, color] of Object.entries({ B: "black", W: "white" })) {
      const value = node.get(property)?.[0];
      if (value === undefined) continue;
      const isOldPass = value === "tt" && columns <= 19 && rows <= 19;
      toMove ??= color;
      const turn = moves.length % 2 === 0 ? toMove : other(toMove);
      if (color !== turn) throw new Error(`move ${moves.length + 1} is out of turn: ${turn} is to move`);
      moves.push(value === "" || isOldPass ? -1 : point(value));
    }
  });
  const stones = handicap(root);
  if (stones > 1 && !start.includes("X")) {
    throw new Error(`it has a handicap of ${stones}, and turns alternate here: set the stones up with AB`);
  }
  // Some programs write KM[] for a game without komi.
  const given = root.get("KM")?.[0].trim() || "0";
  const komi = readKomi(given);
  if (komi === null) throw new Error(`the komi “${given}” is no multiple of one half between -1000 and 1000: write 7, 6.5 or -0.5`);
  const named = root.get("RU")?.[0]?.trim();
  const rules = named ? rulesOf(named, presets) : null;
  return {
    board: `${rows}x${columns}`,
    rules,
    komi,
    start: start.join(""),
    toMove: toMove ?? "black",
    moves,
    notes: named && !rules ? `The file asks for the rules “${named.slice(0, 40)}”; the rules here were kept.` : null,
  };
}
