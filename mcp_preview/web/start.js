// The first screen: what to try, what to fix first, and the one line that connects a client.

import { get } from "./access.js";
import { at, button, copyButton, make, number, refill, sentence } from "./dom.js";
import { firstOf, MOST } from "./findings.js";
import { fileLink, verdictLink } from "./pages.js";

const SHOWN = 3; // findings

let connected = ""; // what the options to connect are made from
let turn = 0; // of what is asked, so that a late answer does not take the place of a newer one

/** Shows it; findings are looked for only on a site where that takes a moment. */
export async function showStart(site) {
  at("start").hidden = false;
  refill(at("start-questions"), site.examples.map(example));
  showConnect(site.start);
  const mine = ++turn;
  if (site.pages.indexed > MOST) {
    showFindings([
      ...broken(site.pages),
      make("li", {}, "The site is large: ", toReport("look at the report"), "."),
    ]);
    return;
  }
  const found = await get("findings");
  if (mine === turn) showFindings(items(found, broken(site.pages)));
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

function items({ findings, folder }, worst) {
  if (!findings.length && !worst.length) {
    return [make("li", {}, "Nothing: every page is found by its own words.")];
  }
  const rest = findings.length - SHOWN;
  return [
    ...worst,
    ...findings.slice(0, SHOWN).map((one) => item(one, folder)),
    rest > 0 ? make("li", {}, toReport(`${number(rest)} more in the report`)) : "",
  ].filter(Boolean);
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

const showFindings = (shown) => refill(at("start-findings"), shown);

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
