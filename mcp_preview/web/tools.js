// Trying the tools, as any client would.

import { at, make, number, offer } from "./dom.js";

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
      params: { name: tools[index].name, arguments: args },
    }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const message = isJson ? JSON.parse(text) : { error: { message: text } };
  if (turn === asked) showAnswer(message, performance.now() - begun);
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
