// Every page of the site with its verdict.

import { get } from "./access.js";
import { at, button, make, number, offer, refill, say, sentence, sizeOf, tokens } from "./dom.js";

export const STEP = 50; // rows of a table that are added at a time
const INDEXED = "Indexed";
const LEFT_OUT = "Left out";
const OTHER = "Other";
const EMPTY = "Indexed, but empty";
const REFUSED = "Indexed, but refused"; // by the service's parser
const OF_CONTENT = { text: INDEXED, empty: EMPTY, refused: REFUSED };

let rows = []; // every page: {title, path, url, file, line, verdict, why, detail, text}
let shown = STEP;

/** Shows the report on all pages. */
export function showReport(report) {
  rows = rowsOf(report);
  showVerdicts();
  showPages();
}

function rowsOf(report) {
  const all = [
    ...report.indexed.map((page) => ({
      ...page,
      verdict: OF_CONTENT[page.content],
      why: page.why || page.breadcrumbs.join(" › "),
      place: page.file,
    })),
    ...report.leftOut.map((page) => reasoned(page, LEFT_OUT)),
    ...report.others.map((page) => reasoned(page, OTHER)),
  ];
  for (const row of all) {
    row.folder = report.folder;
    row.text = [row.title, row.path, row.file, row.why, row.detail, row.language, row.version, row.audience]
      .filter(Boolean)
      .join("\n")
      .toLowerCase();
  }
  return all;
}

function reasoned(page, verdict) {
  return { ...page, title: "", verdict, why: page.reason, place: page.where || page.file };
}

function showVerdicts() {
  const counts = new Map();
  for (const row of rows) {
    if (!Object.values(OF_CONTENT).includes(row.verdict)) counts.set(row.why, (counts.get(row.why) ?? 0) + 1);
  }
  const reasons = [...counts].sort((one, other) => other[1] - one[1]);
  offer(at("verdict"), [
    ["", "All verdicts"],
    [INDEXED, INDEXED],
    ...[REFUSED, EMPTY].filter((one) => rows.some((row) => row.verdict === one)).map((one) => [one, one]),
    [LEFT_OUT, LEFT_OUT],
    [OTHER, OTHER],
    ...reasons.map(([reason, count]) => [`why:${reason}`, `${short(reason)} (${number(count)})`]),
  ]);
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function showPages() {
  const words = at("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const verdict = at("verdict").value;
  const found = rows.filter(
    (row) =>
      (!verdict || row.verdict === verdict || isIndexed(row, verdict) || `why:${row.why}` === verdict) &&
      words.every((word) => row.text.includes(word)),
  );
  say(at("matches"), `${number(found.length)} of ${number(rows.length)} pages`);
  refill(at("rows"), found.slice(0, shown).map(tableRow));
  at("more").hidden = found.length <= shown;
}

/** Whether a page is one of those that are indexed, with or without text. */
const isIndexed = (row, verdict = INDEXED) => verdict === INDEXED && [INDEXED, EMPTY].includes(row.verdict);

function tableRow(row) {
  const isIn = isIndexed(row);
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
      make("span", { class: row.verdict === INDEXED ? "in" : "out" }, row.verdict),
      bound ? make("span", {}, ` ${bound}`) : "",
      make("span", { class: "why" }, ...sentence(row.why), ...detail(row)),
      isIn && !row.public ? make("span", { class: "why" }, ...sentence(row.audience)) : "",
    ),
    make("td", {}, place(row)),
  );
}

/** What shows a page as Markdown: its address, or a window where not everybody is given it there. */
export function pageLink(page, url) {
  const { title } = page;
  if (!page.public) return button(title || page.path, () => showText(page.path), { class: "link" });
  const path = (url === "/" ? "/index" : url).split("/").map(encodeURIComponent).join("/");
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

function place(row) {
  if (!row.place) return "made from a specification";
  const name = row.line ? `${row.place}:${row.line}` : row.place;
  if (!row.folder) return name;
  return fileLink(name, row.folder, row.place, row.line);
}

/** A link that opens a file in the chosen editor, or in the editor that shows this page. */
export function fileLink(name, folder, file, line = 0) {
  const path = `${folder}/${name}`.replaceAll("\\", "/").replace(/^\//, "");
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
  showPages();
}

/** A link to the pages with one verdict. */
export function verdictLink(verdict, text) {
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

at("filter").addEventListener("input", filtered);
at("verdict").addEventListener("change", filtered);
at("more").addEventListener("click", () => {
  const first = shown; // of the new ones
  shown += STEP;
  showPages();
  // A button that goes would take the focus along: whoever uses the keyboard would be at the top.
  if (at("more").hidden) at("rows").rows[first].querySelector("a, button")?.focus();
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
  showPages();
});
