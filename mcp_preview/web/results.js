// What a search finds, as cards: where each stands, why, and how the same query does otherwise.

import { get } from "./access.js";
import { at, button, make, marked, number, plural, refill, say, sizeOf, tokens } from "./dom.js";
import { fileLink, pageLink } from "./pages.js";

const FIELDS = {
  title: "its title",
  heading: "its heading",
  description: "its description",
  keywords: "its keywords",
  path: "its path",
  body: "its text",
  page: "elsewhere on the page",
};

let site = null; // the choices of language and version, and where the files lie
let viewers = []; // pairs of name and label
let last = null; // what is shown: {asked, hits}
let beside = null; // what is shown beside it: {change, asked, hits}
let turn = 0; // of what is asked, so that a late answer does not take the place of a newer one

/** Says of which site the results are. */
export function showResultsOf(found) {
  site = found;
}

/** Says who else can be asked as; nobody where everybody gets the same. */
export function showOthers(offered) {
  viewers = offered;
}

/** Shows what a search finds; `asked` has the query, and the viewer, language and version if any. */
export async function showResults(asked) {
  const found = await bothOf(asked, beside?.change);
  if (found) show(found);
}

/** Follows an edit: what is found now, and where each hit stood before. */
export async function followResults() {
  if (!last) return;
  const { asked, hits: before } = last;
  const found = await bothOf(asked, beside?.change);
  if (!found || JSON.stringify(found) === JSON.stringify([last, beside])) return; // What is open stays open.
  const ranks = new Map(before.map((hit, index) => [hit.path, index]));
  show(found, (hit, index) => moved(index, ranks.get(hit.path)));
  at("raw").hidden = true; // What a client read before is not true any more.
  at("printed").replaceChildren();
  // It is read out: a change of order alone is not worth that.
  const { hits } = last;
  if (hits.length !== before.length) say(at("cost"), `${plural(hits.length, "section")} since the edit`);
}

/** A query and the same otherwise, if that is asked for; null where something else has been asked since. */
async function bothOf(asked, change) {
  const mine = ++turn;
  const other = change && { ...asked, ...change };
  const differs = other && JSON.stringify(other) !== JSON.stringify(asked);
  const [hits, others] = await Promise.all([hitsOf(asked), differs ? hitsOf(other) : null]);
  if (mine !== turn) return null;
  return [{ asked, hits }, differs ? { change, asked: other, hits: others } : null];
}

async function hitsOf(asked) {
  const given = Object.entries(asked).filter(([, value]) => value);
  return (await get(`results?${new URLSearchParams(given)}`)).hits;
}

function show([found, other], note = () => null) {
  [last, beside] = [found, other];
  const { hits } = found;
  const places = other && placesIn(other.hits);
  refill(at("hits"), hits.map((hit, index) => card(hit, index, [note(hit, index), compared(hit, index, places)])));
  at("hits").hidden = hits.length === 0;
  at("sides").classList.toggle("both", Boolean(other));
  at("beside").hidden = at("here-title").hidden = at("difference").hidden = !other;
  if (other) showBeside(found, other);
  showSame(found.asked);
}

function showBeside(found, other) {
  const here = placesIn(found.hits);
  at("here-title").textContent = titleOf(found.asked, other.change);
  at("beside-title").textContent = titleOf(other.asked, other.change);
  refill(at("beside-hits"), other.hits.map((hit, index) => card(hit, index, [compared(hit, index, here)])));
  say(at("difference"), difference(found.hits, other.hits));
}

/** Where the pages of hits stand, whatever their language and version. */
function placesIn(hits) {
  const places = new Map();
  hits.forEach((hit, index) => places.has(hit.original) || places.set(hit.original, index));
  return places;
}

/** How a hit does in the other column; null where nothing differs. */
function compared(hit, index, places) {
  const other = places?.get(hit.original);
  if (!places || other === index) return null;
  if (other === undefined) return make("span", { class: "moved only" }, "only here");
  return make("span", { class: "moved" }, `${other + 1} on the other side`);
}

