// A board inside another page: the address ends in `?embed`, and only the board and its buttons are shown.

import { byId, html } from "./dom.js";

export function embed() {
  if (!new URLSearchParams(location.search).has("embed")) return;
  document.body.classList.add("embedded");
  // The head is not shown, but the page keeps its heading for those who hear it.
  const title = document.querySelector("h1");
  title.classList.add("unseen");
  document.querySelector("main").prepend(title);
  const link = html("a", { target: "_blank", rel: "noopener" }, "Open in a page of its own");
  // The address changes with the game.
  const follow = () => (link.href = `${location.pathname}${location.hash}`);
  for (const event of ["pointerenter", "focus"]) link.addEventListener(event, follow);
  follow();
  byId("board").parentElement.append(byId("rules-name"), html("p", { class: "note" }, link));
}
