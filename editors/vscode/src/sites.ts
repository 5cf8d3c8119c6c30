/** The sites of the workspace: the folders that hold a docs.json. */
import * as path from "node:path";
import * as vscode from "vscode";

const EXCLUDED = "**/{node_modules,.git}/**";

/** All docs.json files of the workspace, in a steady order. */
export async function sites(): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles("**/docs.json", EXCLUDED);
  return found.filter((uri) => uri.scheme === "file").sort((one, other) => (one.fsPath < other.fsPath ? -1 : 1));
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
