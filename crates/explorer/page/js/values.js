// The values of the moves, as the solver finds them.

import { lines } from "./api.js";
import { bracket } from "./score.js";

export class Values {
  constructor(points, onChange) {
    this.points = points;
    this.onChange = onChange;
    this.forget();
  }

  forget() {
    this.value = null;
    this.moves = new Map();
    this.best = null;
    this.line = [];
    this.lineEnds = false;
    this.expansions = 0;
    this.done = false;
    this.open = null;
  }

  /** Stops the solver's work for this page, and forgets. */
  stop() {
    this.asking?.abort();
    this.asking = null;
    this.forget();
  }

  /** Asks for the values of a game, in the place of those of the game before. */
  async start(question) {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    try {
      for await (const line of lines("/api/values", question, asking.signal)) {
        if (this.asking !== asking) return;
        this.hear(line);
        this.onChange();
      }
      if (this.asking !== asking || this.done) return;
      this.open = "the server ended";
    } catch (error) {
      if (this.asking !== asking) return;
      this.open = error.message;
    }
    this.done = true;
    this.onChange();
  }

  hear(line) {
    switch (line.kind) {
      case "value":
        this.value = { lo: line.lo, hi: line.hi };
        break;
      case "move":
        this.moves.set(line.name, { lo: line.lo, hi: line.hi });
        break;
      case "best":
        this.best = new Set(line.moves);
        break;
      case "play":
        this.line = line.moves;
        this.lineEnds = line.ends;
        break;
      case "effort":
        this.expansions = line.expansions;
        break;
      case "end":
      case "error":
        this.open = line.open ?? line.error ?? null;
        this.done = true;
        break;
    }
  }

  /** Whether what is known of a value says nothing: any score of the board fits. */
  isNothing({ lo, hi }) {
    return lo === -this.points && hi === this.points;
  }

  /** What is known of a value, in short. */
  text(known, komi) {
    return this.isNothing(known) ? "?" : bracket(known, komi);
  }

  get exact() {
    return this.value !== null && this.value.lo === this.value.hi;
  }
}
