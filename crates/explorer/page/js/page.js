// The page: it reacts to clicks and shows the results.

import * as api from "./api.js";
import { BoardView } from "./board.js";
import { Chooser } from "./chooser.js";
import { byId, onClick, showText } from "./dom.js";
import { Editor } from "./editor.js";
import { keepFocus } from "./focus.js";
import { Game } from "./game.js";
import { showHistory } from "./history.js";
import { listenToBoard, listenToPage } from "./keyboard.js";
import { showLine } from "./line.js";
import * as link from "./link.js";
import { Quiz } from "./quiz.js";
import { RulesPanel } from "./rules.js";
import { bracket, outcome, readKomi, sentence, short } from "./score.js";
import { Share } from "./share.js";
import { showStatus } from "./status.js";
import { TablePanel } from "./table.js";
import { Values } from "./values.js";
import { capital } from "./words.js";

export class Page {
  constructor(begin) {
    this.begin = begin;
    this.state = null;
    this.values = new Values(() => this.showSoon());
    this.quiz = new Quiz({ changed: () => this.changeQuiz(), play: (name) => this.play(name) });
    this.rules = new RulesPanel(begin.presets, {
      choose: (rules, komi) => this.changeRules(rules, komi),
      complain: (text) => this.complain(text),
    });
    this.table = new TablePanel((position, toMove) => this.jump(position, toMove));
    this.chooser = new Chooser(begin.families, { choose: (name) => this.openBoard(name), drop: () => this.want() });
    this.editor = new Editor({
      show: (position) => this.view.edit(position),
      done: (position, toMove) => this.finishEditing(position, toMove),
      cancel: () => this.refresh("Editing was cancelled."),
    });
    this.share = new Share(begin.presets, {
      shown: () => ({ game: this.game, rulesLine: this.rules.line(this.game), drawing: this.view.svg }),
      want: () => this.want(),
      open: (wanted, isWanted) => this.open({ rules: this.game.rules, ...wanted }, { isOther: true, isWanted }),
      complain: (text) => this.complain(text),
      say: (text) => this.say(text),
    });
    this.listen();
  }

  listen() {
    const undo = () => this.goTo(this.game.at - 1);
    const redo = () => this.goTo(this.game.at + 1);
    const pass = () => this.pass();
    const restart = () => this.restart();
    listenToPage({ ArrowLeft: undo, ArrowRight: redo, u: undo, r: redo, p: pass, n: restart });
    onClick("undo", undo);
    onClick("redo", redo);
    onClick("pass", pass);
    onClick("restart", restart);
    onClick("edit", () => this.openEditor());
    onClick("choose-board", () => !this.editor.active && this.chooser.open());
    onClick("stop", () => this.stopOrContinue());
    byId("show-line").addEventListener("change", () => this.show());
    addEventListener("popstate", () => this.restore());
    addEventListener("pagehide", () => this.values.stop());
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
  }

  // Opening games.

  /** Opens the game in the address, or the first game. */
  async restore() {
    if (this.game && location.hash === this.link) {
      // Back from a link that was not opened.
      if (this.isReady) this.complain(null);
      return;
    }
    const isWanted = this.want();
    let wrong = null;
    try {
      const wanted = link.read(location.hash, this.begin.game, this.begin.presets);
      if (wanted) {
        await this.open(wanted, { isWanted });
        return;
      }
    } catch (error) {
      wrong = error.message;
    }
    if (this.game && wrong) await this.refresh();
    else await this.open(this.beginning, { isWanted });
    if (wrong && isWanted()) this.complain(wrong);
  }

  get beginning() {
    const { board, superko, suicide, scoring, komi, start, to_move, moves } = this.begin.game;
    const rules = { superko, suicide, scoring };
    return { board, rules, komi: readKomi(komi), start, toMove: to_move, moves };
  }

  /** Drops the games that are being opened in favour of a new one; the function that it returns tells whether that one is still wanted. */
  want() {
    const ticket = (this.ticket = {});
    return () => this.ticket === ticket;
  }

  /**
   * Opens a game, unless another one is wanted meanwhile; returns whether it was opened. Throws an error if there is no such
   * board; reports problems with the game itself.
   */
  async open(wanted, { isWanted = this.want(), isOther = false } = {}) {
    let about;
    try {
      about = wanted.board === this.game?.about.name ? this.game.about : await api.board(wanted.board);
    } catch (error) {
      if (isWanted()) throw error;
    }
    if (!isWanted()) return false;
    this.game = new Game(about, wanted);
    if (wanted.quiz !== undefined) this.quiz.turn(wanted.quiz);
    this.showBoard();
    this.table.use(this.game);
    await this.refresh("", { isOther });
    return true;
  }

