// The saved questions of the site: how each does now, and did before the last edit.

import { get } from "./access.js";
import { at, make, plural, refill, say, sentence } from "./dom.js";
import { whenShown } from "./views.js";

const SHOWN_ABOVE = 3;

/** Shows how the saved questions do. */
async function showQuestions() {
  const { file, questions, trouble } = await get("questions");
  at("no-questions").hidden = Boolean(file);
  at("questions-fault").hidden = !trouble;
  at("questions-fault").replaceChildren(...sentence(trouble));
  at("question-rows").closest(".scroll").hidden = questions.length === 0;
  const found = questions.filter((one) => one.rank !== null).length;
  const first = questions.filter((one) => one.rank === 1).length;
  say(
    at("questions-found"),
    questions.length
      ? `${found} of ${plural(questions.length, "question")} find their page among the first ${questions[0].places}; ${first} as the first hit.`
      : "",
  );
  at("count-questions").textContent = questions.length ? `${found}/${questions.length}` : "";
  refill(at("question-rows"), questions.map(row));
}

function row(one) {
  return make(
    "tr",
    {},
    make(
      "th",
      { scope: "row" },
      one.question,
      make("span", { class: "path" }, one.wanted.join(" or ")),
      make("span", { class: "why" }, [one.language, one.version, viewer(one)].filter(Boolean).join(", ")),
    ),
    make("td", { class: `number ${one.rank === null ? "out" : "in"}` }, place(one.rank)),
    make("td", { class: "number" }, ...before(one)),
    make("td", {}, ...above(one)),
  );
}

const viewer = (one) => (one.viewer === "anonymous" ? "" : `as ${one.viewer}`);

const place = (rank) => (rank === null ? "none" : String(rank));

function before(one) {
  if (one.isNew || one.before === one.rank) return [make("span", { class: "soft" }, "same")];
  const isBetter = one.rank !== null && (one.before === null || one.rank < one.before);
  return [
    place(one.before),
    make("span", { class: isBetter ? "in" : "out" }, isBetter ? " ▲ better" : " ▼ worse"),
  ];
}

function above(one) {
  const hits = one.above.slice(0, SHOWN_ABOVE).map((hit) => make("li", {}, hit.title, make("span", { class: "path" }, hit.path), make("span", { class: "why" }, hit.why)));
  const list = hits.length ? [make("ol", { class: "above" }, ...hits)] : [];
  return one.note ? [make("span", { class: "why" }, ...sentence(one.note)), ...list] : list;
}

whenShown("questions", showQuestions);
