// The page: what happens when something is clicked, and what is shown then.

import * as api from "./api.js";
import { BoardView } from "./board.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { Game } from "./game.js";
import { showHistory } from "./history.js";
import { listen } from "./keyboard.js";
import { bracket, outcome, readKomi, sentence, writeKomi } from "./score.js";
import { TablePanel } from "./table.js";
import { Values } from "./values.js";

const SUPERKO = {
  positional: "No play may make a coloring again.",
  situational: "No play may make a coloring again with the same player to move.",
  "natural-situational": "No player may make a coloring again that a play of his has made.",
  taylor: "No player may make a coloring again that he has made or passed at.",
};

const count = new Intl.NumberFormat("en");
const capital = (player) => (player === "black" ? "Black" : "White");

class Page {
  constructor(about) {
    this.about = about;
    this.game = new Game(about);
    this.state = null;
    this.told = false;
    this.values = new Values(about.drawing.points.length, () => this.showSoon());
    this.view = new BoardView(byId("board"), about, (index) => this.click(index));
    this.table = new TablePanel(about, this.game, (position, toMove) => this.jump(position, toMove));
    this.editor = new Editor({
      show: (position) => this.view.edit(position),
      done: (position, toMove) => this.finishEditing(position, toMove),
      cancel: () => this.closeEditor(),
    });
    byId("board-name").textContent = about.name;
    document.title = `${about.name} · koproof explorer`;
    this.listen();
  }

  listen() {
    const actions = {
      click: (index) => this.click(index),
      p: () => this.pass(),
      u: () => this.goTo(this.game.at - 1),
      r: () => this.goTo(this.game.at + 1),
      n: () => this.restart(),
    };
    listen(this.view, actions);
    byId("pass").addEventListener("click", actions.p);
    byId("undo").addEventListener("click", actions.u);
    byId("redo").addEventListener("click", actions.r);
    byId("restart").addEventListener("click", actions.n);
    byId("edit").addEventListener("click", () => this.openEditor());
    byId("link").addEventListener("click", () => this.copyLink());
    byId("show-line").addEventListener("change", () => this.show());
    byId("rules").addEventListener("submit", (event) => event.preventDefault());
    byId("rules").addEventListener("change", () => this.readRules());
    addEventListener("hashchange", () => this.restore());
    addEventListener("pagehide", () => this.values.stop());
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
  }

  /** Takes the state from the address. */
  restore() {
    if (location.hash === this.game.link) return;
    const wrong = this.game.restore(location.hash);
    this.closeEditor();
    this.refresh().then(() => wrong && this.complain(wrong));
  }

  // What can be done.

  click(index) {
    if (this.editor.active) return this.editor.click(index);
    const name = this.view.names[index];
    const refused = this.state?.points[index];
    if (!refused) return undefined;
    if (refused.rule) return this.complain(`${name}: ${refused.reason}`);
    return this.play(name);
  }

  pass() {
    if (!this.editor.active && this.state && !this.state.over) this.play("pass");
  }

  play(name) {
    const mover = capital(this.state.to_move);
    this.game.play(name);
    this.refresh(`${mover} ${name}.`);
  }

  goTo(turn) {
    if (this.editor.active) return;
    this.game.goTo(turn);
    this.refresh(turn <= 0 ? "At the start." : `After move ${this.game.at}.`);
  }

  restart() {
    if (!this.editor.active) this.startFrom(this.game.start, this.game.toMove);
  }

  startFrom(position, toMove) {
    this.closeEditor();
    this.game.startFrom(position, toMove);
    this.refresh("New game.");
  }

  /** Begins a game that was chosen elsewhere on the page, where the board may be out of sight. */
  jump(position, toMove) {
    this.startFrom(position, toMove);
    if (byId("board").getBoundingClientRect().top < 0) byId("turn").scrollIntoView();
  }

  readRules() {
    const komi = readKomi(byId("komi").value);
    if (komi === null) return this.complain("Komi is a multiple of one half between −1000 and 1000.");
    Object.assign(this.game, { superko: byId("superko").value, suicide: byId("suicide").value, komi });
    this.table.changed();
    return this.refresh("Rules changed.");
  }

  openEditor() {
    this.values.stop();
    this.complain(null);
    this.editor.open(this.state.positions.at(-1), this.state.to_move);
    this.showButtons();
    byId("turn").textContent = "Editing the start";
    byId("value").textContent = "";
    byId("line").textContent = "…";
    this.say("Editing the start. Enter on a point changes it.");
  }

  closeEditor() {
    this.editor.close();
  }

