// The values of the moves, as the solver finds them.

import * as api from "./api.js";

export class Values {
  constructor(onChange) {
    this.onChange = onChange;
    this.points = 0;
    this.forget();
  }

  forget() {
    this.value = null;
    this.moves = new Map();
    this.best = null;
    this.line = [];
    this.lineEnds = false;
    this.effort = { expansions: 0, seconds: 0 };
    this.done = false;
    this.stopped = false;
    this.open = null;
  }

  /** Stops the work for this page; known values stay. */
  stop() {
    this.asking?.abort();
    this.asking = null;
    this.stopped = !this.done;
    this.done = true;
  }

  /** Continues after a stop; the solver still has its claims. */
  resume() {
    this.before = this.effort;
    this.stopped = false;
    this.done = false;
    this.open = null;
    return this.ask();
  }

  /** Asks for the values of a game, and drops those of the game before. */
  start(question) {
    this.stop();
    this.forget();
    this.question = question;
    this.points = question.start.length;
    this.before = { expansions: 0, seconds: 0 };
    return this.ask();
  }

  async ask() {
    const asking = new AbortController();
    this.asking = asking;
    try {
      for await (const part of api.values(this.question, asking.signal)) {
        if (this.asking !== asking) return;
        this.hear(part);
        this.onChange();
      }
      if (this.asking !== asking || this.done) return;
    } catch (error) {
      if (this.asking !== asking) return;
      this.open = error.message;
    }
    this.done = true;
    this.onChange();
  }

  hear(part) {
    switch (part.kind) {
      case "value":
        this.value = { lo: part.lo, hi: part.hi };
        break;
      case "move":
        this.moves.set(part.name, { lo: part.lo, hi: part.hi });
        break;
      case "best":
        this.best = new Set(part.moves);
        break;
      case "play":
        this.line = part.moves;
        this.lineEnds = part.ends;
        break;
      case "effort":
        this.effort = {
          expansions: this.before.expansions + part.expansions,
          seconds: this.before.seconds + part.seconds,
        };
        break;
      case "again":
        this.before = this.effort;
        break;
      case "end":
      case "error":
        this.open = part.open ?? part.error ?? null;
        this.done = true;
        break;
    }
  }

  /** Tells whether a bracket is narrower than the range of all scores. */
  says({ lo, hi }) {
    return hi - lo < 2 * this.points;
  }

  isBest(name) {
    return this.best?.has(name) ?? false;
  }

  get exact() {
    return this.value !== null && this.value.lo === this.value.hi;
  }
}
