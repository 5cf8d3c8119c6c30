// What clients have asked, and how much of the limits is used.

import { at, make, number, plural, say } from "./dom.js";

let lastCall = 0;

/** Shows the last calls of tools, newest first. */
export function showCalls(calls) {
  if (!calls.length || calls[0].number === lastCall) return;
  lastCall = calls[0].number;
  at("no-calls").hidden = true;
  at("call-rows").closest(".scroll").hidden = false;
  at("count-calls").textContent = number(calls.length);
  const empty = calls.filter((one) => one.is_empty).length;
  at("calls-empty").hidden = empty === 0;
  say(at("calls-empty"), `${plural(empty, "call")} of the last ${number(calls.length)} found nothing.`);
  at("call-rows").replaceChildren(
    ...calls.map((one) =>
      make(
        "tr",
        { class: one.is_empty ? "nothing" : null },
        make("td", {}, new Date(one.at * 1000).toLocaleTimeString()),
        make("td", { class: one.is_error ? "out" : null }, one.tool),
        make(
          "td",
          {},
          make("code", {}, JSON.stringify(one.arguments)),
          one.is_empty ? make("span", { class: "why out" }, "found nothing") : null,
        ),
        make("td", { class: "number" }, one.milliseconds.toFixed(1)),
        make("td", { class: "number" }, number(one.size)),
        make("td", {}, one.client),
      ),
    ),
  );
}

/** Shows how much of each limit is used. */
export function showLimits(limits) {
  at("meters").replaceChildren(
    ...limits.map((one) => {
      const used = `${number(one.used)} of ${number(one.limit)} ${one.scope} in the last hour`;
      const bar = make("meter", { max: one.limit, value: one.used, "aria-label": one.scope });
      return make("li", {}, bar, used);
    }),
  );
}
