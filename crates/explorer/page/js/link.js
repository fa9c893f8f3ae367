// A game in the part of an address after `#`. Rules have their name if they have one, otherwise each rule is listed.

import { RULES, presetOf } from "./rules.js";
import { readKomi, writeKomi } from "./score.js";
import { COLORS, either } from "./words.js";

const KEYS = ["rules", ...Object.keys(RULES), "board", "komi", "start", "to", "moves", "at", "quiz"];

export function write(game, quiz, presets) {
  const preset = presetOf(game.rules, presets);
  const entries = { board: game.about.name, ...(preset ? { rules: preset.name } : game.rules) };
  if (readKomi(preset?.komi ?? "") !== game.komi) entries.komi = writeKomi(game.komi);
  if (game.start !== game.empty) entries.start = game.start;
  if (game.toMove !== "black") entries.to = game.toMove;
  if (game.moves.length > 0) entries.moves = game.moves.join(".");
  if (game.at < game.moves.length) entries.at = game.at;
  if (quiz) entries.quiz = "on";
  // Neither sign has a special meaning in this part of an address.
  return `#${new URLSearchParams(entries)}`.replaceAll("%3A", ":").replaceAll("%2C", ",");
}

/** Refuses a value, and lists the valid ones. */
function wrong(key, value, choices) {
  return new Error(`This link says ${key}=${value}; ${key} can be ${choices}. The link was not opened.`);
}

function choice(entries, key, choices, otherwise) {
  const value = entries.get(key) ?? otherwise;
  if (choices.includes(value)) return value;
  throw wrong(key, value, either(choices));
}

/**
 * Reads a game from an address; `null` if there is none. Missing parts are those of the rules that it names, or of
 * `otherwise`, the first game of the page. Throws an error that names the problem.
 */
export function read(hash, otherwise, presets) {
  const entries = new URLSearchParams(hash.replace(/^#/, ""));
  const keys = [...entries.keys()];
  if (keys.length === 0) return null;
  const unknown = keys.find((key) => !KEYS.includes(key));
  if (unknown === "handicap") {
    throw new Error("This link asks for a handicap. The explorer has none, as turns alternate here: put the stones into start, with to=white.");
  }
  if (unknown !== undefined) {
    throw new Error(`This link says ${unknown}=${entries.get(unknown)}, which means nothing here: it was not opened.`);
  }
  const twice = keys.find((key, index) => keys.indexOf(key) < index);
  if (twice !== undefined) {
    const said = entries.getAll(twice).map((value) => `${twice}=${value}`);
    throw new Error(`This link says ${said.join(" and ")}: keep one. The link was not opened.`);
  }
  const named = entries.has("rules") ? choice(entries, "rules", presets.map(({ name }) => name)) : null;
  const usual = presets.find(({ name }) => name === named) ?? otherwise;
  const rules = Object.fromEntries(
    Object.entries(RULES).map(([rule, choices]) => [rule, choice(entries, rule, Object.keys(choices), usual[rule])]),
  );
  const komi = readKomi(entries.get("komi") ?? usual.komi);
  if (komi === null) throw wrong("komi", entries.get("komi"), "a multiple of one half between −1000 and 1000");
  const moves = (entries.get("moves") ?? "").split(".").filter((name) => name !== "");
  const at = entries.get("at") ?? String(moves.length);
  if (moves.length === 0 && at !== "0") throw new Error(`This link says at=${at}, but has no moves: leave at out. The link was not opened.`);
  if (!/^\d+$/.test(at) || Number(at) > moves.length) throw wrong("at", at, `a number from 0 to ${moves.length}`);
  const board = entries.get("board") ?? otherwise.board;
  if (board.trim() === "") throw wrong("board", board, "a name such as 2x3 or cycle:5");
  return {
    board,
    rules,
    komi,
    start: entries.get("start"),
    toMove: choice(entries, "to", Object.values(COLORS), "black"),
    moves,
    at: Number(at),
    quiz: choice(entries, "quiz", ["on", "off"], "off") === "on",
  };
}
