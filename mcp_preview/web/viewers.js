// The site as its viewers see it, side by side.

import { get, Refused } from "./access.js";
import { at, button, make, number, plural, refill, say, sentence } from "./dom.js";
import { later, pageLink, STEP } from "./pages.js";
import { showCallers } from "./tools.js";
import { isShown, whenShown } from "./views.js";

const MODES = {
  public: "Every indexed page is public.",
  partial: "Some pages are public; the others need a log-in.",
  full: "Every page needs a log-in.",
};
const ANONYMOUS = "anonymous";
const CREDENTIAL = "credential";
const USER = "user:";
const GROUPS = "groups:";

const NOTHING = { viewers: [], reasons: [], pages: [], total: 0, matches: 0 };

let known = []; // every viewer: {name, groups, pages}
let own = []; // names of those that the writer has made up
let chosen = new Set([ANONYMOUS]); // names of those that are compared
let isFirst = true;
let shown = STEP;
let turn = 0; // of what is asked, so that a late answer does not take the place of a newer one

/** Shows who may see what, as it is now. */
export async function showViewers() {
  const found = await get(`viewers?${asQuery(own)}`);
  const { mode, notice } = found.access;
  known = found.viewers;
  if (isFirst) chosen = new Set(known.slice(0, 4).map((one) => one.name));
  isFirst = false;
  at("viewers-title").textContent = mode === "public" ? "Who sees what" : "See the site as";
  say(at("access"), MODES[mode]);
  at("notice").replaceChildren(...sentence(notice));
  at("notice").hidden = !notice;
  at("viewing").hidden = mode === "public";
  showCallers(known.map((one) => [one.name, label(one.name)]), mode);
  if (mode === "public") return;
  const groups = found.groups.map((name) => `\`${name}\``).join(", ");
  at("known-groups").replaceChildren(...sentence(`Groups that the site uses: ${groups}.`));
  at("known-groups").hidden = !groups;
  showChoices(found.pages);
}

const asQuery = (names) => names.map((name) => `as=${encodeURIComponent(name)}`).join("&");

/** How a viewer is called. */
function label(name) {
  if (name === ANONYMOUS) return "Anonymous";
  if (name === CREDENTIAL) return "Client credential";
  if (name.startsWith(USER)) return name.slice(USER.length);
  const groups = name.slice(GROUPS.length).split(",").filter(Boolean);
  return groups.length ? `In ${groups.join(", ")}` : "In no group";
}

function showChoices(pages) {
  refill(at("choices"), known.map((viewer) => choice(viewer, pages)));
}

function choice(viewer, pages) {
  const id = `as-${viewer.name}`;
  const box = make("input", { type: "checkbox", id });
  box.checked = chosen.has(viewer.name);
  box.addEventListener("change", () => {
    if (box.checked) chosen.add(viewer.name);
    else chosen.delete(viewer.name);
    compare().catch(failed);
  });
  const isUser = viewer.name.startsWith(USER);
  const groups = isUser ? viewer.groups.join(", ") || "in no group" : "";
  return make(
    "li",
    {},
    box,
    make(
      "label",
      { for: id },
      make("strong", {}, label(viewer.name)),
      groups && make("span", { class: "soft" }, ` ${groups}`),
      make("span", { class: "share" }, `${number(viewer.pages)} of ${plural(pages, "page")}`),
    ),
    own.includes(viewer.name) ? dropButton(viewer.name) : null,
  );
}

function dropButton(name) {
  const drop = () => {
    own = own.filter((one) => one !== name);
    chosen.delete(name);
    at("groups").focus(); // The button goes, and would take the focus along.
    again().catch(failed);
  };
  return button("×", drop, { class: "drop", "aria-label": `Remove: ${label(name)}` });
}

async function again() {
  await showViewers();
  if (isShown("viewers")) await compare();
}

/** The chosen viewers, in the order in which they are offered. */
const columns = () => known.map((one) => one.name).filter((name) => chosen.has(name));

async function compare() {
  if (at("viewing").hidden) return;
  await showComparison();
  if (at("found").childElementCount) await search();
}

// Pages

