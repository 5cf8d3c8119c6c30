/**
 * Detects Mintlify's own extension, which reports components and props of pages and has the schema of
 * docs.json. If both are installed, `docsLsp.besideVendor` decides whether docs-lsp reports them too.
 */
import * as vscode from "vscode";

const VENDOR_EXTENSION = "mintlify.mintlify-snippets";

/** Whether the vendor's extension is installed and enabled. */
export function hasVendor(): boolean {
  return vscode.extensions.getExtension(VENDOR_EXTENSION) !== undefined;
}

/** Whether docs-lsp leaves those checks to the vendor's extension. */
export function defersToVendor(): boolean {
  return hasVendor() && vscode.workspace.getConfiguration("docsLsp").get("besideVendor") !== "off";
}

/** Call a listener when the vendor's extension is enabled or disabled. */
export function onDidChangeVendor(listener: () => unknown): vscode.Disposable {
  let wasInstalled = hasVendor();
  return vscode.extensions.onDidChange(() => {
    if (hasVendor() !== wasInstalled) {
      wasInstalled = !wasInstalled;
      listener();
    }
  });
}
