// Client credentials: programs get tokens with them, without anybody who logs in.

import { get, Locked, post, Refused, remove } from "./access.js";
import { at, button, copyButton, make } from "./dom.js";

let listed = ""; // what the list is made from

/** Shows the client credentials of the site. */
export async function showCredentials() {
  try {
    showList((await get("credentials")).credentials);
    showFault("");
  } catch (error) {
    if (error instanceof Locked) throw error;
    showFault(faultOf(error)); // The rest of the page can do without.
  }
}

function showList(credentials) {
  const now = JSON.stringify(credentials);
  if (now === listed) return; // Whoever is about to press a button keeps it.
  listed = now;
  at("no-credentials").hidden = credentials.length > 0;
  at("credential-list").replaceChildren(...credentials.map(item));
}

function item(credential) {
  const actions = make("div", { class: "actions" });
  actions.append(deleteButton(credential, actions));
  const created = new Date(credential.created * 1000).toLocaleDateString();
  return make(
    "li",
    {},
    make(
      "div",
      {},
      make("strong", {}, credential.label),
      make("span", { class: "path" }, credential.client_id),
      make("span", { class: "soft" }, `created on ${created}`),
    ),
    actions,
  );
}

function deleteButton(credential, place) {
  const ask = () => {
    const question = make(
      "p",
      { role: "alert" },
      "Its tokens stop working immediately, and this cannot be undone.",
    );
    const keep = button("Keep it", () => {
      const again = deleteButton(credential, place);
      place.replaceChildren(again);
      again.focus();
    });
    const confirm = button("Delete permanently", () => drop(credential), { class: "danger" });
    place.replaceChildren(question, confirm, " ", keep);
    keep.focus();
  };
  return button("Delete", ask, { "aria-label": `Delete: ${credential.label}` });
}

async function drop(credential) {
  try {
    await remove(`credentials/${encodeURIComponent(credential.client_id)}`);
  } catch (error) {
    showFault(faultOf(error));
    return;
  }
  at("credential-label").focus();
  at("made").replaceChildren();
  await showCredentials();
}

// A new one

at("new-credential").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const made = await post("credentials", { label: at("credential-label").value });
    at("credential-label").value = "";
    await showCredentials();
    showMade(made);
  } catch (error) {
    showFault(faultOf(error));
  }
});

function showMade(made) {
  const title = make("h3", { tabindex: -1 }, "Save the secret now: it is not shown again");
  at("made").replaceChildren(
    title,
    value("Client ID", made.client_id),
    value("Client secret", made.client_secret),
    make("p", {}, "This command gets tokens with it:"),
    make("pre", { tabindex: 0, role: "region", "aria-label": "Command" }, made.curl),
    make(
      "div",
      { class: "row" },
      copyButton("Copy command", () => made.curl),
      button("Done", () => {
        at("made").replaceChildren();
        at("credential-label").focus();
      }),
    ),
  );
  title.focus();
}

function value(name, text) {
  const id = `made-${name.toLowerCase().replace(" ", "-")}`;
  const field = make("input", { id, readonly: "", value: text });
  return make(
    "div",
    { class: "row" },
    make("label", { for: id }, name),
    field,
    copyButton("Copy", () => text, name),
  );
}

function showFault(text) {
  at("credential-fault").textContent = text;
  at("credential-fault").hidden = !text;
}

const faultOf = (error) =>
  error instanceof Refused ? error.message : "The preview is not running.";
