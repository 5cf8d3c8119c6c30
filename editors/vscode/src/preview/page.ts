/** Shows the preview's page inside the editor. */
import * as vscode from "vscode";
import type { Preview } from "./state";

const panels = new Map<string, vscode.WebviewPanel>();

/** Open the page of a preview beside the text, or bring it to the front. */
export async function showPage(preview: Preview): Promise<void> {
  // In a remote window the page's address is another one than here.
  const url = await vscode.env.asExternalUri(vscode.Uri.parse(`${preview.url}/`));
  const panel = panels.get(preview.site) ?? created(preview.site);
  panel.title = `MCP preview: ${vscode.Uri.parse(preview.site).path.split("/").at(-1) ?? ""}`;
  panel.webview.html = html(url.toString(true));
  panel.reveal(undefined, true);
}

function created(site: string): vscode.WebviewPanel {
  const panel = vscode.window.createWebviewPanel(
    "docsLsp.preview",
    "MCP preview",
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, retainContextWhenHidden: true },
  );
  panels.set(site, panel);
  panel.onDidDispose(() => panels.delete(site));
  return panel;
}

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
