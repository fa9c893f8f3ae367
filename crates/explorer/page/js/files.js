// Saving and opening files.

import { byId, html } from "./dom.js";

/** Saves a file under a name that is valid on every system. */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  html("a", { href: address, download: name.replace(/[^\w.+-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Calls `open` with each file that is chosen. */
export function listen(id, open) {
  byId(id).addEventListener("change", () => {
    const [file] = byId(id).files;
    if (file) open(file);
    // Allow the same file to be opened again.
    byId(id).value = "";
  });
}

/** Returns the bytes of a file. A browser also lets folders be chosen, and files that are gone. */
export function bytes(file) {
  return file.arrayBuffer().catch(() => {
    throw new Error("the browser cannot read it: choose a file that is there, and no folder");
  });
}
