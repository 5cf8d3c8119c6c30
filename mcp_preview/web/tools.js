// Trying the tools, as any client would.

import { post, Refused } from "./access.js";
import { at, make, offer, plural } from "./dom.js";
import { costOf, hideResults, showOthers, showResults, showResultsOf } from "./results.js";

const ANONYMOUS = "anonymous";
const SAID = ["cost", "command-cost"]; // where the answer of each tool is summed up
const PRINTED = ["printed", "output"]; // and where it stands
const SECTION = "Title: "; // how the text of a section begins
const asked = [0, 0]; // calls of each tool, so that a late answer does not take the place of a newer one
let tools = [];

/** Shows what can be tried on the site. */
export function showTools(site) {
  tools = site.tools;
  showResultsOf(site);
  choices("language", site.languages, "All languages");
  choices("version", site.versions, "All versions");
}

function choices(id, values, all) {
  const select = at(id);
  select.hidden = values.length < 2;
  offer(select, [["", all], ...values.map((value) => [value, value])]);
}

/** Lets the writer choose as whom the tools are called, where not everybody gets the same. */
export function showCallers(viewers, mode) {
  const isFirst = at("as-row").hidden;
  at("as-row").hidden = mode === "public";
  offer(at("as"), viewers);
  showOthers(mode === "public" ? [] : viewers);
  // Without a log-in nothing is to be had of such a site.
  if (isFirst || !at("as").value) at("as").value = viewers[mode === "full" ? 1 : 0][0];
}

/** Calls a tool; whether its answer is shown, and is no error. */
async function call(index, args) {
  const begun = performance.now();
  const turn = ++asked[index];
  at(SAID[index]).textContent = "…";
  const viewer = asWhom();
  const message = viewer === ANONYMOUS ? await sent(index, args) : await askedAs(viewer, index, args);
  if (turn !== asked[index]) return false;
  return showAnswer(index, message, performance.now() - begun);
}

/** The viewer as whom the tools are called. */
export const asWhom = () => (at("as-row").hidden ? ANONYMOUS : at("as").value);

/** What a client is answered that has logged in. */
async function askedAs(viewer, index, args) {
  try {
    const body = { tool: tools[index].name, arguments: args };
    const { texts, isError } = await post(`call?as=${encodeURIComponent(viewer)}`, body);
    return { result: { isError, content: texts.map((text) => ({ text })) } };
  } catch (error) {
    if (error instanceof Refused) return { error: { message: error.message } };
    throw error;
  }
}

/** What a client is answered that has not. */
async function sent(index, args) {
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
      params: { name: tools[index].name, arguments: args },
    }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (!isJson) return { error: { message: text } };
  const message = JSON.parse(text);
  // The authorization server speaks as OAuth has it, and not as MCP.
  return message.error_description ? { error: { message: message.error_description } } : message;
}

function showAnswer(index, message, milliseconds) {
  const isError = Boolean(message.error || message.result.isError);
  const texts = message.error
    ? [message.error.message]
    : message.result.content.map((item) => item.text);
  const isSearch = index === 0 && !isError;
  const isFound = isSearch && texts[0].startsWith(SECTION);
  const items = isSearch && !isFound ? "Nothing found" : plural(texts.length, isFound ? "section" : "text");
  at(SAID[index]).textContent =
    `${isError ? "Error: " : ""}${items}, ${costOf(texts)}, ${milliseconds.toFixed(0)} ms`;
  const shown = texts.map((text, place) => plainText(text, place, texts.length, isError));
  if (index === 0) {
    at("raw").hidden = !isFound;
    at("answer").className = texts.length > 1 ? "several" : "";
    at("answer").replaceChildren(...(isFound ? shown : []));
  }
  at(PRINTED[index]).replaceChildren(...(isFound ? [] : shown));
  return !isError;
}

function plainText(text, place, count, isError) {
  return make(
    "pre",
    {
      class: isError ? "error" : null,
      tabindex: 0, // A long one is scrolled with the arrow keys.
      role: "region",
      "aria-label": `Text ${place + 1} of ${count}`,
    },
    text || "(nothing)",
  );
}

const failed = (index) => () => {
  at(SAID[index]).textContent = "The preview is not running.";
};

async function search() {
  const args = { query: at("query").value };
  if (at("language").value) args.language = at("language").value;
  if (at("version").value) args.version = at("version").value;
  const { query, language = "", version = "" } = args;
  hideResults();
  if (await call(0, args)) await showResults({ q: query, language, version, as: asWhom() });
}

at("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  search().catch(failed(0));
});

at("command").addEventListener("submit", (event) => {
  event.preventDefault();
  call(1, { command: at("line").value }).catch(failed(1));
});
