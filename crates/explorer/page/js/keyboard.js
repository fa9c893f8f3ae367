// The keyboard: letters and arrows for the game everywhere on the page, arrows from point to point on the board.

import { byId } from "./dom.js";

/** Returns the next point in a direction: near, and not too far to the side. */
function next(places, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  places.forEach(({ x, y }, index) => {
    const along = (x - places[from].x) * dx + (y - places[from].y) * dy;
    const across = Math.abs((x - places[from].x) * dy - (y - places[from].y) * dx);
    if (along < 1 || across > 2.5 * along) return;
    const cost = along + 2 * across;
    if (cost < least) [least, best] = [cost, index];
  });
  return best;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// In the order of the points, because on some boards a point lies in no arrow's direction.
const STEPS = { PageUp: -1, PageDown: 1, Home: -Infinity, End: Infinity };

/** Moves over a board that has the focus, and plays there. */
export function listenToBoard(view, click) {
  const focus = (index) => {
    view.points.forEach((point, other) => point.setAttribute("tabindex", other === index ? "0" : "-1"));
    view.points[index].focus();
  };
  view.svg.addEventListener("keydown", (event) => {
    const index = view.points.indexOf(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || index < 0) return;
    if (ARROWS[event.key]) {
      const places = view.names.map((name) => view.places.get(name));
      const to = next(places, index, ARROWS[event.key]);
      if (to !== null) focus(to);
    } else if (STEPS[event.key]) {
      focus(Math.min(Math.max(index + STEPS[event.key], 0), view.points.length - 1));
    } else if (event.key === "Enter" || event.key === " ") {
      click(index);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

// A checkbox takes only the space bar, which means nothing elsewhere.
const FIELDS = "input:not([type=checkbox]), select, textarea, dialog";
const OFF = "koproof: letters off";

/** Remembers for all pages whether letters are off. A browser may refuse that, for example in a frame of another site. */
function rememberLetters(signal) {
  try {
    byId("letters").checked = localStorage.getItem(OFF) === null;
  } catch {
    return;
  }
  const remember = () => (byId("letters").checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "true"));
  byId("letters").addEventListener("change", remember, { signal });
}

/** Calls the action of a key until the signal ends it, unless the focus is in a field or a dialog. */
export function listenToPage(actions, signal) {
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
    // People who use voice control can turn letter keys off: a word that the page hears would press them.
    const isLetter = event.key.length === 1;
    if (!Object.hasOwn(actions, event.key) || (isLetter && !byId("letters").checked)) return;
    actions[event.key]();
    event.preventDefault();
  };
  document.addEventListener("keydown", hear, { signal });
  rememberLetters(signal);
}
