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
let last = null; // what is shown: {asked, again, hits}
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
export async function showResults(asked, again) {
  const hits = await hitsOf(asked);
  if (!hits) return;
  last = { asked, again, hits };
  at("hits").replaceChildren(...hits.map((hit, index) => card(hit, index)));
  at("hits").hidden = hits.length === 0;
  showSame(asked, again);
}

/** Follows an edit: what is found now, and where each hit stood before. */
export async function followResults() {
  if (!last) return;
  const { asked, again, hits: before } = last;
  const hits = await hitsOf(asked);
  if (!hits || JSON.stringify(hits) === JSON.stringify(before)) return; // What is open stays open.
  last = { asked, again, hits };
  const ranks = new Map(before.map((hit, index) => [hit.path, index]));
  refill(at("hits"), hits.map((hit, index) => card(hit, index, moved(index, ranks.get(hit.path)))));
  at("hits").hidden = hits.length === 0;
  at("raw").hidden = true; // What a client read before is not true any more.
  at("printed").replaceChildren();
  // It is read out: a change of order alone is not worth that.
  if (hits.length !== before.length) say(at("cost"), `${plural(hits.length, "section")} since the edit`);
}

/** The hits of a query, or null where something else has been asked since. */
async function hitsOf(asked) {
  const mine = ++turn;
  const given = Object.entries(asked).filter(([, value]) => value);
  const found = await get(`results?${new URLSearchParams(given)}`);
  return mine === turn ? found.hits : null;
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
  at("hits").hidden = true;
  at("same").hidden = true;
}

function card(hit, index, change = null) {
  const link = pageLink({ ...hit, title: hit.heading || hit.title }, hit.url.split("#")[0]);
  return make(
    "li",
    { class: "card" },
    make("span", { class: "rank" }, String(index + 1)),
    make(
      "div",
      {},
      make("h3", {}, link, change),
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
  if (!hit.file) return make("span", {}, "made from a specification");
  return site.folder ? fileLink(hit.file, site.folder, hit.file) : hit.file;
}

function also(hit) {
  if (!hit.copies.length) return [];
  const links = hit.copies.map((copy) => make("span", { class: "copy" }, decoded(copy.url)));
  return [make("p", { class: "path" }, "Also: ", ...links.flatMap((one) => [one, " "]))];
}

function why(hit) {
  if (!hit.why) return null;
  const { fields, boost, copyOf } = hit.why;
  const reasons = fields.map(({ field, words }) =>
    make("li", {}, ...words.flatMap((word) => [make("mark", {}, word), " "]), `in ${FIELDS[field] ?? field}`),
  );
  if (!fields.length) reasons.push(make("li", {}, "No word stands there as it was typed."));
  if (boost !== 1) reasons.push(make("li", {}, `Its boost counts ${boost.toFixed(2)} times.`));
  if (copyOf) reasons.push(make("li", {}, `It stands for its copies; that of the default is ${copyOf}.`));
  const cost = `${number(hit.size)} bytes, ${tokens(hit.size)}`;
  return make(
    "details",
    { class: "reasons" },
    make("summary", {}, "Why it is here"),
    make("ul", {}, ...reasons, make("li", {}, `A client reads ${cost}.`)),
  );
}

/** Buttons for the same query in another language or version, or as somebody else. */
function showSame(asked, again) {
  const others = [
    ...choices("language", ["", ...several(site.languages)], asked, "every language"),
    ...choices("version", ["", ...several(site.versions)], asked, "every version"),
    ...viewers
      .filter(([name]) => name !== asked.as)
      .map(([name, label]) => [{ ...asked, as: name }, `as ${label}`]),
  ];
  at("same").hidden = others.length === 0;
  at("same").replaceChildren(
    make("span", { class: "soft" }, "The same query"),
    ...others.map(([query, label]) => button(label, () => again(query), { class: "chip" })),
  );
}

const several = (values) => (values.length > 1 ? values : []);

function choices(key, values, asked, all) {
  if (values.length < 2) return [];
  return values
    .filter((value) => value !== (asked[key] ?? ""))
    .map((value) => [{ ...asked, [key]: value }, value ? `in ${value}` : `in ${all}`]);
}

/** What texts cost whoever reads them. */
export function costOf(texts) {
  const bytes = texts.reduce((sum, text) => sum + sizeOf(text), 0);
  return `${number(bytes)} bytes, ${tokens(bytes)}`;
}

// The keyboard

/** The arrow keys lead from the query to the hits, from one to the next, and back. */
function step(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || at("hits").hidden || event.shiftKey || event.altKey) return;
  const links = [...at("hits").querySelectorAll("h3 a, h3 button")];
  const cards = [...at("hits").children];
  const next = cards.indexOf(event.target.closest(".card")) + by;
  if (next < -1 || next >= links.length) return;
  event.preventDefault(); // It would scroll, or move the cursor.
  (links[next] ?? at("query")).focus();
}

at("query").addEventListener("keydown", step);
at("hits").addEventListener("keydown", step);