  async finishEditing(position, toMove) {
    const before = [this.game.start, this.game.toMove, this.game.moves, this.game.at];
    this.game.startFrom(position, toMove);
    try {
      await api.state(this.game.question);
    } catch (error) {
      [this.game.start, this.game.toMove, this.game.moves, this.game.at] = before;
      this.complain(error.message);
      return;
    }
    this.startFrom(position, toMove);
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link is in the clipboard.");
      byId("link").textContent = "Copied";
      setTimeout(() => (byId("link").textContent = "Copy link"), 1500);
    } catch {
      this.complain("The link is in the address bar: copy it from there.");
    }
  }

  // What is shown.

  /** Asks where the game stands now, shows it, and asks for the values. */
  async refresh(news = "") {
    this.values.stop();
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.complain(null);
    this.told = false;
    try {
      this.state = await this.stateOrLess(asking.signal);
    } catch (error) {
      if (this.asking === asking) this.complain(`No answer: ${error.message}`);
      return;
    }
    if (this.asking !== asking) return;
    history.replaceState(null, "", this.game.link);
    this.news = news;
    if (this.state.over) {
      this.say(`${news} The game is over, ${outcome(this.state.score, this.game.komi)}.`);
    } else {
      this.say(`${news} ${capital(this.state.to_move)} to move.`);
    }
    this.showGame();
    this.values.start(this.game.question);
  }

  /** The state of the game, shortened if a move cannot be made under the rules as they are now. */
  async stateOrLess(signal) {
    let cut = null;
    for (;;) {
      try {
        const state = await api.state(this.game.question, signal);
        if (cut) this.complain(`${cut}; the game goes back to before it.`);
        return state;
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
        if (error.move) this.game.cutBefore(error.move);
        else if (this.game.start !== this.game.empty) this.game.startFrom(this.game.empty, "black");
        else throw error;
        cut = error.message;
      }
    }
  }

  /** Shows everything; the values follow. */
  showGame() {
    const { superko, suicide, komi } = this.game;
    byId("superko").value = superko;
    byId("suicide").value = suicide;
    byId("komi").value = writeKomi(komi);
    byId("superko-note").textContent = SUPERKO[superko];
    const preset = this.about.presets.find((one) => one.superko === superko && one.suicide === suicide);
    byId("rules-name").textContent = preset ? `${preset.name} rules` : "rules of your own";
    showHistory(byId("history"), {
      game: this.game,
      state: this.state,
      drawing: this.about.drawing,
      goTo: (turn) => this.goTo(turn),
    });
    this.show();
  }

  /** Shows the values once, however many have come. */
  showSoon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = null;
      this.show();
    });
  }

  show() {
    if (!this.state || this.editor.active) return;
    this.view.update(this.game, this.state, this.values);
    this.showButtons();
    this.showStatus();
    this.showLine();
    if (this.values.exact && this.values.best && !this.told && !this.state.over) {
      this.told = true;
      const best = [...this.values.best].join(", ");
      this.say(`Value: ${sentence(this.values.value, this.game.komi)}. Best: ${best}.`);
    }
  }

  showButtons() {
    const { game, state, editor, values } = this;
    byId("undo").disabled = editor.active || game.at === 0;
    byId("redo").disabled = editor.active || game.at === game.moves.length;
    byId("restart").disabled = editor.active || game.moves.length === 0;
    byId("edit").disabled = editor.active;
    byId("pass").disabled = editor.active || state.over;
    const worth = values.moves.get("pass");
    byId("pass-value").textContent = worth ? values.text(worth, game.komi) : "";
    byId("pass").classList.toggle("best", values.best?.has("pass") ?? false);
    const spoken = worth ? `, ${sentence(worth, game.komi)}${values.best?.has("pass") ? ", best move" : ""}` : "";
    byId("pass").setAttribute("aria-label", `Pass${spoken}`);
  }

  showStatus() {
    const { game, state, values } = this;
    const value = byId("value");
    byId("effort").textContent = values.expansions ? `Expansions: ${count.format(values.expansions)}.` : "";
    value.classList.toggle("open", !values.exact);
    value.dataset.done = values.done;
    if (state.over) {
      byId("turn").textContent = `The game is over: ${outcome(state.score, game.komi)}`;
      value.textContent = bracket({ lo: state.score, hi: state.score }, game.komi);
      return;
    }
    byId("turn").textContent = `${capital(state.to_move)} to move, move ${game.at + 1}`;
    if (values.open) {
      const known = values.value ? `${values.text(values.value, game.komi)}, ` : "";
      value.textContent = `${known}open: ${values.open}`;
    } else if (values.value === null || values.isNothing(values.value)) {
      value.textContent = "solving…";
    } else {
      const text = bracket(values.value, game.komi);
      const more = values.exact ? `, ${outcome(values.value.lo, game.komi)}` : ", solving…";
      value.textContent = `${text}${more}`;
    }
  }

  showLine() {
    const { game, values } = this;
    const mover = (index) => game.mover(game.at + index + 1);
    const turns = values.line.map((name, index) => `${game.at + index + 1} ${mover(index)[0]} ${name}`);
    const rest = values.line.length > 0 && !values.lineEnds ? " …" : "";
    byId("line").textContent = turns.join(", ") + rest || (this.state.over ? "The game is over." : "…");
    if (byId("show-line").checked) this.view.drawLine(values.line, mover);
    else this.view.clearLine();
  }

  /** Says what is wrong, or that nothing is. */
  complain(text) {
    byId("notice").hidden = !text;
    byId("notice").textContent = text ?? "";
  }

  /** Tells a screen reader. */
  say(text) {
    byId("live").textContent = text.trim();
  }
}

async function begin() {
  try {
    const page = new Page(await api.about());
    const wrong = page.game.restore(location.hash);
    await page.refresh();
    if (wrong) page.complain(wrong);
    document.body.dataset.ready = "true";
  } catch (error) {
    byId("notice").hidden = false;
    byId("notice").textContent = `The server does not answer: ${error.message}`;
  }
}

begin();
