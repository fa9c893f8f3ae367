// The game that the page holds: rules, start, moves made and moves taken back. It fits into a link.

import { readKomi, writeKomi } from "./score.js";

const OTHER = { black: "white", white: "black" };

export class Game {
  constructor(about) {
    const { superko, suicide, komi, start, to_move, moves } = about.game;
    this.about = about;
    this.names = new Set(["pass", ...about.drawing.points.map((point) => point.name)]);
    this.empty = ".".repeat(about.drawing.points.length);
    this.superko = superko;
    this.suicide = suicide;
    this.komi = readKomi(komi);
    this.startFrom(start.replaceAll("/", ""), to_move);
    this.moves = [...moves];
    this.at = moves.length;
  }

  /** Begins anew. */
  startFrom(position, toMove) {
    this.start = position;
    this.toMove = toMove;
    this.moves = [];
    this.at = 0;
  }

  /** The moves that stand. */
  get made() {
    return this.moves.slice(0, this.at);
  }

  play(name) {
    if (this.moves[this.at] !== name) this.moves = [...this.made, name];
    this.at += 1;
  }

  goTo(turn) {
    this.at = Math.max(0, Math.min(turn, this.moves.length));
  }

  /** Drops a move that cannot be made, and those after it. */
  cutBefore(number) {
    this.moves = this.moves.slice(0, number - 1);
    this.at = Math.min(this.at, this.moves.length);
  }

  /** Who makes the move with this number, from 1. */
  mover(number) {
    return number % 2 === 1 ? this.toMove : OTHER[this.toMove];
  }

  get rules() {
    return { superko: this.superko, suicide: this.suicide };
  }

  /** The question that the server is asked. */
  get question() {
    return { rules: this.rules, start: this.start, to_move: this.toMove, moves: this.made };
  }

  /** The state as the end of an address. */
  get link() {
    const entries = {
      board: this.about.name,
      superko: this.superko,
      suicide: this.suicide,
      komi: writeKomi(this.komi),
    };
    if (this.start !== this.empty) entries.start = this.start;
    if (this.toMove !== "black") entries.to = this.toMove;
    if (this.moves.length > 0) entries.moves = this.moves.join(".");
    if (this.at < this.moves.length) entries.at = this.at;
    return `#${new URLSearchParams(entries)}`;
  }

  /** Takes the state from the end of an address. Returns what is wrong with it, if something is. */
  restore(hash) {
    const entries = new URLSearchParams(hash.replace(/^#/, ""));
    if (![...entries.keys()].length) return null;
    const board = entries.get("board");
    if (board !== null && board !== this.about.name) {
      return `This link is for the board ${board}; here is ${this.about.name}. Start koproof explore ${board}.`;
    }
    const choices = (id) => [...document.getElementById(id).options].map((option) => option.value);
    for (const rule of ["superko", "suicide"]) {
      if (choices(rule).includes(entries.get(rule))) this[rule] = entries.get(rule);
    }
    this.komi = readKomi(entries.get("komi") ?? "") ?? this.komi;
    const start = entries.get("start") ?? this.empty;
    const moves = (entries.get("moves") ?? "").split(".").filter((name) => name !== "");
    if (start.length !== this.empty.length || moves.some((name) => !this.names.has(name))) {
      return "The game in this link does not fit the board.";
    }
    this.startFrom(start, entries.get("to") === "white" ? "white" : "black");
    this.moves = moves;
    this.goTo(Number(entries.get("at") ?? moves.length) || 0);
    return null;
  }
}
