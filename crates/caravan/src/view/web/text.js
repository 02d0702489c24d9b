// Elements and texts. Every text enters the page through here, as a text node: nothing that a model, a tool or a stranger
// wrote is ever read as markup.

const SVG_NAMES = document.getElementById("drawing").namespaceURI;

// What is not seen, or changes what is seen of other characters: the same as Caravan's `hidden.rs`, and halves of pairs.
const HIDDEN = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]/gu;

/** Whether the character at `at` only makes an emoji of the sign before it. */
function isEmojiMark(text, at) {
  if (text[at] !== "\ufe0f" || at === 0) return false;
  const before = text[at - 1];
  return before > "\u007f" && !before.match(HIDDEN);
}

/** The text with its hidden characters spelled out, for an attribute. */
function visible(text) {
  return String(text).replace(HIDDEN, (c, at, whole) =>
    isEmojiMark(whole, at) ? c : `\\u{${c.codePointAt(0).toString(16)}}`);
}

/** Text nodes for a text, and a marked one for each hidden character in it. */
function texts(text) {
  text = String(text);
  if (text.search(HIDDEN) < 0) return [document.createTextNode(text)];
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (isEmojiMark(text, match.index)) continue;
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    const mark = document.createElement("span");
    mark.className = "spelled";
    mark.textContent = visible(match[0]);
    nodes.push(mark);
    from = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") Object.entries(value).forEach(([key, of]) => node.style.setProperty(key, of));
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : visible(value));
  }
  add(node, children);
  return node;
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    if (child instanceof Node) node.appendChild(child);
    else node.append(...texts(child));
  }
}

/** An element of HTML. Functions in `attributes` whose names begin with `on` are listeners. */
function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
function draw(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG_NAMES, tag), attributes, children);
}

function button(text, onclick, attributes) {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

function counted(number, one, many) {
  return `${thousands(number)} ${number === 1 ? one : (many ?? `${one}s`)}`;
}

function thousands(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

function lasting(milliseconds) {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

function moment(milliseconds) {
  const date = new Date(milliseconds);
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A text on one line, cut. */
function excerpt(text, most) {
  const line = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const flat = line.replace(/\s+/g, " ");
  return flat.length > most || line.length < text.length ? `${flat.slice(0, most - 1)}…` : flat;
}
