// What clients will not find: on a large site that takes a while, so there it is looked for when the
// writer asks.

import { get } from "./access.js";
import { at, button, make, plural, say, sentence } from "./dom.js";
import { fileLink } from "./pages.js";
import { whenShown } from "./views.js";

const SHOWN = 8; // places of a finding, until the writer wants all
const OF_SEVERAL = ["same-text", "same-title", "same-description", "without-specification"]; // different pages, not copies
const PART = "refused-part"; // a place is a file that several pages take text from
const NAMED = 3; // pages of such a place that are named
export const MOST = 1000; // pages of a site that is looked at without being asked

let looked = null; // the revision that was looked at unasked

async function look() {
  at("look").disabled = true;
  say(at("findings-count"), "Every page is searched for by its title, its description and its headings …");
  try {
    const found = await get("findings");
    at("count-report").textContent = found.findings.length || "";
    at("finding-list").replaceChildren(...found.findings.map((one) => finding(one, found.folder)));
    const count = plural(found.findings.length, "finding");
    const result = found.findings.length ? `${count}.` : "No findings.";
    at("findings-count").replaceChildren(...sentence(`${result} ${found.about}`));
  } catch {
    say(at("findings-count"), "The preview is not running.");
  }
  at("look").disabled = false;
  at("look").textContent = "Look again";
}

function finding(one, folder) {
  const list = make("ul", { class: "listed" }, ...one.pages.slice(0, SHOWN).map((page) => place(page, folder, one.kind)));
  const rest = one.pages.slice(SHOWN);
  const all = button(`Show all ${one.pages.length}`, () => {
    list.append(...rest.map((page) => place(page, folder, one.kind)));
    list.children[SHOWN].querySelector("a")?.focus();
    all.remove();
  });
  return make(
    "li",
    { class: "finding" },
    make("h3", {}, ...sentence(firstOf(one.message)), make("span", { class: "count" }, String(one.pages.length))),
    make("p", { class: "hint" }, ...sentence(one.message.slice(firstOf(one.message).length).trim())),
    list,
    rest.length ? all : null,
  );
}

/** The first sentence of a text. */
export const firstOf = (text) => /^.*?[.:](?= [A-Z]|$)/.exec(text)?.[0] ?? text;

function place(page, folder, kind) {
  if (kind === PART) return part(page, folder);
  const [first = page.file, ...others] = page.paths;
  const link = page.file && folder ? fileLink(page.line ? `${page.file}:${page.line}` : first, folder, page.file, page.line) : first;
  const more = others.length ? make("span", { class: "soft" }, OF_SEVERAL.includes(kind) ? named(others) : copies(others.length)) : null;
  return make("li", {}, link, more, page.detail ? make("span", { class: "why" }, ...sentence(page.detail)) : null);
}

function part(page, folder) {
  const name = `${page.file}:${page.line}`;
  return make(
    "li",
    {},
    folder ? fileLink(name, folder, page.file, page.line) : name,
    make("span", { class: "soft" }, ` included by ${named(page.paths).slice(2)}`),
    make("span", { class: "why" }, ...sentence(page.detail)),
  );
}

const copies = (count) => (count === 1 ? " and a copy" : ` and ${count} copies`);

const named = (paths) =>
  `, ${paths.slice(0, NAMED).join(", ")}` + (paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "");

at("look").addEventListener("click", look);
whenShown("report", async () => {
  const { pages, revision } = await get("site");
  if (pages.indexed > MOST || revision === looked) return;
  looked = revision;
  await look();
});
