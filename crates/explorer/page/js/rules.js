// The rules: the choices, and their form.

import { byId, html } from "./dom.js";
import { readKomi, writeKomi } from "./score.js";

/** Every rule with its choices, each with a name and a description. */
export const RULES = {
  superko: {
    positional: ["positional", "No play may recreate an earlier position."],
    situational: ["situational", "No play may recreate an earlier position with the same player to move."],
    "natural-situational": [
      "natural situational",
      "No play may recreate a position that a play of the same player has created.",
    ],
    taylor: ["Taylor’s", "No play may recreate a position that the same player has created, or has left by a pass."],
  },
  suicide: {
    allow: ["allowed", "A play may remove the player’s own stones."],
    forbid: ["forbidden", "A play may not remove the player’s own stones."],
  },
  scoring: {
    area: ["area", "Stones count, and empty points that only one color reaches."],
    taylor: ["Taylor’s", "As area; an empty board counts for both players."],
    territory: ["territory", "Empty points that only one color reaches count, and prisoners; stones do not."],
  },
};

/** The preset with these rules, apart from komi. */
export function presetOf(rules, presets) {
  return presets.find((preset) => Object.keys(RULES).every((rule) => preset[rule] === rules[rule]));
}

/** Rules in words. */
export function rulesInWords(rules) {
  const text = (rule) => RULES[rule][rules[rule]][0];
  return `${text("superko")} superko, suicide ${text("suicide")}, ${text("scoring")} scoring`;
}

/** The form, which is filled from a game and reports the choice. */
export class RulesPanel {
  constructor(presets, { choose, complain }) {
    this.presets = presets;
    this.choose = choose;
    this.complain = complain;
    /** The komi in use. */
    this.komi = 0;
    const option = (value, text) => html("option", { value }, text);
    // Other rules are chosen one by one.
    const other = html("option", { value: "", disabled: "" }, "other");
    byId("preset").append(...presets.map(({ name }) => option(name, name)), other);
    for (const [rule, choices] of Object.entries(RULES)) {
      byId(rule).append(...Object.entries(choices).map(([value, [text]]) => option(value, text)));
      byId(rule).addEventListener("change", () => this.read(readKomi(byId("komi").value) ?? this.komi));
    }
    byId("komi").addEventListener("change", () => this.readKomi());
    byId("preset").addEventListener("change", () => this.readPreset());
    byId("rules").addEventListener("submit", (event) => event.preventDefault());
  }

  readKomi() {
    const komi = readKomi(byId("komi").value);
    if (komi !== null) return this.read(komi);
    byId("komi").setAttribute("aria-invalid", "true");
    return this.complain(`Komi is a multiple of one half between −1000 and 1000: it is still ${writeKomi(this.komi)}.`);
  }

  /** Takes the rules of the form, with this komi: the field may be waiting for a valid one. */
  read(komi) {
    this.komi = komi;
    const rules = Object.fromEntries(Object.keys(RULES).map((rule) => [rule, byId(rule).value]));
    return this.choose(rules, komi);
  }

  readPreset() {
    const { superko, suicide, scoring, komi } = this.presets.find(({ name }) => name === byId("preset").value);
    this.choose({ superko, suicide, scoring }, readKomi(komi));
  }

  /** The rules in a line: their name, if they have one, and each rule. */
  line({ rules, komi }) {
    const name = presetOf(rules, this.presets)?.name;
    return `${name ? `${name}: ` : ""}${rulesInWords(rules)}, komi ${writeKomi(komi)}`;
  }

  show(game) {
    this.komi = game.komi;
    byId("komi").removeAttribute("aria-invalid");
    for (const rule of Object.keys(RULES)) {
      byId(rule).value = game.rules[rule];
      byId(`${rule}-note`).textContent = RULES[rule][game.rules[rule]][1];
    }
    byId("komi").value = writeKomi(game.komi);
    const preset = presetOf(game.rules, this.presets);
    byId("preset").value = preset?.name ?? "";
    byId("preset-note").textContent = preset ? `${preset.about}.` : "Rules of your own.";
    byId("rules-name").textContent = this.line(game);
  }
}