async function showComparison() {
  const mine = ++turn;
  const names = columns();
  const asked = { find: at("seen-filter").value, different: at("different").checked, count: shown };
  const found = names.length ? await get(`seen?${asQuery(names)}&${new URLSearchParams(asked)}`) : NOTHING;
  if (mine !== turn) return;
  say(at("seen-matches"), counted(found.matches, found.total, at("different").checked));
  refill(at("seen-head"), [
    make("th", { scope: "col" }, "Page"),
    ...found.viewers.map((name) => make("th", { scope: "col" }, label(name))),
  ]);
  refill(at("seen-rows"), found.pages.map((page) => row(page, found.reasons)));
  at("seen").hidden = found.pages.length === 0;
  at("seen-more").hidden = found.matches <= found.pages.length;
}

function counted(found, all, onlyDifferent) {
  if (columns().length === 0) return "No viewer is chosen.";
  if (onlyDifferent && columns().length < 2) return "Choose several viewers to see how they differ.";
  if (onlyDifferent && found === 0 && !at("seen-filter").value) return "They all see the same pages.";
  return `${number(found)} of ${plural(all, "page")}`;
}

function row(page, reasons) {
  return make(
    "tr",
    {},
    make(
      "th",
      { scope: "row", title: page.audience.replaceAll("`", "") },
      pageLink(page, page.url),
      make("span", { class: "path" }, page.path),
    ),
    ...page.cells.map((cell) => verdict(reasons[cell])),
  );
}

function verdict({ sees, why }) {
  return make(
    "td",
    {},
    make("span", { class: sees ? "in" : "out" }, sees ? "Yes" : "No"),
    make("span", { class: "why" }, ...sentence(why)),
  );
}

function filtered() {
  shown = STEP;
  return showComparison();
}

whenShown("viewers", compare);
at("different").addEventListener("change", () => filtered().catch(failed));
at("seen-filter").addEventListener("input", later(filtered));
at("seen-more").addEventListener("click", async () => {
  const first = shown;
  shown += STEP;
  await showComparison().catch(failed);
  if (at("seen-more").hidden) at("seen-rows").rows[first]?.querySelector("a, button")?.focus();
});

// A search

async function search() {
  const query = at("as-query").value;
  const found = await get(`search?q=${encodeURIComponent(query)}&${asQuery(columns())}`);
  at("found").replaceChildren(...found.columns.map(column));
  // For whoever has the page read out: the columns themselves would be too much.
  const counts = found.columns.map(({ viewer, hits }) => `${label(viewer)} finds ${hits.length}`);
  say(at("found-count"), `${counts.join(", ")}.`);
}

function column({ viewer, hits }) {
  const pages = new Set(hits.map((hit) => hit.path)).size;
  const count = hits.length ? `${plural(hits.length, "section")} of ${plural(pages, "page")}` : "nothing";
  return make(
    "section",
    { class: "column", "aria-label": label(viewer) },
    make("h3", {}, label(viewer), make("span", { class: "share" }, count)),
    make("ol", {}, ...hits.map(hitItem)),
  );
}

function hitItem(hit) {
  const [url, anchor] = hit.url.split("#");
  return make(
    "li",
    {},
    pageLink(hit, url),
    make("span", { class: "path" }, anchor ? `${hit.path}#${anchor}` : hit.path),
  );
}

at("as-search").addEventListener("submit", (event) => {
  event.preventDefault();
  search().catch(failed);
});

// Viewers that the writer makes up

at("as-groups").addEventListener("submit", (event) => {
  event.preventDefault();
  add().catch(failed);
});

async function add() {
  const groups = at("groups").value.split(",").map((one) => one.trim()).filter(Boolean);
  const name = GROUPS + [...new Set(groups)].sort().join(",");
  if (!own.includes(name)) own.push(name);
  chosen.add(name);
  at("groups").value = "";
  try {
    await again();
  } catch (error) {
    own = own.filter((one) => one !== name);
    chosen.delete(name);
    throw error;
  }
}

function failed(error) {
  const text = error instanceof Refused ? error.message : "The preview is not running.";
  say(at("seen-matches"), text);
}
