// The focus of the keyboard: it stays on the page when the element that has it goes.

import { byId } from "./dom.js";

const BUTTONS = "button, a, [role=button]";
const board = () => document.querySelector('#board .point[tabindex="0"]');
/** The current position in the history: pressing it again changes nothing. */
const here = () => document.querySelector("#history [aria-current]");
/** Where the focus goes from an element that is hidden or disabled, where that is not the history. */
const NEXT = {
  edit: board,
  "quiz-play": board,
  "quiz-reveal": () => byId("quiz-link"),
  "edit-done": () => byId("edit"),
  "edit-cancel": () => byId("edit"),
};

const canFocus = (element) => element.isConnected && !element.disabled && element.checkVisibility();

/** Changes the page. If that hides or disables the element with the focus, the focus goes to another one. */
export function keepFocus(change, next = NEXT[document.activeElement?.id] ?? here) {
  const had = document.activeElement;
  change();
  if (had && had !== document.body && !canFocus(had)) next()?.focus({ preventScroll: true });
}

/** Replaces the children of an element. If a button among them had the focus, the one in its place gets it. */
export function refill(element, ...children) {
  const at = [...element.querySelectorAll(BUTTONS)].indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (at < 0) return;
  const buttons = [...element.querySelectorAll(BUTTONS)];
  buttons[Math.min(at, buttons.length - 1)]?.focus({ preventScroll: true });
}
