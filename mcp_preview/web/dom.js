// Elements of the page: making, filling and copying them.

export const at = (id) => document.getElementById(id);

/** An element with attributes and children; text is put in as text. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

/** A button that does something. */
export function button(label, run, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", () => run(made));
  return made;
}

/** A sentence whose `names` are set as code. */
export function sentence(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

/** Puts new children in place, and the focus back on what it was on. */
export function refill(element, children) {
  const hasFocus = element.contains(document.activeElement);
  const focused = hasFocus && keyOf(document.activeElement);
  element.replaceChildren(...children);
  if (!hasFocus) return;
  const targets = [...element.querySelectorAll("a, button, input")];
  targets.find((one) => keyOf(one) === focused)?.focus();
}

/** What a link, a button or a field is known by. */
const keyOf = (element) => element.href || element.id || element.textContent;

/** Says something in a place that is read out at each change: nothing is said twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The options of a choice, as pairs of value and label. If they are the same, an open list stays open. */
export function offer(select, options) {
  const offered = JSON.stringify(options);
  if (select.dataset.offered === offered) return;
  const chosen = select.value;
  select.dataset.offered = offered;
  select.replaceChildren(...options.map(([value, label]) => make("option", { value }, label)));
  select.value = options.some(([value]) => value === chosen) ? chosen : "";
}

/** A button that puts a text on the clipboard. */
export function copyButton(label, text, what = "") {
  const name = what ? `${label}: ${what}` : null;
  return button(label, (pressed) => copy(pressed, text()), { "aria-label": name });
}

/** Puts a text on the clipboard, which the button that was pressed says for a moment. */
export async function copy(pressed, text) {
  const label = pressed.textContent;
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    pressed.textContent = "Select and copy it by hand";
  }
  setTimeout(() => (pressed.textContent = label), 1500);
}

export const number = (value) => value.toLocaleString("en");

/** A number with its word. */
export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

const BYTES_PER_TOKEN = 4; // a rule of thumb for English; other languages need more tokens

/** How many tokens of a model a text takes, roughly. */
export const tokens = (bytes) => `about ${number(Math.ceil(bytes / BYTES_PER_TOKEN))} tokens`;

export const sizeOf = (text) => new TextEncoder().encode(text).length;

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SHORT = 4; // letters; what is shorter begins too many other words

/** A text in which words are marked: with any ending, but the short ones only as they are. */
export function marked(text, words) {
  const wanted = words.filter(Boolean).sort((one, other) => other.length - one.length);
  if (!wanted.length) return [text];
  const pattern = new RegExp(`(${wanted.map(occurrence).join("|")})`, "giu");
  return text.split(pattern).map((part, index) => (index % 2 ? make("mark", {}, part) : part));
}

/** The pattern of a word; where a script has no spaces, it may stand anywhere. */
function occurrence(word) {
  const written = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  if (WITHOUT_SPACES.test(word)) return written;
  const end = word.length < SHORT ? "(?![\\p{L}\\p{N}])" : "[\\p{L}\\p{N}]*";
  return `(?<![\\p{L}\\p{N}])${written}${end}`;
}
