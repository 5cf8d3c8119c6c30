// The list of all pages, each with its verdict: as much of it as is looked at.

import { get } from "./access.js";
import { at, button, make, number, offer, refill, say, sentence, sizeOf, tokens } from "./dom.js";
import { go, whenShown } from "./views.js";

export const STEP = 100; // rows that are added at a time
const PAUSE = 120; // milliseconds in which a writer goes on typing
const IN = ["indexed", "empty", "refused"];
const VERDICTS = {
  indexed: "Indexed",
  refused: "Rejected", // by the service's parser
  empty: "Indexed, but empty",
  leftOut: "Excluded",
  other: "Other",
};

let shown = STEP;
let turn = 0; // of what is asked, so that a late answer does not take the place of a newer one

/** Shows the first pages with the words and the verdict that are chosen. */
async function showPages() {
  const mine = ++turn;
  const asked = { find: at("filter").value, verdict: at("verdict").value, count: shown };
  const found = await get(`pages?${new URLSearchParams(asked)}`);
  if (mine !== turn) return;
  showVerdicts(found);
  say(at("matches"), `${number(found.matches)} of ${number(found.total)} pages, entries and other files`);
  refill(at("rows"), found.rows.map((row) => tableRow(row, found.folder)));
  at("more").hidden = found.matches <= found.rows.length;
}

function showVerdicts({ verdicts, reasons }) {
  const kinds = Object.entries(VERDICTS).filter(([kind]) => kind === "indexed" || verdicts[kind]);
  offer(at("verdict"), [
    ["", "All verdicts"],
    ...kinds,
    ...reasons.map(([reason, count]) => [`why:${reason}`, `${short(reason)} (${number(count)})`]),
  ]);
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function tableRow(row, folder) {
  const isIn = IN.includes(row.verdict);
  const bound = [row.language, row.version].filter(Boolean).join(", ");
  return make(
    "tr",
    {},
    make(
      "td",
      {},
      isIn ? pageLink(row, row.url) : "",
      make("span", { class: "path" }, row.path),
    ),
    make(
      "td",
      {},
      make("span", { class: row.verdict === "indexed" ? "in" : "out" }, VERDICTS[row.verdict]),
      bound ? make("span", {}, ` ${bound}`) : "",
      make("span", { class: "why" }, ...sentence(row.why), ...detail(row)),
      isIn && !row.public ? make("span", { class: "why" }, ...sentence(row.audience)) : "",
    ),
    make("td", {}, place(row, folder)),
  );
}

/** What shows a page as Markdown: its address, or a window where not everybody is given it there. */
export function pageLink(page, url) {
  const { title } = page;
  if (!page.public) return button(title || page.path, () => showText(page.path), { class: "link" });
  const parts = (url === "/" ? "/index" : url).split("/");
  const path = parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join("/");
  return make("a", { href: `.${path}.md` }, title);
}

/** Shows a page as an agent reads it. */
export async function showText(path) {
  const page = await get(`text?path=${encodeURIComponent(path)}`);
  at("text-title").textContent = page.title;
  at("text-path").textContent = page.path;
  at("text-body").textContent = page.text;
  const bytes = sizeOf(page.text);
  at("text-cost").textContent = `${number(bytes)} bytes, ${tokens(bytes)}`;
  at("text").showModal();
}

at("close-text").addEventListener("click", () => at("text").close());

const detail = (row) => (row.detail ? [" (", ...sentence(row.detail), ")"] : []);

function place(row, folder) {
  if (!row.place) return "generated from a specification";
  const name = row.line ? `${row.place}:${row.line}` : row.place;
  if (!folder) return name;
  return fileLink(name, folder, row.place, row.line);
}

/** A link that opens a file in the chosen editor, or in the editor that shows this page. */
export function fileLink(name, folder, file, line = 0) {
  const whole = line ? `${folder}/${file}:${line}` : `${folder}/${file}`;
  const path = whole.replaceAll("\\", "/").replace(/^\//, "");
  const encoded = path.split("/").map(encodeURIComponent).join("/").replaceAll("%3A", ":");
  const href = `${at("editor").value}://file/${encoded}`;
  return make(
    "a",
    { href, "data-file": `${folder}/${file}`, "data-line": line || null },
    name,
  );
}

function filtered() {
  shown = STEP;
  return showPages();
}

/** A link to the pages with one verdict. */
export function verdictLink(verdict, text, id = null) {
  const link = make("a", { href: "#pages", id }, text);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (!at("verdict").childElementCount) showVerdicts({ verdicts: { [verdict]: 1 }, reasons: [] });
    at("verdict").value = verdict;
    at("filter").value = "";
    shown = STEP;
    go("pages");
    showPages().catch(failed);
  });
  return link;
}

/** Runs something once nobody has called for it for a moment. */
export function later(run) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => run().catch(failed), PAUSE);
  };
}

function failed() {
  say(at("matches"), "The preview is not running.");
}

whenShown("pages", showPages);
at("filter").addEventListener("input", later(filtered));
at("verdict").addEventListener("change", () => filtered().catch(failed));
at("more").addEventListener("click", async () => {
  const first = shown; // of the new ones
  shown += STEP;
  await showPages().catch(failed);
  // A button that goes would take the focus along: whoever uses the keyboard would be at the top.
  if (at("more").hidden) at("rows").rows[first]?.querySelector("a, button")?.focus();
});

// Where the browser keeps nothing for pages in frames, the choice holds for as long as this one.
const kept = (run) => {
  try {
    return run();
  } catch {
    return null;
  }
};
at("editor").value = kept(() => localStorage.getItem("editor")) ?? "vscode";
at("editor").addEventListener("change", () => {
  kept(() => localStorage.setItem("editor", at("editor").value));
  showPages().catch(failed);
});
