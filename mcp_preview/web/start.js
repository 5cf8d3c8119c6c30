// The first screen: what to try, what to fix first, and the one line that connects a client.

import { get } from "./access.js";
import { at, button, copyButton, make, number, refill, sentence } from "./dom.js";
import { firstOf, MOST } from "./findings.js";
import { fileLink, verdictLink } from "./pages.js";

const SHOWN = 3; // findings
const NOTHING = "Nothing: every page is found by its own words.";
const NOTHING_YET = "Nothing was found without searching for each page.";

let connected = ""; // what the options to connect are made from
let turn = 0; // of what is asked, so that a late answer does not take the place of a newer one

/** Shows it; what takes searches is looked for only on a site where that takes a moment. */
export async function showStart(site) {
  at("start").hidden = false;
  at("start-questions").parentElement.hidden = !site.examples.length;
  refill(at("start-questions"), site.examples.map(example));
  showConnect(site.start);
  const mine = ++turn;
  const isLarge = site.pages.indexed > MOST;
  const found = await get(isLarge ? "findings?searches=false" : "findings");
  if (mine === turn) showFindings(found, [...unread(site), ...broken(site.pages)], isLarge);
}

/** What keeps the site from being read, and that nothing of it is found. */
function unread({ trouble, pages }) {
  if (trouble) return [make("li", {}, ...sentence(trouble))];
  return pages.indexed + pages.refused ? [] : [make("li", {}, "No page is indexed, so clients find nothing.")];
}

function example(title) {
  return button(title, () => {
    at("query").value = title;
    at("search-form").requestSubmit();
  });
}

/** The links that readers get an error for; the findings are about pages. */
function broken({ without_page: entries }) {
  if (!entries) return [];
  const text = `${number(entries)} ${entries === 1 ? "entry" : "entries"} of the navigation`;
  return [make("li", {}, verdictLink("other", `${text} without a page`), ": a broken link for readers.")];
}

/** Shows the worst; the report of a large site may have more, which takes searches. */
function showFindings({ findings, folder }, worst, isLarge) {
  const every = [...worst, ...findings.map((one) => item(one, folder))];
  const shown = every.slice(0, SHOWN);
  const rest = every.length - shown.length;
  if (!shown.length) shown.push(make("li", {}, isLarge ? NOTHING_YET : NOTHING));
  refill(at("start-findings"), shown);
  at("start-more").hidden = !rest && !isLarge;
  const more = isLarge ? "Search for each page in the report" : `${number(rest)} more in the report`;
  at("start-more").firstElementChild.textContent = more;
}

function item(finding, folder) {
  const [first] = finding.pages;
  const name = first?.line ? `${first.file}:${first.line}` : first?.file;
  const where = first?.file && folder ? fileLink(name, folder, first.file, first.line) : first?.paths[0];
  const others = finding.pages.length - 1;
  const more = others > 0 ? [" ", toReport(`and ${number(others)} more`)] : [];
  return make("li", {}, ...sentence(firstOf(finding.message)), " ", where ?? "", ...more);
}

const toReport = (text) => make("a", { href: "#report" }, text);

function showConnect([line, ...links]) {
  const now = JSON.stringify([line, links]);
  if (now === connected) return; // Whoever is about to press a button keeps it.
  connected = now;
  at("start-connect").replaceChildren(
    make("code", {}, line.text),
    copyButton("Copy", () => line.text, `command for ${line.label}`),
    ...links.map((option) => make("a", { class: "button", href: option.link }, option.label)),
    make("a", { href: "#connect" }, "Other clients"),
  );
}