  /** Opens an empty board under the current rules; returns whether it was opened. */
  async openBoard(name) {
    const { rules, komi } = this.game;
    const isOpen = await this.open({ board: name, rules, komi }, { isOther: true });
    if (isOpen) this.say(`Board ${this.game.about.name}.`);
    return isOpen;
  }

  showBoard() {
    const { about } = this.game;
    if (this.view?.about === about) return;
    const draw = () => (this.view = new BoardView(byId("board"), about, (index) => this.click(index)));
    keepFocus(draw, () => this.view.points[0]);
    listenToBoard(this.view, (index) => this.click(index));
    byId("board-name").textContent = about.name;
    document.title = `${about.name} · koproof explorer`;
    this.share.use(about);
  }

  // Actions.

  click(index) {
    if (this.editor.active) return this.editor.click(index);
    const name = this.view.names[index];
    if (!this.isReady) return undefined;
    const refused = this.state.points[index];
    if (refused.rule) return this.complain(`${name}: ${refused.reason}`);
    return this.take(name);
  }

  pass() {
    if (!this.editor.active && this.isReady && !this.state.over) this.take("pass");
  }

  /** Guesses a move in a quiz; otherwise makes it. */
  take(name) {
    if (this.quiz.take(name)) this.show();
    else this.play(name);
  }

  play(name) {
    if (!this.isReady) return;
    const mover = capital(this.state.to_move);
    this.game.play(name);
    this.refresh(`${mover} ${name}.`);
  }

  changeQuiz() {
    // A value that was announced would give the answer away.
    this.say("");
    this.showAndLink();
  }

  goTo(turn) {
    if (this.editor.active) return;
    const { at } = this.game;
    this.game.goTo(turn);
    // Another question about the same position would throw its values away.
    if (this.game.at === at) return;
    this.refresh(turn <= 0 ? "At the start." : `After move ${this.game.at}.`);
  }

  restart() {
    if (!this.editor.active) this.startFrom(this.game.start, this.game.toMove);
  }

  startFrom(position, toMove) {
    this.game.startFrom(position, toMove);
    this.refresh("New game.", { isOther: true });
  }

  /** Begins a game that was chosen elsewhere on the page, and scrolls to the board. */
  jump(position, toMove) {
    this.startFrom(position, toMove);
    if (byId("board").getBoundingClientRect().top < 0) byId("turn").scrollIntoView();
  }

  changeRules(rules, komi) {
    Object.assign(this.game, { rules, komi });
    this.table.use(this.game);
    this.refresh("Rules changed.");
  }

  stopOrContinue() {
    if (this.values.stopped) this.values.resume();
    else this.values.stop();
    this.show();
  }

  openEditor() {
    if (!this.isReady) return;
    this.values.stop();
    this.complain(null);
    keepFocus(() => {
      this.editor.open(this.state.positions.at(-1), this.state.to_move);
      this.showButtons();
    });
    byId("turn").textContent = "Editing the start";
    this.say("Editing the start. Enter on a point changes it.");
  }

  closeEditor() {
    if (!this.editor.active) return;
    keepFocus(() => {
      byId("edit").disabled = false;
      this.editor.close();
    });
  }

  async finishEditing(position, toMove) {
    const { game } = this;
    const asked = api.state({ ...game.question, start: position, to_move: toMove, moves: [] });
    const wrong = await asked.then(() => null, (error) => error.message);
    // Editing may have been cancelled meanwhile, or another board opened.
    if (!this.editor.active || this.game !== game) return;
    if (wrong) this.complain(wrong);
    else this.startFrom(position, toMove);
  }

  // Display.

  /** Whether the state of the game is known. While the page asks for it, the last state is of the game before. */
  get isReady() {
    return Boolean(this.state) && !this.asking;
  }

  get link() {
    return link.write(this.game, this.quiz.on, this.begin.presets);
  }

  /** Asks for the state of the game, shows it, and asks for the values. From another game, the browser's Back leads to the one before. */
  async refresh(news = "", { isOther = false } = {}) {
    this.closeEditor();
    this.values.stop();
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    byId("value").dataset.done = false;
    this.complain(null);
    let state;
    try {
      state = await this.stateOrLess(asking.signal);
    } catch (error) {
      if (this.asking !== asking) return;
      this.asking = null;
      this.complain(`No answer: ${error.message}`);
      if (this.shown) this.takeBack();
      return;
    }
    if (this.asking !== asking) return;
    this.asking = null;
    this.state = state;
    this.shown = { game: this.game, as: { ...this.game } };
    this.told = null;
    this.quiz.ask(this.game.question);
    this.values.start(this.game.question);
    if (isOther && location.hash !== this.link) history.pushState(null, "", this.link);
    this.showGame();
    const next = state.over ? `The game is over, ${outcome(state.score, this.game.komi)}.` : `${capital(state.to_move)} to move.`;
    this.say(`${news} ${next}`);
  }

