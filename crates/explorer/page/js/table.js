// All colorings of the board: the number with each value, and the hardest ones.

import * as api from "./api.js";
import { byId, html } from "./dom.js";
import { refill } from "./focus.js";
import { short } from "./score.js";
import { thumbnail } from "./thumbnail.js";
import { capital, count, counted } from "./words.js";

export class TablePanel {
  constructor(jump) {
    this.jump = jump;
    this.panel = byId("table");
    this.panel.addEventListener("toggle", () => (this.panel.open ? this.start() : this.stop()));
  }

  /** Sets board, rules and komi from a game. */
  use(game) {
    this.game = game;
    if (this.panel.open) this.start();
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
  }

  async start() {
    this.stop();
    byId("histogram").replaceChildren();
    byId("hardest").hidden = true;
    const { name, no_table } = this.game.about;
    if (no_table) {
      this.say(`${no_table}.`);
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    this.say("Solving…");
    try {
      for await (const part of api.table({ board: name, rules: this.game.rules }, asking.signal)) {
        if (this.asking !== asking) return;
        this.hear(part);
      }
    } catch (error) {
      if (this.asking === asking) this.say(error.message);
    }
  }

  say(text) {
    byId("table-state").textContent = text;
    byId("table-progress").textContent = "";
  }

  hear(part) {
    switch (part.kind) {
      case "progress":
        // Only shown: a screen reader would announce it several times a second.
        byId("table-progress").textContent = `${count.format(part.solved)} of ${count.format(part.total)} states up to symmetry.`;
        break;
      case "table":
        this.say(`${count.format(part.colorings)} legal colorings. How many have which value with Black to move, each as the start of a game:`);
        this.histogram(part.histogram);
        break;
      case "hardest":
        this.hardest(part);
        break;
      case "error":
        this.say(part.error);
        break;
    }
  }

  histogram(bars) {
    const most = Math.max(...bars.map((bar) => bar.black));
    const cells = bars.flatMap(({ value, black }) => {
      const bar = html("i");
      bar.style.width = `${(100 * black) / most}%`;
      return [
        html("dt", {}, short(value, this.game.komi)),
        html("dd", {}, count.format(black)),
        html("dd", { class: "track", "aria-hidden": "true" }, bar),
      ];
    });
    byId("histogram").replaceChildren(html("dl", { class: "histogram" }, ...cells));
  }

  hardest({ states, searched, total }) {
    byId("hardest").hidden = false;
    const { komi } = this.game;
    const items = states.map(({ position, to_move, value, expansions }) => {
      const flat = position.replaceAll("/", "");
      const text = html("span", {}, `${capital(to_move)} to move, ${short(value, komi)}`, html("small", {}, counted(expansions, "expansion")));
      return html(
        "li",
        {},
        html(
          "button",
          { type: "button", onclick: () => this.jump(flat, to_move) },
          // The picture is hidden from readers of the text, to whom several buttons would be the same.
          html("span", { class: "unseen" }, `${position}: `),
          thumbnail(this.game.about.drawing, flat),
          text,
        ),
      );
    });
    refill(byId("hard-states"), ...items);
    if (searched < total) {
      byId("hard-states").append(html("li", { class: "note" }, `Searched ${count.format(searched)} of ${count.format(total)} …`));
    }
  }
}