function difference(hits, others) {
  if (!hits.length && !others.length) return "Neither finds anything.";
  const [here, there] = [placesIn(hits), placesIn(others)];
  const both = [...here.keys()].filter((page) => there.has(page));
  const elsewhere = both.filter((page) => here.get(page) !== there.get(page)).length;
  const onlyHere = here.size - both.length;
  const onlyThere = there.size - both.length;
  if (!elsewhere && !onlyHere && !onlyThere) return "Both find the same pages in the same order.";
  const parts = [
    `${plural(both.length, "page")} in both`,
    elsewhere && `${elsewhere} of them at a different rank`,
    onlyHere && `${onlyHere} only on the left`,
    onlyThere && `${onlyThere} only on the right`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** How a column differs from the other. */
function titleOf(asked, change) {
  const [key] = Object.keys(change);
  if (key === "as") return `As ${viewers.find(([name]) => name === asked.as)?.[1] ?? asked.as}`;
  return asked[key] ? `In ${asked[key]}` : `In every ${key}`;
}

/** How the rank of a hit differs from the one before the edit; null where it does not. */
function moved(index, before) {
  if (before === index) return null;
  if (before === undefined) return make("span", { class: "moved in" }, "new here since the edit");
  const isBetter = index < before;
  const text = `${isBetter ? "▲" : "▼"} ${before + 1} before the edit`;
  return make("span", { class: `moved ${isBetter ? "in" : "out"}` }, text);
}

/** Takes the results away, for something else is shown. */
export function hideResults() {
  turn++;
  last = null;
  for (const id of ["hits", "same", "beside", "here-title", "difference"]) at(id).hidden = true;
}

function card(hit, index, notes) {
  const link = pageLink({ ...hit, title: hit.heading || hit.title }, hit.url.split("#")[0]);
  return make(
    "li",
    { class: notes.some(Boolean) ? "card differs" : "card" },
    make("span", { class: "rank" }, String(index + 1)),
    make(
      "div",
      {},
      make("h4", {}, link, ...notes),
      make("p", { class: "crumbs" }, hit.breadcrumbs.join(" › ")),
      make("p", { class: "excerpt" }, ...marked(hit.excerpt, hit.words)),
      make("p", { class: "path" }, address(hit), " ", source(hit)),
      ...also(hit),
      why(hit),
    ),
  );
}

const address = (hit) => decoded(hit.url);

function decoded(url) {
  try {
    return decodeURI(url);
  } catch {
    return url; // A lone percent sign is no code.
  }
}

function source(hit) {
  if (!hit.file) return make("span", {}, "generated from a specification");
  return site.folder ? fileLink(hit.file, site.folder, hit.file) : hit.file;
}

function also(hit) {
  if (!hit.also.length) return [];
  const links = hit.also.map((one) => make("span", { class: "copy" }, decoded(one)));
  return [make("p", { class: "path" }, "Also: ", ...links.flatMap((one) => [one, " "]))];
}

function why(hit) {
  if (!hit.why) return null;
  const { fields, boost, copyOf } = hit.why;
  const reasons = fields.map(({ field, words }) =>
    make("li", {}, ...words.flatMap((word) => [make("mark", {}, word), " "]), `in ${FIELDS[field] ?? field}`),
  );
  if (!fields.length) reasons.push(make("li", {}, "No query word occurs as typed."));
  if (boost !== 1) reasons.push(make("li", {}, `Its boost multiplies its score by ${boost.toFixed(2)}.`));
  if (copyOf) reasons.push(make("li", {}, `Shown in place of its copies; the default one is ${copyOf}.`));
  const cost = `${number(hit.size)} bytes, ${tokens(hit.size)}`;
  return make(
    "details",
    { class: "reasons" },
    make("summary", {}, "Why it is here"),
    make("ul", {}, ...reasons, make("li", {}, `A client reads ${cost}.`)),
  );
}

/** Buttons that put the same query in another language or version, or as somebody else, beside it. */
function showSame(asked) {
  const others = [
    ...choices("language", site.languages, asked),
    ...choices("version", site.versions, asked),
    ...viewers.filter(([name]) => name !== asked.as).map(([name, label]) => [{ as: name }, `as ${label}`]),
  ];
  at("same").hidden = others.length === 0;
  const shown = JSON.stringify(beside?.change);
  refill(at("same"), [
    make("span", { class: "soft" }, "Compare the same query"),
    ...others.map(([change, label]) => {
      const isShown = JSON.stringify(change) === shown;
      const put = () => putBeside(isShown ? null : change).catch(() => say(at("cost"), "The preview is not running."));
      return button(label, put, { class: "chip", "aria-pressed": String(isShown) });
    }),
  ]);
}

function choices(key, values, asked) {
  if (values.length < 2) return [];
  return ["", ...values]
    .filter((value) => value !== (asked[key] ?? ""))
    .map((value) => [{ [key]: value }, value ? `in ${value}` : `in every ${key}`]);
}

async function putBeside(change) {
  const found = await bothOf(last.asked, change);
  if (found) show(found);
}

at("close-beside").addEventListener("click", async () => {
  at("query").focus(); // The button goes, and would take the focus along.
  await putBeside(null);
});

/** What texts cost whoever reads them. */
export function costOf(texts) {
  const bytes = texts.reduce((sum, text) => sum + sizeOf(text), 0);
  return `${number(bytes)} bytes, ${tokens(bytes)}`;
}

// The keyboard

/** The arrow keys lead from the query to the hits, from one to the next, and back; and from one
 * column to the other. */
function step(event) {
  if (event.shiftKey || event.altKey || at("hits").hidden) return;
  const here = event.target.closest(".card");
  const list = here?.parentElement ?? at("hits");
  const index = here ? [...list.children].indexOf(here) : -1;
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by && index + by < list.children.length && index + by >= -1) {
    event.preventDefault(); // It would scroll, or move the cursor.
    focusOn(list, index + by);
  }
  const other = here && { ArrowLeft: at("hits"), ArrowRight: at("beside-hits") }[event.key];
  if (other?.childElementCount && !at("beside").hidden) {
    event.preventDefault();
    focusOn(other, Math.min(index, other.childElementCount - 1));
  }
}

const focusOn = (list, index) => (list.children[index]?.querySelector("h4 a, h4 button") ?? at("query")).focus();

at("query").addEventListener("keydown", step);
at("sides").addEventListener("keydown", step);
