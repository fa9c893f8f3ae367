// The editor of the position from which the game starts.

import { byId, onClick } from "./dom.js";

const NEXT = { ".": "X", X: "O", O: "." };

export class Editor {
  constructor({ show, done, cancel }) {
    this.panel = byId("editor");
    this.show = show;
    onClick("edit-done", () => done(this.position, this.toMove));
    onClick("edit-clear", () => this.set(".".repeat(this.position.length)));
    onClick("edit-cancel", cancel);
    this.position = "";
  }

  get active() {
    return !this.panel.hidden;
  }

  get toMove() {
    return document.querySelector("input[name=to-move]:checked").value;
  }

  open(position, toMove) {
    this.panel.hidden = false;
    document.querySelector(`input[name=to-move][value=${toMove}]`).checked = true;
    this.set(position);
  }

  close() {
    this.panel.hidden = true;
  }

  set(position) {
    this.position = position;
    this.show(position);
  }

  click(index) {
    const symbols = [...this.position];
    symbols[index] = NEXT[symbols[index]];
    this.set(symbols.join(""));
  }
}
