/** Shows the preview's page inside the editor. */
import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { isWithin } from "../sites";
import type { Preview } from "./state";

const AGAIN = "docsLsp.preview.show";
const LINKS = /^(https?|cursor|vscode|vscode-insiders):/;

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** What it shows; nothing once that preview has ended. */
  preview: Preview | undefined;
}

const pages = new Map<string, Page>();

/** Open the page of a preview beside the text, or load it anew and bring it to the front. */
export async function showPage(preview: Preview): Promise<void> {
  const page = pages.get(preview.site) ?? created(preview.site);
  await fill(page, preview);
  page.panel.reveal(undefined, true);
}

/** Keep the open pages right: a preview may end, and begin again at another address or with another secret. */
export async function followPages(running: readonly Preview[]): Promise<void> {
  for (const [site, page] of pages) {
    const preview = running.find((one) => one.site === site);
    if (preview === undefined && page.preview !== undefined) {
      page.preview = undefined;
      page.panel.webview.html = ENDED;
    } else if (preview !== undefined && page.preview?.page !== preview.page) {
      await fill(page, preview);
    }
  }
}

async function fill(page: Page, preview: Preview): Promise<void> {
  page.preview = preview;
  const shown = await reachable(preview.page);
  if (page.preview === preview) {
    page.panel.webview.html = html(shown);
  }
}

/** The page's address as this window reaches it: in a remote one it is another than where the preview runs. What
 * stands behind the `#` is for the page alone, so nobody on the way is given it. */
async function reachable(page: string): Promise<string> {
  const [address = "", fragment = ""] = page.split("#");
  return `${(await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true)}#${fragment}`;
}

function created(site: string): Page {
  const panel = vscode.window.createWebviewPanel(
    "docsLsp.preview",
    `MCP preview: ${vscode.Uri.parse(site).path.split("/").at(-1) ?? ""}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true, enableCommandUris: [AGAIN] },
  );
  const page: Page = { panel, preview: undefined };
  pages.set(site, page);
  panel.webview.onDidReceiveMessage((wanted: unknown) => void opened(page, site, wanted));
  panel.onDidDispose(() => {
    pages.delete(site);
    page.preview = undefined;
  });
  return page;
}

const ENDED = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>MCP preview</title>
</head>
<body><p>The preview has ended. <a href="command:${AGAIN}">Start it again</a></p></body>
</html>`;

/** Open what a link of the page leads to: a file beside the page, an address elsewhere. */
async function opened({ panel, preview }: Page, site: string, wanted: unknown): Promise<void> {
  const { file, line, path, address } = (wanted ?? {}) as Record<string, unknown>;
  if (typeof path === "string" && preview !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(`${preview.url}/${path}`));
  } else if (typeof address === "string" && LINKS.test(address)) {
    await vscode.env.openExternal(vscode.Uri.parse(address));
  } else if (typeof file === "string") {
    const { One, Beside } = vscode.ViewColumn;
    const viewColumn = panel.viewColumn === One ? Beside : One;
    const place = new vscode.Position(typeof line === "number" ? Math.max(0, line - 1) : 0, 0);
    await shown(file, site, { viewColumn, selection: new vscode.Range(place, place) });
  }
}

/** Show a file of a site. */
async function shown(file: string, site: string, options: vscode.TextDocumentShowOptions): Promise<void> {
  try {
    const [folder, real] = await Promise.all([vscode.Uri.parse(site).fsPath, file].map((one) => realpath(one)));
    if (folder !== undefined && real !== undefined && isWithin(folder, real)) {
      await vscode.window.showTextDocument(vscode.Uri.file(file), options);
    }
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** A page that holds nothing but the other page, may load nothing else, and passes on its links. */
function html(url: string): string {
  const { scheme, authority } = vscode.Uri.parse(url);
  const nonce = randomBytes(16).toString("hex"); // Also makes each text another, so that it is loaded anew.
  const policy = [
    "default-src 'none'",
    `frame-src ${scheme}://${authority}`,
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
  ].join("; ");
  const address = url.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.replace(/"/g, "&quot;")}">
<title>MCP preview</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; overflow: hidden }</style>
</head>
<body><iframe title="MCP preview" src="${address}" allow="clipboard-write"></iframe>
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
const { contentWindow } = document.querySelector("iframe");
addEventListener("message", ({ source, data }) => source === contentWindow && editor.postMessage(data));
</script></body>
</html>`;
}
