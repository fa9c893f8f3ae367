// Elements in one call.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Shows a text in an element, which is hidden without one. */
export function showText(element, text) {
  element.hidden = !text;
  element.textContent = text ?? "";
}

/** Sets the action for a click on the element with this id. */
export function onClick(id, action) {
  byId(id).addEventListener("click", () => action());
}
