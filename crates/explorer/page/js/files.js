// Saving and opening files.

import { byId, html } from "./dom.js";

/** The largest size of a file: a game of ten thousand moves takes a tenth of it. */
const MAX_BYTES = 1 << 20;

/** Saves a file under a name that is valid on every system. */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  html("a", { href: address, download: name.replace(/[^\w.+-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Calls `read` with the text of each file that is opened, or `refuse` with the problem. */
export function listen(id, read, refuse) {
  byId(id).addEventListener("change", async () => {
    const [file] = byId(id).files;
    if (!file) return;
    if (file.size > MAX_BYTES) refuse(`${file.name} is larger than 1 MiB, too large for a game.`);
    else await read(file.name, await file.text());
    // Allow the same file to be opened again.
    byId(id).value = "";
  });
}
