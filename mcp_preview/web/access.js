// Access to the page's data, which takes the secret of the page's address.

import { at } from "./dom.js";
import { open } from "./views.js";

const SECRET = "secret"; // its name in the address, and where it is kept until the tab is closed
const HEADER = "X-Docs-Lsp-Secret";
const REFUSED = [401, 404]; // without the secret of this start; where the page is off

/** The page has no secret, or that of an earlier start. */
export class Locked extends Error {}

/** What the preview refuses, in its words. */
export class Refused extends Error {}

/** The secret of the page's address. It goes from there: addresses are copied, kept and shown. */
function takenSecret() {
  // Some editors write the `=` of an address as `%3D`.
  const written = location.hash.slice(1).replaceAll("%3D", "=").replaceAll("%26", "&");
  const given = new URLSearchParams(written);
  const found = given.get(SECRET);
  try {
    if (!found) return sessionStorage.getItem(SECRET) ?? "";
    sessionStorage.setItem(SECRET, found);
  } catch {
    return found ?? ""; // Where nothing can be kept, the address keeps it.
  }
  const place = given.get("show");
  history.replaceState(null, "", place ? `#${place}` : location.pathname + location.search);
  return found;
}

let secret = takenSecret();
let place = location.hash.slice(1); // where to go once the page is shown

export const hasSecret = () => Boolean(secret);

/** Calls back when the page is given another address, which may have a secret. */
export function onAddress(run) {
  addEventListener("hashchange", () => {
    secret = takenSecret() || secret;
    run();
  });
}

/** Shows the page. */
export function unlock() {
  at("opened").hidden = false;
  at("locked").hidden = true;
  if (place) open(place);
  place = "";
}

/** Shows how the page is opened, and nothing else. */
export function lock() {
  secret = "";
  at("opened").hidden = true;
  at("locked").hidden = false;
  at("counts").replaceChildren();
}

/** Data of the page. Throws `Locked`, or `Refused` with the reason. */
export const get = (path) => send("GET", path);

/** Sends something as JSON. Throws as `get` does. */
export const post = (path, body) => send("POST", path, body);

/** Has something deleted. Throws as `get` does. */
export const remove = (path) => send("DELETE", path);

async function send(method, path, body) {
  const headers = { [HEADER]: secret };
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(`.docs-lsp/api/${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
  const content = isJson ? await answer.json() : null;
  if (answer.ok) return content;
  if (content?.error && answer.status !== 401) throw new Refused(content.error);
  if (REFUSED.includes(answer.status)) throw new Locked();
  throw new Error(String(answer.status));
}
