// What clients will not find: looked for when the writer asks, for it takes a while.

import { get } from "./access.js";
import { at, make, plural, say, sentence } from "./dom.js";
import { fileLink } from "./pages.js";

const SHOWN = 12; // places of a finding; the report on the command line has all of them

async function look() {
  at("look").disabled = true;
  say(at("findings-count"), "Every page is searched for by its title, its description and its headings …");
  try {
    const found = await get("findings");
    at("finding-list").replaceChildren(...found.findings.map((one) => finding(one, found.folder)));
    const count = plural(found.findings.length, "finding");
    say(at("findings-count"), found.findings.length ? `${count}. ${found.about}` : `Nothing to mend. ${found.about}`);
  } catch {
    say(at("findings-count"), "The preview does not answer.");
  }
  at("look").disabled = false;
  at("look").textContent = "Look again";
}

function finding(one, folder) {
  const more = one.pages.length - SHOWN;
  return make(
    "li",
    {},
    make("p", {}, ...sentence(one.message)),
    make(
      "ul",
      {},
      ...one.pages.slice(0, SHOWN).map((page) => place(page, folder)),
      more > 0 ? make("li", { class: "soft" }, `and ${more} more: mcp-preview report --all`) : null,
    ),
  );
}

function place(page, folder) {
  const [first, ...copies] = page.paths;
  const link = page.file && folder ? fileLink(first, folder, page.file) : first;
  const others = copies.length ? make("span", { class: "soft" }, copies.length === 1 ? " and a copy" : ` and ${copies.length} copies`) : null;
  return make("li", {}, link, others, page.detail ? make("span", { class: "why" }, ...sentence(page.detail)) : null);
}

at("look").addEventListener("click", look);
