// A game against a proof, move by move, with the claim that proves the bound at each position.

import { BoardView } from "./board.js";
import { inWords } from "./bounds.js";
import { Claim } from "./claim.js";
import { byId, html } from "./dom.js";
import { keepFocus } from "./focus.js";
import { Game } from "./game.js";
import { showHistory } from "./history.js";
import { listenToBoard, listenToPage } from "./keyboard.js";
import * as link from "./link.js";
import { outcome } from "./score.js";
import { capital, other } from "./words.js";

/** This page has no values. */
const NO_VALUES = { moves: new Map() };

export class Walk {
  constructor(worker, summary, complain) {
    Object.assign(this, { worker, summary, complain });
    // For all games of the proof, so that a new one leaves the focus where it is.
    this.view = new BoardView(byId("board"), summary.about, (index) => this.click(index));
    listenToBoard(this.view, (index) => this.click(index));
    this.left = new AbortController();
    this.goal = 0;
    this.claim = new Claim(summary.about.drawing, (position, what) => this.preview(position, what));
    this.listen();
  }

  listen() {
    const { signal } = this.left;
    const click = (id, action) => byId(id).addEventListener("click", action, { signal });
    const undo = () => this.goTo(this.before);
    const redo = () => this.goTo((this.game?.at ?? 0) + 1);
    const pass = () => this.pass();
    const restart = () => this.begin();
    click("undo", undo);
    click("redo", redo);
    click("pass", pass);
    click("restart", restart);
    click("answer", () => this.isReady && this.play(this.stand.answer));
    byId("goal").addEventListener("change", () => this.choose(Number(byId("goal").value)), { signal });
    listenToPage({ ArrowLeft: undo, ArrowRight: redo, u: undo, r: redo, p: pass, n: restart }, signal);
  }

  /** Removes the proof. */
  leave() {
    this.left.abort();
  }

  async begin() {
    const { goals, all_goals: all } = this.summary;
    const text = ({ position, to_move: mover, bound }) =>
      this.summary.is_table ? `${position}, ${mover} to move: ${inWords(bound)}` : inWords(bound);
    byId("goal").replaceChildren(...goals.map((goal, index) => html("option", { value: index }, text(goal))));
    byId("goal").value = this.goal;
    byId("goal-note").textContent = all > goals.length ? `The first ${goals.length} of ${all} bounds are listed.` : "";
    this.game = null;
    this.shown = null;
    await this.refresh();
  }

  choose(goal) {
    this.goal = goal;
    return this.begin();
  }

  /** Returns the turn before the opponent's last move, the target of undo, because the proof would make its own move again at once. */
  get before() {
    if (!this.game) return 0;
    const { at } = this.game;
    const isProvers = at > 0 && this.game.mover(at) === this.stand.prover;
    return Math.max(this.stand.given, at - (isProvers && at - 1 > this.stand.given ? 2 : 1));
  }

  /** Whether the state of the game is known. While the page asks for it, the last state is of the game before. */
  get isReady() {
    return Boolean(this.game) && !this.asked;
  }

  click(index) {
    // The click ends a preview and is not a move.
    if (byId("board").classList.contains("preview")) {
      document.activeElement.blur();
      return;
    }
    if (!this.isReady) return;
    const name = this.view.names[index];
    const { rule, reason } = this.stand.state.points[index];
    if (rule) this.complain(`${name}: ${reason}`);
    else this.take(name);
  }

  pass() {
    if (this.isReady && !this.stand.state.over) this.take("pass");
  }

  take(name) {
    const { answer } = this.stand;
    if (answer !== null && name !== answer) this.complain(`The proof plays ${answer} here. You play ${capital(other(this.stand.prover))}.`);
    else this.play(name);
  }

  play(name) {
    this.game.play(name);
    return this.refresh();
  }

  goTo(turn) {
    if (!this.game) return undefined;
    this.game.goTo(Math.max(this.stand.given, turn));
    return this.refresh({ answers: false });
  }

  /** Asks for the state of the game; the proof answers at once, except while the reader steps through the history. */
  async refresh({ answers = true } = {}) {
    const asked = {};
    this.asked = asked;
    this.complain(null);
    try {
      for (;;) {
        const moves = this.game ? this.game.made.slice(this.given) : [];
        const stand = await this.worker.ask("stand", { goal: this.goal, moves });
        if (this.asked !== asked || this.left.signal.aborted) return;
        this.stand = stand;
        this.game ??= this.opened(stand);
        this.given = stand.given;
        if (!answers || stand.answer === null) break;
        this.game.play(stand.answer);
      }
      this.asked = null;
      keepFocus(() => this.show());
    } catch (error) {
      if (this.asked !== asked || this.left.signal.aborted) return;
      this.asked = null;
      // A move that was refused is taken back.
      if (this.game && this.shown) Object.assign(this.game, this.shown);
      this.complain(`${error.message}.`);
    }
  }

  opened({ game: { rules, start, to_move: toMove, moves } }) {
    return new Game(this.summary.about, { rules, komi: 0, start, toMove, moves });
  }

  draw() {
    this.view.update({ komi: 0, made: this.game.made }, this.stand.state, NO_VALUES, () => false);
  }

  show() {
    const { game, stand } = this;
    const { state, prover, answer, met } = stand;
    this.shown = { moves: game.moves, at: game.at };
    // The records of the claim before go, and with them the button whose leaving would end its preview.
    byId("board").classList.remove("preview");
    this.draw();
    showHistory(byId("history"), { game, state, goTo: (turn) => this.goTo(turn) });
    const mover = `${capital(state.to_move)} to move: ${state.to_move === prover ? "the proof" : "you"}`;
    byId("turn").textContent = state.over ? `The game is over: ${outcome(state.score, 0)}` : mover;
    byId("aim").textContent = `Proved: ${inWords(stand.bound)}`;
    byId("said").textContent = this.last();
    byId("answer").hidden = answer === null;
    byId("answer").textContent = answer === null ? "" : `Let the proof play ${answer}`;
    byId("undo").disabled = game.at <= stand.given;
    byId("redo").disabled = game.at === game.moves.length;
    byId("restart").disabled = game.moves.length <= stand.given;
    byId("pass").disabled = state.over || (answer !== null && answer !== "pass");
    byId("explore").href = `index.html${link.write(game, false, this.summary.presets)}`;
    this.claim.show(stand, game);
    const end = met ? "The bound is met." : "The bound is NOT met.";
    byId("live").textContent = `${this.last()} ${byId("turn").textContent}. ${state.over ? end : ""}`;
  }

  /** Describes the proof's last move. */
  last() {
    const { game, stand } = this;
    if (game.at <= stand.given) return `You play ${capital(other(stand.prover))} against the proof.`;
    const name = game.made.at(-1);
    const by = game.mover(game.at);
    return by === stand.prover ? `The proof answers ${name}.` : `You played ${name}.`;
  }

  /** Shows and describes another position instead of the game's; `null` shows the game again. */
  preview(position, what) {
    byId("board").classList.toggle("preview", position !== null);
    byId("said").textContent = position === null ? this.last() : what;
    if (position === null) this.draw();
    else this.view.edit(position);
  }
}
