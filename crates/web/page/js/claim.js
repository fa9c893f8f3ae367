// The claim that proves the bound at a position: its rule, the earlier positions that it needs, and those that must not have occurred.

import { inWords, toCome } from "./bounds.js";
import { byId, html } from "./dom.js";
import { thumbnail } from "./thumbnail.js";
import { capital, count, other } from "./words.js";

/** The largest number of pictures. */
const MOST = 60;

function explained(rule, { prover, answer, state }) {
  switch (rule) {
    case "stop":
      return "The proof passes: that ends the game with a score within the bound.";
    case "play":
      return `The proof plays ${answer}. The bound holds after that play, which superko allows as long as the position that it makes is new.`;
    case "pass":
      return "The proof passes, and the bound holds after the pass.";
    case "replies":
      return `The proof has an answer to every play of ${capital(other(prover))} and to the pass. ${blocked(state)}`;
    default:
      return "";
  }
}

/** Describes the plays that superko forbids here. */
function blocked(state) {
  const plays = state.points.filter(({ rule }) => rule === "superko").length;
  if (plays === 0) return "Superko forbids none of them.";
  return `${plays === 1 ? "One play is" : `${plays} plays are`} blocked by superko: the number on the point is the move after which the position was there.`;
}

export class Claim {
  /** `preview` shows a position on the board; `null` shows the game again. */
  constructor(drawing, preview) {
    Object.assign(this, { drawing, preview });
  }

  show(stand, game) {
    const { claim, state, prover, met } = stand;
    this.names = game.names;
    let text;
    if (state.over) text = met ? `The game is over, and its score meets the bound: ${inWords(stand.bound)}.` : "The score does not meet the bound!";
    else if (claim) text = `Step ${claim.step}: from here on ${toCome(claim.bound)}. ${explained(claim.rule, stand)}`;
    else if (stand.step !== null) text = `Step ${stand.step}. This certificate has more claims than a page keeps, so this one is not shown.`;
    else text = `${capital(prover)} only passes from here on: what is on the board keeps the bound, whatever the opponent plays.`;
    byId("rule").textContent = text;
    const asked = claim ?? { need: [], avoid: [] };
    this.list("needs", asked.need, {
      title: "Earlier positions that it needs",
      why: "Superko forbids to recreate them, so some replies are illegal.",
      shown: "A position of the game that this step needs.",
      note: (record) => this.needed(record, state),
    });
    this.list("avoids", asked.avoid, {
      title: "Positions that must not have occurred",
      why: "None has. If one had, superko would forbid a move of the proof.",
      shown: "A position that must not have occurred before this one.",
      note: () => "",
    });
  }

  /** Describes when a needed position occurred, and the play that it blocks now. */
  needed({ turn }, state) {
    const points = this.names.filter((_, index) => state.points[index].rule === "superko" && state.points[index].repeats === turn);
    const when = turn === 0 ? "the start" : `after move ${turn}`;
    return points.length > 0 ? `${when}: blocks ${points.join(", ")}` : when;
  }

  /** Lists records with a note on each, and says why they matter; `shown` is said while one is shown on the board. */
  list(id, records, { title, why, shown, note }) {
    const items = records.slice(0, MOST).map((record, index) => {
      const text = `${note(record)}${record.player ? ` (${record.player})` : ""}`.trim();
      const show = () => this.preview(record.position, shown);
      const hide = () => this.preview(null);
      const button = html(
        "button",
        {
          type: "button",
          "data-position": record.position,
          "aria-label": `Show position ${index + 1} on the board${text ? `: ${text}` : ""}`,
          title: "Show this position on the board",
        },
        thumbnail(this.drawing, record.position, 64),
        text ? html("span", {}, text) : null,
      );
      // On a phone the board may not be visible.
      button.addEventListener("click", () => {
        button.focus();
        if (byId("board").getBoundingClientRect().top < 0) byId("turn").scrollIntoView();
      });
      button.addEventListener("pointerenter", show);
      button.addEventListener("pointerleave", hide);
      button.addEventListener("focus", show);
      button.addEventListener("blur", hide);
      return html("li", {}, button);
    });
    const more = records.length > MOST ? html("p", { class: "note" }, `and ${count.format(records.length - MOST)} more`) : null;
    const heading = html("h3", {}, `${title}: ${count.format(records.length)}`);
    const all = [heading, html("p", { class: "note" }, why), html("ul", { class: "records" }, ...items), more];
    byId(id).replaceChildren(...(records.length === 0 ? [] : all.filter(Boolean)));
  }
}
