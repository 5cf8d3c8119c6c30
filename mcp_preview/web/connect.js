// The site, and how a client connects to it.

import { at, copy, copyButton, make, number, refill, say, sentence } from "./dom.js";

// A proxy may show the page as a folder of another host, whose root answers for itself.
export const IS_PROXIED = !["/", "/index.html"].includes(location.pathname);

let connected = ""; // what the options to connect are made from

/** Says whether this preview ranks by meaning, which changes while nothing else does. */
export function showRanking(text) {
  const place = at("meaning");
  if (place.dataset.shown === text) return;
  place.dataset.shown = text;
  place.replaceChildren(...sentence(text));
}

/** Shows what there is to connect to. */
export function showSite(site) {
  document.title = `${site.name || "This site"}: preview of the search server`;
  at("name").textContent = site.name || "This site";
  at("url").value = site.mcp;
  at("where").hidden = !IS_PROXIED;
  refill(at("tools"), [
    ...site.tools.flatMap((tool) => [make("dt", {}, tool.title), make("dd", {}, tool.name)]),
    ...site.skills.flatMap((skill) => [
      make("dt", {}, "Skill"),
      make("dd", {}, documentLink(site, skill.path, skill.uri)),
    ]),
    make("dt", {}, "Lists of pages"),
    make("dd", {}, ...site.lists.flatMap((list) => [documentLink(site, list, list), " "])),
  ]);
  showConnect(site.connect);
  showAuthed(site.mode, site.connect);
}

/** A document for clients, with its address where a browser gets it, which sends no token. */
function documentLink(site, path, name) {
  return site.mode === "full" ? make("span", {}, name) : make("a", { href: `.${path}` }, name);
}

/** Shows the endpoint that needs a log-in, where there is one. */
function showAuthed(mode, connect) {
  const isThere = mode !== "public";
  for (const id of ["authed", "log-in-clients", "token-clients"]) at(id).hidden = !isThere;
  at("url-label").textContent = isThere ? "Without a log-in" : "MCP server";
  // It serves those who have logged in, as the other address does.
  at("public").hidden = mode === "full";
  at("public-clients").hidden = mode === "full";
  if (isThere) at("authed-url").value = connect.authed.url;
}

function showConnect(connect) {
  const now = JSON.stringify(connect);
  if (now === connected) return; // Whoever is about to press a button keeps it.
  connected = now;
  at("menu").hidden = connect.menu.length === 0;
  at("menu").replaceChildren(
    make("span", {}, "The site’s own menu:"),
    ...connect.menu.map(menuOption),
  );
  at("clients").replaceChildren(...connect.clients.map(clientSettings));
  at("authed-clients").replaceChildren(...connect.authed.logIn.map(clientSettings));
  at("header-clients").replaceChildren(...connect.authed.token.map(clientSettings));
}

function menuOption(option) {
  if (option.link) return make("a", { class: "button", href: option.link }, option.label);
  return copyButton(option.label, () => option.text);
}

function clientSettings(option) {
  return make(
    "div",
    { class: "client" },
    make("h3", {}, option.label, copyButton("Copy", () => option.text, option.label)),
    make("pre", {}, option.text),
  );
}

/** Shows how many pages there are; each number leads to them. */
export function showCounts(pages, verdictLink) {
  at("count-pages").textContent = number(pages.indexed);
  const text = `Pages: ${pages.text}.`;
  if (at("counts").textContent === text) return; // It is read out.
  const [indexed, ...others] = pages.text.split(", ");
  const verdicts = { rejected: "refused", excluded: "leftOut", entr: "other" };
  const links = others.map((words) => {
    const sort = Object.keys(verdicts).find((name) => words.includes(` ${name}`));
    return verdictLink(verdicts[sort], words, `to-${verdicts[sort]}`);
  });
  refill(at("counts"), [
    "Pages: ",
    verdictLink("indexed", indexed, "to-indexed"),
    ...links.flatMap((link) => [", ", link]),
    ".",
  ]);
}

/** Shows how far the first index is, and what is known of the site already. */
export function showProgress(site) {
  const { done, total } = site.indexing;
  if (total) showSite(site);
  const far = total ? `${number(done)} of ${number(total)} pages are indexed` : "The site is being read";
  say(at("counts"), `${far} …`);
}

for (const id of ["url", "authed-url"]) {
  at(`copy-${id}`).addEventListener("click", (event) => {
    at(id).select();
    copy(event.currentTarget, at(id).value);
  });
}
