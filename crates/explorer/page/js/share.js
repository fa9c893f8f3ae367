// Sharing: the link, the game as SGF, the board as a picture.

import * as api from "./api.js";
import { byId, onClick } from "./dom.js";
import * as files from "./files.js";
import * as picture from "./picture.js";
import * as sgf from "./sgf.js";

/** The largest size of a file: a game of ten thousand moves takes a tenth of it. */
const MAX_BYTES = 1 << 20;
/** Names of hosts that only this computer can reach. */
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

export class Share {
  /** `shown` returns the game, its rules in a line and the drawing of the board; `want` announces another game, and `open` opens it. */
  constructor(presets, { shown, want, open, complain, say }) {
    Object.assign(this, { presets, shown, want, open, complain, say });
    for (const id of ["link", "quiz-link"]) onClick(id, () => this.copyLink(id));
    byId("link-note").hidden = !LOCAL.includes(location.hostname);
    onClick("save-sgf", () => this.saveSgf());
    onClick("save-png", () => this.savePng());
    onClick("save-svg", () => this.saveSvg());
    onClick("open-sgf", () => byId("sgf-file").click());
    files.listen("sgf-file", (file) => this.openSgf(file));
  }

  /** Shows what can be saved for a board. */
  use(about) {
    byId("save-sgf").disabled = !sgf.fits(about);
    byId("sgf-note").hidden = sgf.fits(about);
  }

  async copyLink(id) {
    const button = byId(id);
    const text = (button.dataset.text ??= button.textContent);
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link was copied.");
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = text), 1500);
    } catch {
      this.complain("The browser does not let the page copy: copy the link from the address bar.");
    }
  }

  saveSgf() {
    const { game, rulesLine } = this.shown();
    files.save(`${game.about.name}.sgf`, new Blob([sgf.write(game, rulesLine)], { type: "application/x-go-sgf" }));
  }

  async openSgf(file) {
    const isWanted = this.want();
    try {
      if (file.size > MAX_BYTES) throw new Error("it is larger than 1 MiB, too large for a game");
      const text = new TextDecoder().decode(await files.bytes(file));
      const { board, rules, notes, ...read } = sgf.read(text, this.presets);
      const { drawing } = await api.board(board);
      const moves = read.moves.map((point) => (point < 0 ? "pass" : drawing.points[point].name));
      await this.open({ ...read, ...(rules ? { rules } : {}), board, moves }, isWanted);
      if (notes && isWanted() && byId("notice").hidden) this.complain(notes);
    } catch (error) {
      if (isWanted()) this.complain(`${file.name} was not opened: ${error.message}.`);
    }
  }

  get title() {
    return `${this.shown().game.about.name}, ${byId("turn").textContent}`;
  }

  saveSvg() {
    const { game, drawing } = this.shown();
    const text = picture.svgText(drawing, this.title);
    files.save(`${game.about.name}.svg`, new Blob([text], { type: "image/svg+xml" }));
  }

  async savePng() {
    const { game, drawing } = this.shown();
    try {
      files.save(`${game.about.name}.png`, await picture.png(drawing, this.title));
    } catch (error) {
      this.complain(`The picture could not be made: ${error.message}.`);
    }
  }
}
