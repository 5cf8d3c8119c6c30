/** Shows the preview's page inside the editor. */
import * as vscode from "vscode";
import type { Preview } from "./state";

const AGAIN = "docsLsp.preview.show";

interface Page {
  readonly panel: vscode.WebviewPanel;
  /** Of the preview that it shows; nothing once that has ended. */
  url: string | undefined;
}

const pages = new Map<string, Page>();

/** Open the page of a preview beside the text, or bring it to the front. */
export async function showPage(preview: Preview): Promise<void> {
  const page = pages.get(preview.site) ?? created(preview.site);
  await fill(page, preview.url);
  page.panel.reveal(undefined, true);
}

/** Keep the open pages right: a preview may end, and begin again at another address. */
export async function followPages(running: readonly Preview[]): Promise<void> {
  for (const [site, page] of pages) {
    const url = running.find((one) => one.site === site)?.url;
    if (url === undefined && page.url !== undefined) {
      page.url = undefined;
      page.panel.webview.html = ENDED;
    } else if (url !== undefined && page.url !== url) {
      await fill(page, url);
    }
  }
}

async function fill(page: Page, url: string): Promise<void> {
  page.url = url;
  // In a remote window the page's address is another one than here.
  const shown = await vscode.env.asExternalUri(vscode.Uri.parse(`${url}/`));
  if (page.url === url) {
    page.panel.webview.html = html(shown.toString(true));
  }
}

function created(site: string): Page {
  const panel = vscode.window.createWebviewPanel(
    "docsLsp.preview",
    `MCP preview: ${vscode.Uri.parse(site).path.split("/").at(-1) ?? ""}`,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true, enableCommandUris: [AGAIN] },
  );
  const page: Page = { panel, url: undefined };
  pages.set(site, page);
  panel.onDidDispose(() => {
    pages.delete(site);
    page.url = undefined;
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

/** A page that holds nothing but the other page, and may load nothing else. */
function html(url: string): string {
  const { scheme, authority } = vscode.Uri.parse(url);
  const policy = `default-src 'none'; frame-src ${scheme}://${authority}; style-src 'unsafe-inline'`;
  const address = url.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.replace(/"/g, "&quot;")}">
<title>MCP preview</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; overflow: hidden }</style>
</head>
<body><iframe title="MCP preview" src="${address}" allow="clipboard-write"></iframe></body>
</html>`;
}
