// The game of the page: board, rules, start, moves made and moves undone.

import { other } from "./words.js";

export class Game {
  /** `about` is the description of the board from the api; `rules` has superko, suicide and scoring; komi is in half points. */
  constructor(about, { rules, komi, start, toMove = "black", moves = [], at = moves.length }) {
    this.about = about;
    this.names = about.drawing.points.map((point) => point.name);
    this.empty = ".".repeat(this.names.length);
    this.rules = rules;
    this.komi = komi;
    this.startFrom(start?.replaceAll("/", "") || this.empty, toMove);
    this.moves = [...moves];
    this.goTo(at);
  }

  /** Starts a new game. */
  startFrom(position, toMove) {
    this.start = position;
    this.toMove = toMove;
    this.moves = [];
    this.at = 0;
  }

  /** The moves that are not undone. */
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

  /** The player of the move with this number, from 1. */
  mover(number) {
    return number % 2 === 1 ? this.toMove : other(this.toMove);
  }

  /** The question about the game for the api. */
  get question() {
    return {
      board: this.about.name,
      rules: this.rules,
      start: this.start,
      to_move: this.toMove,
      moves: this.made,
    };
  }
}
