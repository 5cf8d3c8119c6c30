// The page of the preview: what a client gets, and every page of the site with its verdict.
//
// It asks the server for its state every second, and for what is shown only when something has
// changed.

import { get, hasSecret, lock, Locked, onAddress, unlock } from "./access.js";
import { showCalls, showLimits } from "./calls.js";
import { IS_PROXIED, showCounts, showProgress, showRanking, showSite } from "./connect.js";
import { showCredentials } from "./credentials.js";
import { at, say } from "./dom.js";
import "./findings.js";
import { verdictLink } from "./pages.js";
import "./questions.js";
import { followResults } from "./results.js";
import { showStart } from "./start.js";
import { showTools } from "./tools.js";
import "./tree.js";
import { showViewers } from "./viewers.js";
import { refresh } from "./views.js";

const PAUSE = 1000; // milliseconds between two looks
const SITE = IS_PROXIED ? "site?proxied=true" : "site";

let revision = null; // of what is shown; null where all has to be shown anew
let isLooking = false; // not where the page is locked

async function look() {
  isLooking = hasSecret();
  if (!isLooking) {
    lock();
    return;
  }
  try {
    const site = await get(SITE);
    if (site.indexing) showProgress(site);
    else if (site.revision !== revision) await showAll(site);
    showTrouble(site.trouble);
    showRanking(site.ranking);
    showLimits(site.limits);
    showCalls(await get("calls"));
    if (at("opened").hidden) {
      unlock(); // It may open another part.
      if (!site.indexing) await refresh();
    }
  } catch (error) {
    revision = null;
    if (error instanceof Locked) {
      isLooking = false; // Each start has another secret.
      lock();
      showTrouble("");
      return;
    }
    showTrouble("The preview is not running. This page reconnects when it restarts.");
  }
  setTimeout(look, PAUSE);
}

async function showAll(site) {
  showSite(site);
  showCounts(site.pages, verdictLink);
  showTools(site);
  await followResults();
  showStart(site).catch(() => {}); // The next look tells of trouble.
  await showViewers();
  if (!at("opened").hidden) await refresh();
  at("credentials").hidden = site.mode === "public";
  if (site.mode !== "public") await showCredentials();
  revision = site.revision;
}

function showTrouble(text) {
  say(at("trouble"), text);
  at("trouble").hidden = !text;
}

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

onAddress(() => {
  if (!isLooking) look();
});
look();
