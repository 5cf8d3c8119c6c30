// The page of the preview: what a client gets, and every page of the site with its verdict.
//
// It asks the server for its state every second, and for the pages only when something has changed.

const PAUSE = 1000; // milliseconds between two looks
const STEP = 50; // rows of the table that are added at a time
// A proxy may show the page as a folder of another host, whose root answers for itself.
const IS_PROXIED = !["/", "/index.html"].includes(location.pathname);
const INDEXED = "Indexed";
const LEFT_OUT = "Left out";
const OTHER = "Other";

const at = (id) => document.getElementById(id);

// Access

const SECRET = "secret"; // where it is kept until the tab is closed, so that it can be loaded anew

/** The secret of the page's address. It goes from there: addresses are copied, kept and shown. */
function takenSecret() {
  const given = new URLSearchParams(location.hash.slice(1)).get(SECRET);
  try {
    if (!given) return sessionStorage.getItem(SECRET) ?? "";
    sessionStorage.setItem(SECRET, given);
  } catch {
    return given ?? ""; // Where nothing can be kept, the address keeps it.
  }
  const section = new URLSearchParams(location.hash.slice(1)).get("show");
  history.replaceState(null, "", section ? `#${section}` : location.pathname + location.search);
  return given;
}

let secret = takenSecret();
let section = location.hash.slice(1); // where to go once it is shown

/** Shows the page. */
function unlock() {
  at("opened").hidden = false;
  at("locked").hidden = true;
  if (section) at(section)?.scrollIntoView();
  section = "";
}

/** Shows how the page is opened, and nothing else. */
function lock() {
  secret = "";
  isLooking = false;
  at("opened").hidden = true;
  at("locked").hidden = false;
  at("counts").replaceChildren();
  trouble("");
}

addEventListener("hashchange", () => {
  secret = takenSecret() || secret;
  if (!isLooking) look();
});

