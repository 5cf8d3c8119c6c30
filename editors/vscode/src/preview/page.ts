/** Shows the preview's web page in an editor tab. */
import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import * as vscode from "vscode";
import { isInFolder } from "../sites";
import type { Preview } from "./state";

const SHOW_COMMAND = "docsLsp.preview.show";
const ALLOWED_LINKS = /^(https?|cursor|vscode|vscode-insiders):/;

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** The displayed preview; undefined once it has stopped. */
  preview: Preview | undefined;
}

const pages = new Map<string, Page>();

/** Open the page of a preview to the side, or reload and reveal it. */
export async function showPage(preview: Preview): Promise<void> {
  const page = pages.get(preview.site) ?? createPage(preview.site);
  await loadPreview(page, preview);
  page.panel.reveal(undefined, true);
}

/** Update open pages: a preview may stop, or restart at another URL or with another secret. */
export async function updatePages(running: readonly Preview[]): Promise<void> {
  for (const [site, page] of pages) {
    const preview = running.find((candidate) => candidate.site === site);
    if (preview === undefined && page.preview !== undefined) {
      page.preview = undefined;
      page.panel.webview.html = ENDED_HTML;
    } else if (preview !== undefined && page.preview?.page !== preview.page) {
      await loadPreview(page, preview);
    }
  }
}

async function loadPreview(page: Page, preview: Preview): Promise<void> {
  page.preview = preview;
  const url = await getExternalUrl(preview.page);
  if (page.preview === preview) {
    page.panel.webview.html = renderHtml(url);
  }
}

/** Return the URL at which this window can reach the page; in a remote window it is forwarded. Its fragment
 * contains a secret, so it is not passed to `asExternalUri`. */
async function getExternalUrl(page: string): Promise<string> {
  const [address = "", fragment = ""] = page.split("#");
  return `${(await vscode.env.asExternalUri(vscode.Uri.parse(address))).toString(true)}#${fragment}`;
}

function createPage(site: string): Page {
  const panel = vscode.window.createWebviewPanel(
    "docsLsp.preview",
    `MCP preview: ${vscode.Uri.parse(site).path.split("/").at(-1) ?? ""}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true, enableCommandUris: [SHOW_COMMAND] },
  );
  const page: Page = { panel, preview: undefined };
  pages.set(site, page);
  panel.webview.onDidReceiveMessage((message: unknown) => void openLink(page, site, message));
  panel.onDidDispose(() => {
    pages.delete(site);
    page.preview = undefined;
  });
  return page;
}

const ENDED_HTML = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<title>MCP preview</title>
</head>
<body><p>The preview has stopped. <a href="command:${SHOW_COMMAND}">Restart it</a></p></body>
</html>`;

/** Open the target of a link on the page: a file next to the page, or a URL in the browser. */
async function openLink({ panel, preview }: Page, site: string, message: unknown): Promise<void> {
  const { file, line, path, address } = (message ?? {}) as Record<string, unknown>;
  if (typeof path === "string" && preview !== undefined) {
    await vscode.env.openExternal(vscode.Uri.parse(`${preview.url}/${path}`));
  } else if (typeof address === "string" && ALLOWED_LINKS.test(address)) {
    await vscode.env.openExternal(vscode.Uri.parse(address));
  } else if (typeof file === "string") {
    const { One, Beside } = vscode.ViewColumn;
    const viewColumn = panel.viewColumn === One ? Beside : One;
    const position = new vscode.Position(typeof line === "number" ? Math.max(0, line - 1) : 0, 0);
    await showFile(file, site, { viewColumn, selection: new vscode.Range(position, position) });
  }
}

/** Show a file, if it is inside the site's folder. */
async function showFile(file: string, site: string, options: vscode.TextDocumentShowOptions): Promise<void> {
  try {
    const [folder, real] = await Promise.all([vscode.Uri.parse(site).fsPath, file].map((name) => realpath(name)));
    if (folder !== undefined && real !== undefined && isInFolder(folder, real)) {
      await vscode.window.showTextDocument(vscode.Uri.file(file), options);
    }
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Render HTML that only embeds the preview's page in a frame and forwards its messages. */
function renderHtml(url: string): string {
  const { scheme, authority } = vscode.Uri.parse(url);
  const nonce = randomBytes(16).toString("hex"); // Also makes each HTML unique, which forces a reload.
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