  /** Makes the game again what it was when its state was last known: that state is still shown. */
  takeBack() {
    const { game, as } = this.shown;
    const isTabled = this.game === game && game.rules === as.rules && game.komi === as.komi;
    this.game = Object.assign(game, as);
    this.showBoard();
    if (!isTabled) this.table.use(game);
    this.showGame();
  }

  /** Returns the state of the game, shortened if a part of it is illegal under the rules. */
  async stateOrLess(signal) {
    let said = null;
    for (;;) {
      try {
        const state = await api.state(this.game.question, signal);
        this.complain(said);
        return state;
      } catch (error) {
        if (error.part === "moves" && error.move) {
          this.game.cutBefore(error.move);
          said = `${capital(error.message)}. The game is shown up to the move before.`;
        } else if (error.part === "start" && this.game.start !== this.game.empty) {
          said = `The start ${this.game.start} is not legal, so the board is empty. ${capital(error.message)}.`;
          this.game.startFrom(this.game.empty, "black");
        } else {
          throw error;
        }
      }
    }
  }

  /** Shows everything except the values, which follow. */
  showGame() {
    this.rules.show(this.game);
    showHistory(byId("history"), { game: this.game, state: this.state, goTo: (turn) => this.goTo(turn) });
    this.showAndLink();
  }

  showAndLink() {
    history.replaceState(null, "", this.link);
    this.show();
  }

  /** Shows the values once, however many have arrived. */
  showSoon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.show();
    });
  }

  show() {
    if (this.isReady && !this.editor.active) keepFocus(() => this.update());
  }

  update() {
    const { game, state, values, view, quiz } = this;
    quiz.show(values, state, game.komi);
    view.update(game, state, values, (name) => quiz.shows(name));
    this.showButtons();
    showStatus(game, state, values, quiz.showsValue);
    showLine({ game, state, values, view, hidden: !quiz.showsValue });
    if (!state.over && !quiz.on) this.announce();
  }

  /** Announces once how far the solver has come: the value is found, or the solver ends before. */
  announce() {
    const { game, values } = this;
    const { value, exact, best, stopped, open } = values;
    const known = value && !exact ? `between ${short(value.lo, game.komi)} and ${short(value.hi, game.komi)}` : "";
    let text = "";
    if (exact && best) text = `Value: ${sentence(value, game.komi)}. Best: ${[...best].join(", ")}.`;
    else if (stopped) text = known ? `Stopped: ${known}.` : "Stopped.";
    else if (open) text = `Not solved: ${known ? `${known}; ` : ""}${open}`;
    // More best moves may follow.
    const [kind] = text.split(":");
    if (text && kind !== this.told) this.say(text);
    this.told = kind;
  }

  showButtons() {
    const { game, state, editor, values, quiz } = this;
    document.body.classList.toggle("editing", editor.active);
    byId("undo").disabled = editor.active || game.at === 0;
    byId("redo").disabled = editor.active || game.at === game.moves.length;
    byId("restart").disabled = editor.active || game.moves.length === 0;
    byId("pass").disabled = editor.active || state.over;
    for (const id of ["edit", "quiz", "choose-board", "open-sgf"]) byId(id).disabled = editor.active;
    // They would begin another game, without the stones that are being set up.
    for (const id of ["rules", "hardest"]) byId(id).inert = editor.active;
    const found = quiz.shows("pass") ? values.moves.get("pass") : undefined;
    const worth = found && values.says(found) ? found : undefined;
    const best = worth !== undefined && values.isBest("pass");
    const value = worth ? bracket(worth, game.komi) : "";
    const meaning = worth ? `, ${worth.lo === worth.hi ? outcome(worth.lo, game.komi) : "not solved yet"}` : "";
    byId("pass-value").textContent = value;
    byId("pass").classList.toggle("best", best);
    byId("pass").setAttribute("aria-label", `Pass ${value}`.trim() + meaning + (best ? ", best move" : ""));
  }

  /** Shows a problem, or clears it. */
  complain(text) {
    showText(byId("notice"), text);
  }

  /** Announces a text to screen readers. */
  say(text) {
    byId("live").textContent = text.trim();
  }
}
