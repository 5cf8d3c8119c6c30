/**
 * The vendor's own extension, which knows components and props of pages and the schema of docs.json.
 *
 * With both installed nothing is to be said twice: `docsLsp.besideVendor` leaves these to it.
 */
import * as vscode from "vscode";

const VENDOR = "mintlify.mintlify-snippets";

/** Whether it is installed, and not switched off. */
export function hasVendor(): boolean {
  return vscode.extensions.getExtension(VENDOR) !== undefined;
}

/** Whether what it knows is left to it. */
export function isLeftToVendor(): boolean {
  return hasVendor() && vscode.workspace.getConfiguration("docsLsp").get("besideVendor") !== "off";
}

/** Call something once it has come or gone. */
export function onDidChangeVendor(changed: () => unknown): vscode.Disposable {
  let had = hasVendor();
  return vscode.extensions.onDidChange(() => {
    if (hasVendor() !== had) {
      had = !had;
      changed();
    }
  });
}
