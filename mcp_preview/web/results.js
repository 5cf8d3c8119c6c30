// What a search finds, as cards: where each stands, why, and how the same query does otherwise.

import { get } from "./access.js";
import { at, button, make, marked, number, sizeOf, tokens } from "./dom.js";
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
  const mine = ++turn;
  const given = Object.entries(asked).filter(([, value]) => value);
  const found = await get(`results?${new URLSearchParams(given)}`);
  if (mine !== turn) return;
  at("hits").replaceChildren(...found.hits.map(card));
  at("hits").hidden = found.hits.length === 0;
  showSame(asked, again);
}

/** Takes the results away, for something else is shown. */
export function hideResults() {
  turn++;
  at("hits").hidden = true;
  at("same").hidden = true;
}

function card(hit, index) {
  const link = pageLink({ ...hit, title: hit.heading || hit.title }, hit.url.split("#")[0]);
  return make(
    "li",
    { class: "card" },
    make("span", { class: "rank" }, String(index + 1)),
    make(
      "div",
      {},
      make("h3", {}, link),
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
