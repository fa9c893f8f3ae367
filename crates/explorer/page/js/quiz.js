// The quiz: values are hidden until a move is guessed, and each guess is judged.

import { byId, onClick } from "./dom.js";
import { bracket, outcome } from "./score.js";
import { capital, counted } from "./words.js";

export class Quiz {
  constructor({ changed, play }) {
    this.on = false;
    /** The guesses at each position, by its question. */
    this.guesses = new Map();
    this.guess = null;
    onClick("quiz", () => {
      this.turn(!this.on);
      changed();
    });
    onClick("quiz-reveal", () => {
      this.position.all = true;
      changed();
    });
    onClick("quiz-play", () => play(this.guess));
  }

  turn(on) {
    this.on = on;
    this.guesses.clear();
    if (this.question) this.ask(this.question);
  }

  /** Starts the question about a position. */
  ask(question) {
    this.question = question;
    const key = JSON.stringify(question);
    if (!this.guesses.has(key)) this.guesses.set(key, { names: [], right: null, all: false });
    this.position = this.guesses.get(key);
    this.guess = null;
  }

  /** Tells whether the value of a move may be shown. */
  shows(name) {
    return !this.on || this.position.all || this.position.names.includes(name);
  }

  /** Tells whether the value of the position may be shown. */
  get showsValue() {
    return !this.on || this.position.all;
  }

  /** Takes a guess. Returns false for the second click, which plays the move. */
  take(name) {
    if (!this.on || this.shows(name)) return false;
    this.position.names.push(name);
    this.guess = name;
    return true;
  }

  /** Returns the number of points that a move gives away, if it is known. */
  loss(name, values, toMove) {
    const known = values.moves.get(name);
    if (!values.exact || !known || known.lo !== known.hi) return null;
    return toMove === "black" ? values.value.lo - known.lo : known.lo - values.value.lo;
  }

  /** Returns the comment on the guess. */
  judgement(values, toMove, komi) {
    const name = this.guess;
    if (name === null) {
      const all = this.position.all ? "All values are shown: click a move to play it." : "";
      return all || `Which move is best for ${capital(toMove)}? Click a point, or Pass.`;
    }
    const known = values.moves.get(name);
    const loss = this.loss(name, values, toMove);
    if (loss === null) {
      return `${name}: ${known && values.says(known) ? bracket(known, komi) : "not solved"} so far. The board is still being solved.`;
    }
    const result = `${name}: ${outcome(known.lo, komi)}.`;
    return loss === 0 ? `${result} Right: no move is better.` : `${result} This gives ${counted(loss, "point")} away. Try another move.`;
  }

  show(values, state, komi) {
    byId("quiz").textContent = this.on ? "End quiz" : "Quiz";
    byId("quiz-panel").hidden = !this.on || state.over;
    if (!this.on) return;
    const first = this.position.names[0];
    if (this.position.right === null && first !== undefined) {
      const loss = this.loss(first, values, state.to_move);
      if (loss !== null) this.position.right = loss === 0;
    }
    const text = this.judgement(values, state.to_move, komi);
    // A live region announces every new text, even if it is the same.
    if (byId("quiz-text").textContent !== text) byId("quiz-text").textContent = text;
    byId("quiz-play").hidden = this.guess === null;
    byId("quiz-play").textContent = `Play ${this.guess}`;
    byId("quiz-play").classList.toggle("primary", this.loss(this.guess, values, state.to_move) === 0);
    byId("quiz-reveal").hidden = this.position.all;
    const judged = [...this.guesses.values()].filter(({ right }) => right !== null);
    const right = judged.filter((position) => position.right).length;
    byId("quiz-tally").textContent = judged.length ? `Right at the first guess: ${right} of ${judged.length}.` : "";
  }
}