/** An element with attributes and children; text is put in as text. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}

/** A sentence whose `names` are set as code. */
function sentence(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

/** Puts new children in place, and the focus back on the link that it was on. */
function refill(element, children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.href : null;
  element.replaceChildren(...children);
  if (!focused) return;
  [...element.querySelectorAll("a")].find((link) => link.href === focused)?.focus();
}

/** Says something in a place that is read out at each change: nothing is told twice. */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The options of a choice, as pairs of value and label. If they are the same, an open list stays open. */
function offer(select, options) {
  const told = JSON.stringify(options);
  if (select.dataset.told === told) return;
  const chosen = select.value;
  select.dataset.told = told;
  select.replaceChildren(...options.map(([value, label]) => make("option", { value }, label)));
  select.value = options.some(([value]) => value === chosen) ? chosen : "";
}

const number = (value) => value.toLocaleString("en");

// State

let site = null;
let isLooking = false; // not where the page is locked
let isStale = true; // whether all has to be told anew
let connected = ""; // what the options to connect are made from
let rows = []; // every page: {title, path, url, file, line, verdict, why, detail, text}
let shown = STEP;
let lastCall = 0;
let asked = 0; // calls of this page, so that a late answer does not take the place of a newer one

async function look() {
  isLooking = Boolean(secret);
  if (!isLooking) return;
  try {
    const now = await get(IS_PROXIED ? "site?proxied=true" : "site");
    const isNew = isStale || now.revision !== site.revision;
    site = now;
    if (isNew) {
      tellSite();
      rows = rowsOf(await get("pages"));
      tellVerdicts();
      tellPages();
      isStale = false;
    }
    trouble(site.trouble);
    tellLimits();
    tellCalls(await get("calls"));
    unlock();
  } catch (error) {
    isStale = true;
    if (error instanceof Locked) return lock(); // Each start has another secret.
    trouble("The preview does not answer. This page goes on as soon as it runs again here.");
  }
  setTimeout(look, PAUSE);
}

const REFUSED = [401, 404]; // without the secret of this start; where the page is off

/** What the preview says of the page's data; nothing where the page is locked. */
async function get(path) {
  const answer = await fetch(`.docs-lsp/api/${path}`, { headers: { "X-Docs-Lsp-Secret": secret } });
  if (REFUSED.includes(answer.status)) throw new Locked();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

class Locked extends Error {}

// The site, and how to connect

function tellSite() {
  document.title = `${site.name || "This site"}: preview of the search server`;
  at("name").textContent = site.name || "This site";
  tellCounts();
  at("url").value = site.mcp;
  at("where").hidden = !IS_PROXIED;
  refill(at("tools"), [
    ...site.tools.flatMap((tool) => [
      make("dt", {}, tool.title),
      make("dd", {}, tool.name),
    ]),
    ...site.skills.flatMap((skill) => [
      make("dt", {}, "Skill"),
      make("dd", {}, make("a", { href: `.${skill.path}` }, skill.uri)),
    ]),
    make("dt", {}, "Lists of pages"),
    make("dd", {}, ...site.lists.flatMap((list) => [make("a", { href: `.${list}` }, list), " "])),
  ]);
  tellConnect(site.connect);
  choices("language", site.languages, "All languages");
  choices("version", site.versions, "All versions");
}

function tellCounts() {
  const indexed = `${number(site.pages.indexed)} pages are indexed`;
  const leftOut = `${number(site.pages.left_out)} left out`;
  if (at("counts").textContent === `${indexed}, ${leftOut}.`) return; // It is read out.
  refill(at("counts"), [
    verdictLink(INDEXED, indexed),
    ", ",
    verdictLink(LEFT_OUT, leftOut),
    ".",
  ]);
}

/** A link to the pages with one verdict. */
function verdictLink(verdict, text) {
  // Two addresses for one place: by its own, each link gets the focus back.
  const href = verdict === INDEXED ? "#pages" : "#pages-title";
  const link = make("a", { href }, text);
  link.addEventListener("click", () => {
    at("verdict").value = verdict;
    at("filter").value = "";
    filtered();
  });
  return link;
}

function tellConnect(connect) {
  const now = JSON.stringify(connect);
  if (now === connected) return; // Whoever is about to press a button keeps it.
  connected = now;
  at("menu").hidden = connect.menu.length === 0;
  at("menu").replaceChildren(
    make("span", {}, "The site’s own menu:"),
    ...connect.menu.map(menuOption),
  );
  at("clients").replaceChildren(...connect.clients.map(clientSettings));
}

function trouble(text) {
  say(at("trouble"), text);
  at("trouble").hidden = !text;
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

function copyButton(label, text, what = "") {
  const name = what ? `${label}: ${what}` : null;
  const button = make("button", { type: "button", "aria-label": name }, label);
  button.addEventListener("click", () => copy(button, text()));
  return button;
}

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Select and copy it by hand";
  }
  setTimeout(() => (button.textContent = label), 1500);
}

function choices(id, values, all) {
  const select = at(id);
  select.hidden = values.length < 2;
  offer(select, [["", all], ...values.map((value) => [value, value])]);
}

// Trying the tools, as any client would

async function call(index, args) {
  const begun = performance.now();
  const turn = ++asked;
  at("cost").textContent = "…";
  const answer = await fetch("mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: site.tools[index].name, arguments: args },
    }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const message = isJson ? JSON.parse(text) : { error: { message: text } };
  if (turn === asked) tellAnswer(message, performance.now() - begun);
}

function tellAnswer(message, milliseconds) {
  const isError = Boolean(message.error || message.result.isError);
  const texts = message.error
    ? [message.error.message]
    : message.result.content.map((item) => item.text);
  const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  const items = texts.length === 1 ? "1 text" : `${texts.length} texts`;
  at("cost").textContent =
    `${isError ? "Error: " : ""}${items}, ${number(bytes)} bytes, ${milliseconds.toFixed(0)} ms`;
  at("answer").className = texts.length > 1 ? "several" : "";
  at("answer").replaceChildren(
    ...texts.map((text, index) =>
      make(
        "pre",
        {
          class: isError ? "error" : null,
          tabindex: 0, // A long one is scrolled with the arrow keys.
          role: "region",
          "aria-label": `Text ${index + 1} of ${texts.length}`,
        },
        text || "(nothing)",
      ),
    ),
  );
}

function failed() {
  at("cost").textContent = "The preview does not answer.";
}

at("search").addEventListener("submit", (event) => {
  event.preventDefault();
  const args = { query: at("query").value };
  if (at("language").value) args.language = at("language").value;
  if (at("version").value) args.version = at("version").value;
  call(0, args).catch(failed);
});

at("command").addEventListener("submit", (event) => {
  event.preventDefault();
  call(1, { command: at("line").value }).catch(failed);
});

at("copy-url").addEventListener("click", () => {
  at("url").select();
  copy(at("copy-url"), at("url").value);
});

// Pages

function rowsOf(report) {
  const all = [
    ...report.indexed.map((page) => ({
      ...page,
      verdict: INDEXED,
      why: page.breadcrumbs.join(" › "),
      place: page.file,
      line: 0,
    })),
    ...report.leftOut.map((page) => reasoned(page, LEFT_OUT)),
    ...report.others.map((page) => reasoned(page, OTHER)),
  ];
  for (const row of all) {
    row.folder = report.folder;
    row.text = [row.title, row.path, row.file, row.why, row.detail, row.language, row.version]
      .filter(Boolean)
      .join("\n")
      .toLowerCase();
  }
  return all;
}

function reasoned(page, verdict) {
  return { ...page, title: "", verdict, why: page.reason, place: page.where || page.file };
}

function tellVerdicts() {
  const counts = new Map();
  for (const row of rows) {
    if (row.verdict !== INDEXED) counts.set(row.why, (counts.get(row.why) ?? 0) + 1);
  }
  const reasons = [...counts].sort((one, other) => other[1] - one[1]);
  offer(at("verdict"), [
    ["", "All verdicts"],
    [INDEXED, INDEXED],
    [LEFT_OUT, LEFT_OUT],
    [OTHER, OTHER],
    ...reasons.map(([reason, count]) => [`why:${reason}`, `${short(reason)} (${number(count)})`]),
  ]);
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function tellPages() {
  const words = at("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdict = at("verdict").value;
  const found = rows.filter(
    (row) =>
      (!verdict || row.verdict === verdict || `why:${row.why}` === verdict) &&
      words.every((word) => row.text.includes(word)),
  );
  say(at("matches"), `${number(found.length)} of ${number(rows.length)} pages`);
  refill(at("rows"), found.slice(0, shown).map(tableRow));
  at("more").hidden = found.length <= shown;
}

function tableRow(row) {
  const isIn = row.verdict === INDEXED;
  const bound = [row.language, row.version].filter(Boolean).join(", ");
  return make(
    "tr",
    {},
    make(
      "td",
      {},
      isIn ? make("a", { href: markdown(row) }, row.title) : "",
      make("span", { class: "path" }, row.path),
    ),
    make(
      "td",
      {},
      make("span", { class: isIn ? "in" : "out" }, row.verdict),
      bound ? make("span", {}, ` ${bound}`) : "",
      make("span", { class: "why" }, ...sentence(row.why), ...detail(row)),
    ),
    make("td", {}, place(row)),
  );
}

function markdown(row) {
  const url = row.url === "/" ? "/index" : row.url;
  return `.${url.split("/").map(encodeURIComponent).join("/")}.md`;
}

const detail = (row) => (row.detail ? [" (", ...sentence(row.detail), ")"] : []);

function place(row) {
  if (!row.place) return "made from a specification";
  const name = row.line ? `${row.place}:${row.line}` : row.place;
  if (!row.folder) return name;
  const path = `${row.folder}/${name}`.replaceAll("\\", "/").replace(/^\//, "");
  const encoded = path.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
  const href = `${at("editor").value}://file/${encoded}`;
  const file = `${row.folder}/${row.place}`;
  return make("a", { href, "data-file": file, "data-line": row.line || null }, name);
}

function filtered() {
  shown = STEP;
  tellPages();
}

at("filter").addEventListener("input", filtered);
at("verdict").addEventListener("change", filtered);
at("more").addEventListener("click", () => {
  const first = shown; // of the new ones
  shown += STEP;
  tellPages();
  // A button that goes would take the focus along: whoever uses the keyboard would be at the top.
  if (at("more").hidden) at("rows").rows[first].querySelector("a")?.focus();
});
at("editor").value = localStorage.getItem("editor") ?? "vscode";
at("editor").addEventListener("change", () => {
  localStorage.setItem("editor", at("editor").value);
  tellPages();
});

// Inside an editor

/** A frame cannot leave itself, so the editor around it opens what a link leads to. */
function handOver(event) {
  const link = event.target.closest("a[href]");
  if (!link || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  const { file, line } = link.dataset;
  const base = new URL(".", location.href).href;
  const isOurs = link.href.startsWith(base);
  const address = isOurs ? { path: link.href.slice(base.length) } : { address: link.href };
  window.parent.postMessage(file ? { file, line: Number(line ?? 1) } : address, "*");
}

if (window.parent !== window) document.addEventListener("click", handOver);

// Calls and limits

function tellCalls(calls) {
  if (!calls.length || calls[0].number === lastCall) return;
  lastCall = calls[0].number;
  at("no-calls").hidden = true;
  at("call-rows").closest(".scroll").hidden = false;
  at("call-rows").replaceChildren(
    ...calls.map((one) =>
      make(
        "tr",
        {},
        make("td", {}, new Date(one.at * 1000).toLocaleTimeString()),
        make("td", { class: one.is_error ? "out" : null }, one.tool),
        make("td", {}, make("code", {}, JSON.stringify(one.arguments))),
        make("td", { class: "number" }, one.milliseconds.toFixed(1)),
        make("td", { class: "number" }, number(one.size)),
        make("td", {}, one.client),
      ),
    ),
  );
}

function tellLimits() {
  at("meters").replaceChildren(
    ...site.limits.map((one) => {
      const said = `${number(one.used)} of ${number(one.limit)} ${one.scope} in the last hour`;
      const bar = make("meter", { max: one.limit, value: one.used, "aria-label": one.scope });
      return make("li", {}, bar, said);
    }),
  );
}

look();
