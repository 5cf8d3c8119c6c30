// Trying the tools, as any client would.

import { post, Refused } from "./access.js";
import { at, make, number, offer } from "./dom.js";

const ANONYMOUS = "anonymous";
let asked = 0; // calls of this page, so that a late answer does not take the place of a newer one
let tools = [];

/** Shows what can be tried on the site. */
export function showTools(site) {
  tools = site.tools;
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
  // Without a log-in nothing is to be had of such a site.
  if (isFirst || !at("as").value) at("as").value = viewers[mode === "full" ? 1 : 0][0];
}

async function call(index, args) {
  const begun = performance.now();
  const turn = ++asked;
  at("cost").textContent = "…";
  const viewer = at("as-row").hidden ? ANONYMOUS : at("as").value;
  const message = viewer === ANONYMOUS ? await sent(index, args) : await askedAs(viewer, index, args);
  if (turn === asked) showAnswer(message, performance.now() - begun);
}

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

function showAnswer(message, milliseconds) {
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
