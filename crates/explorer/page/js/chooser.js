// The choice of a board: from a gallery, by family, by name, or drawn by hand.

import * as api from "./api.js";
import { byId, html, onClick, showText } from "./dom.js";
import { Sketch } from "./sketch.js";
import { thumbnail } from "./thumbnail.js";

const GALLERY = ["1x3", "1x5", "2x2", "2x3", "3x3", "cycle:5", "star:5", "prism:3", "wheel:6", "cube", "petersen", "hex:2"];

/** The numbers in a pattern of names, each with the text before it. */
function numbersOf({ pattern, example }) {
  const names = pattern.match(/[A-Z]+/g) ?? [];
  const values = example.match(/\d+/g) ?? [];
  const isNumber = /^(ROWS|COLUMNS|POINTS|SIDES?|LEFT|RIGHT|DIMENSION)$/;
  if (!names.every((name) => isNumber.test(name)) || names.length !== values.length) return [];
  return names.map((name, index) => ({ name, value: values[index] }));
}

export class Chooser {
  /** `choose` opens a board and returns whether it was opened; `drop` drops the board that is being opened. */
  constructor(families, { choose, drop }) {
    this.families = families;
    this.choose = choose;
    this.dialog = byId("chooser");
    this.sketch = new Sketch(byId("sketch"), {
      changed: (name) => {
        byId("sketch-name").textContent = name ?? "no points yet";
        byId("sketch-open").disabled = name === null;
      },
      complain: (text) => (byId("sketch-note").textContent = text ?? ""),
    });
    this.dialog.addEventListener("close", () => this.taking && drop());
    onClick("chooser-close", () => this.dialog.close());
    onClick("sketch-open", () => this.take(this.sketch.name, byId("sketch")));
    byId("family").append(...families.map(({ pattern, about }, index) => html("option", { value: index }, `${pattern}: ${about}`)));
    byId("family").addEventListener("change", () => this.showFamily());
    byId("by-name").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = byId("name").value.trim();
      if (name) this.take(name, byId("by-name"), byId("name"));
      else this.complain("Write the name of a board, such as 2x3 or cycle:5.", byId("by-name"), byId("name"));
    });
    this.showFamily();
  }

  open() {
    this.complain(null);
    this.dialog.showModal();
    if (!byId("gallery").hasChildNodes()) this.showGallery();
  }

  /** Opens a board. A problem is shown below `place`, and said of `field`. */
  async take(name, place, field) {
    this.complain(null);
    this.taking = name;
    try {
      if (await this.choose(name)) this.dialog.close();
    } catch (error) {
      this.complain(error.message, place, field);
    }
    // The dialog's own event comes later.
    if (this.taking === name) this.taking = null;
  }

  complain(text, place, field) {
    const error = byId("chooser-error");
    for (const name of ["aria-invalid", "aria-describedby"]) byId("name").removeAttribute(name);
    // Before its text: a screen reader announces what changes in its place.
    if (text) place.after(error);
    showText(error, text);
    if (!text) return;
    error.scrollIntoView({ block: "nearest" });
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", error.id);
  }

  /** Fills the gallery: names at once, pictures when they arrive. */
  showGallery() {
    const items = GALLERY.map((name) => {
      const button = html("button", { type: "button", onclick: () => this.take(name, byId("gallery")) }, html("span", {}, name));
      const draw = async () => {
        const { drawing } = await api.board(name);
        button.prepend(thumbnail(drawing, ".".repeat(drawing.points.length), 60));
      };
      // A board without a picture can still be chosen.
      draw().catch(() => {});
      return html("li", {}, button);
    });
    byId("gallery").replaceChildren(...items);
  }

  /** Shows the fields of a family, and the resulting name. */
  showFamily() {
    const family = this.families[byId("family").value || 0];
    const numbers = numbersOf(family);
    const fields = numbers.map(({ name, value }) => {
      const input = html("input", { type: "number", min: 1, max: 64, value });
      input.addEventListener("input", () => this.nameFamily(family));
      return html("label", {}, `${name.toLowerCase()} `, input);
    });
    byId("family-fields").replaceChildren(...fields);
    byId("name").value = family.example;
  }

  nameFamily({ pattern }) {
    const values = [...byId("family-fields").querySelectorAll("input")].map((input) => input.value);
    byId("name").value = pattern.replace(/[A-Z]+/g, () => values.shift());
  }
}
