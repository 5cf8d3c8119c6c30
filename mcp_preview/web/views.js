// The parts of the page, of which one is shown: the one that the address names behind its `#`.

import { at } from "./dom.js";

const FIRST = "search";
const OLD = { try: "search", findings: "report" }; // as editors and notes may still name them

const refreshers = new Map(); // by part: what brings it up to date
let current = FIRST;

const all = [...document.querySelectorAll(".view")];
const links = [...at("views").querySelectorAll("a")];

/** Has something done whenever a part is shown, and whenever the site changes while it is. */
export function whenShown(view, run) {
  refreshers.set(view, [...(refreshers.get(view) ?? []), run]);
}

export const isShown = (view) => current === view;

/** Brings what is shown up to date. */
export async function refresh() {
  await Promise.all((refreshers.get(current) ?? []).map((run) => run()));
}

/** Shows the part that has something of this id in it; what is nowhere changes nothing. */
export function open(id) {
  const place = at(OLD[id] ?? id);
  const view = place?.closest(".view")?.dataset.view;
  if (!view) return false;
  const isOther = view !== current;
  current = view;
  mark();
  if (isOther) scrollTo(0, 0);
  if (place.id !== view) place.scrollIntoView();
  return isOther;
}

function mark() {
  for (const one of all) one.hidden = one.dataset.view !== current;
  for (const link of links) {
    if (link.hash === `#${current}`) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  at("as-row").classList.toggle("off", !["search", "files"].includes(current));
}

/** Shows a part by its address, so that the browser's own keys lead back. */
export function go(view) {
  if (location.hash === `#${view}`) open(view);
  else location.hash = view;
}

addEventListener("hashchange", () => {
  if (open(location.hash.slice(1))) refresh().catch(() => {}); // The next look tells of trouble.
});

/** A slash leads to the query, as in many places where one searches. */
addEventListener("keydown", (event) => {
  const isWriting = event.target.closest?.("input, select, textarea, dialog");
  if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  open(FIRST); // What is hidden takes no focus.
  go(FIRST);
  at("query").focus();
});

mark();
