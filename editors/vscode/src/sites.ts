/** The sites of the workspace: the folders that hold a docs.json. */
import * as path from "node:path";
import * as vscode from "vscode";

/** How much of a file is its beginning, in characters or bytes. */
const START = 2000;
const EXCLUDED = "**/{node_modules,.git}/**";

/** All docs.json files of the workspace, and those that are open without it, in a steady order. */
export async function sites(): Promise<vscode.Uri[]> {
  const files = await vscode.workspace.findFiles("**/docs.json", EXCLUDED);
  const open = vscode.workspace.textDocuments.map(({ uri }) => uri);
  const all = new Map([...files, ...open].map((uri) => [uri.toString(), uri]));
  const areSites = await Promise.all([...all.values()].map(async (uri) => ({ uri, is: await isSite(uri) })));
  const found = areSites.filter(({ is }) => is).map(({ uri }) => uri);
  return found.sort((one, other) => (one.fsPath < other.fsPath ? -1 : 1));
}

/** Whether a file defines a site: a docs.json with an array belongs to another tool. */
export async function isSite(uri: vscode.Uri): Promise<boolean> {
  const isNamedSo = uri.scheme === "file" && path.basename(uri.path) === "docs.json";
  if (!isNamedSo || /\/(node_modules|\.git)\//.test(uri.path)) {
    return false;
  }
  const start = await readStart(uri);
  return start !== undefined && !/^\uFEFF?\s*\[/.test(start);
}

/** How a file begins, as it is in the editor or else on the disk; nothing if it does not exist. */
export async function readStart(uri: vscode.Uri): Promise<string | undefined> {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document !== undefined) {
    return document.getText(new vscode.Range(0, 0, 100, 0)).slice(0, START);
  }
  try {
    return new TextDecoder().decode((await vscode.workspace.fs.readFile(uri)).subarray(0, START));
  } catch {
    return undefined;
  }
}

/** What the folder of a site is called among the folders of the workspace. */
export function placeOf(site: vscode.Uri): string {
  const folder = path.dirname(site.fsPath);
  const around = vscode.workspace.getWorkspaceFolder(site);
  return around?.uri.fsPath === folder ? around.name : vscode.workspace.asRelativePath(folder);
}

/** The docs.json that is meant: that of the file in front of the writer, the only one, or the one chosen. */
export async function chosenSite(): Promise<vscode.Uri | undefined> {
  const all = await sites();
  const near = nearest(all, vscode.window.activeTextEditor?.document.uri);
  if (near !== undefined || all.length < 2) {
    return near ?? all[0];
  }
  const items = all.map((uri) => ({ label: placeOf(uri), uri }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "Which site?" }))?.uri;
}

/** The innermost site around a file. */
export function nearest(all: readonly vscode.Uri[], file: vscode.Uri | undefined): vscode.Uri | undefined {
  const around = all.filter((uri) => file?.scheme === "file" && isWithin(path.dirname(uri.fsPath), file.fsPath));
  return around.sort((one, other) => other.fsPath.length - one.fsPath.length)[0];
}

/** Whether a file lies in a folder. */
export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
