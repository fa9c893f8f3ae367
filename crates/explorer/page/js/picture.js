// The shown board as a picture that needs neither the page nor its style sheets.

import { svg } from "./dom.js";

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
];
/** Parts that only a mouse, a keyboard or a screen reader needs. */
const INVISIBLE = ".hit, .focus, title";
const LONGEST_SIDE = 1600;

/** Copies the board with inline styles. */
function copy(board, title) {
  const clone = board.cloneNode(true);
  const originals = [...board.querySelectorAll("*")];
  [...clone.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["role", "tabindex", "class", "aria-label", "aria-description", "aria-disabled"]) element.removeAttribute(name);
  });
  // The copy has no classes any more, so the original shows which parts to omit.
  const all = [...clone.querySelectorAll("*")];
  originals.forEach((element, index) => element.matches(INVISIBLE) && all[index].remove());
  const [x, y, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  const scale = LONGEST_SIDE / Math.max(width, height);
  clone.removeAttribute("style");
  clone.setAttribute("width", Math.round(width * scale));
  clone.setAttribute("height", Math.round(height * scale));
  const wood = getComputedStyle(board.parentElement).backgroundColor;
  clone.prepend(svg("title", {}, title), svg("rect", { x, y, width, height, fill: wood }));
  return clone;
}

/** Makes an SVG of the board. */
export function svgText(board, title) {
  return new XMLSerializer().serializeToString(copy(board, title));
}

/** Makes a PNG of the board. */
export async function png(board, title) {
  const clone = copy(board, title);
  const text = new XMLSerializer().serializeToString(clone);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = clone.getAttribute("width");
    canvas.height = clone.getAttribute("height");
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no PNG"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
