/** Finds the sites of the workspace: folders that contain a docs.json. */
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

/** Maximum length of the start of a file, in characters (open documents) or bytes (files on disk). */
const START_LENGTH = 2000;
const EXCLUDE_PATTERN = "**/{node_modules,.git}/**";

/** List the docs.json files of the workspace, those open outside it and those above open pages, sorted by path. */
export async function findSites(): Promise<vscode.Uri[]> {
  const files = await vscode.workspace.findFiles("**/docs.json", EXCLUDE_PATTERN);
  const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
  const above = open.filter((uri) => findEnclosingSite(files, uri) === undefined).flatMap(listDocsJsonAbove);
  const uris = new Map([...files, ...open, ...above].map((uri) => [uri.toString(), uri]));
  const candidates = await Promise.all([...uris.values()].map(async (uri) => ({ uri, is: await isSite(uri) })));
  const siteFiles = candidates.filter(({ is }) => is).map(({ uri }) => uri);
  return siteFiles.sort((uri, other) => (uri.fsPath < other.fsPath ? -1 : 1));
}

/** Whether a file defines a site. A docs.json that contains an array belongs to another tool. */
export async function isSite(uri: vscode.Uri): Promise<boolean> {
  const isDocsJson = uri.scheme === "file" && path.basename(uri.path) === "docs.json";
  if (!isDocsJson || /\/(node_modules|\.git)\//.test(uri.path)) {
    return false;
  }
  const start = await readStart(uri);
  return start !== undefined && !/^\uFEFF?\s*\[/.test(start);
}

/** Return the nearest docs.json in a folder around a page, such as one that was opened without its site. */
export function listDocsJsonAbove(page: vscode.Uri): vscode.Uri[] {
  if (page.scheme !== "file" || !/\.mdx?$/.test(page.path)) {
    return [];
  }
  let folder = path.dirname(page.fsPath);
  while (!existsSync(path.join(folder, "docs.json"))) {
    if (folder === path.dirname(folder)) {
      return [];
    }
    folder = path.dirname(folder);
  }
  return [vscode.Uri.file(path.join(folder, "docs.json"))];
}

/** Read the start of a file from the editor or else from disk; undefined if it does not exist. */
export async function readStart(uri: vscode.Uri): Promise<string | undefined> {
  const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri.toString());
  if (document !== undefined) {
    return document.getText(new vscode.Range(0, 0, 100, 0)).slice(0, START_LENGTH);
  }
  try {
    return new TextDecoder().decode((await vscode.workspace.fs.readFile(uri)).subarray(0, START_LENGTH));
  } catch {
    return undefined;
  }
}

/** Return the workspace-relative name of a site's folder. */
export function getSiteLabel(site: vscode.Uri): string {
  const folder = path.dirname(site.fsPath);
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(site);
  return workspaceFolder?.uri.fsPath === folder ? workspaceFolder.name : vscode.workspace.asRelativePath(folder);
}

/** Return the docs.json of the active editor's site, the only one, or the one the user picks. */
export async function chooseSite(): Promise<vscode.Uri | undefined> {
  const sites = await findSites();
  const enclosing = findEnclosingSite(sites, vscode.window.activeTextEditor?.document.uri);
  if (enclosing !== undefined || sites.length < 2) {
    return enclosing ?? sites[0];
  }
  const items = sites.map((uri) => ({ label: getSiteLabel(uri), uri }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "Select a site" }))?.uri;
}

/** Find the innermost site that contains a file. */
export function findEnclosingSite(sites: readonly vscode.Uri[], file: vscode.Uri | undefined): vscode.Uri | undefined {
  const enclosing = sites.filter((uri) => file?.scheme === "file" && isInFolder(path.dirname(uri.fsPath), file.fsPath));
  return enclosing.sort((site, other) => other.fsPath.length - site.fsPath.length)[0];
}

/** Whether a path is a folder or inside it. */
export function isInFolder(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
