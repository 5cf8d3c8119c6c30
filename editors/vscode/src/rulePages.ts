/**
 * The pages that explain rules, for the links of findings.
 *
 * A hover, the Problems view and the view of F8 each open a link in their own way, and all can open
 * a document. Its scheme is one of ours, which `package.json` has shown as Markdown to read.
 */
import * as vscode from "vscode";

const SCHEME = "docs-lsp-rule";
/** The files that the server has written, by rule. */
const files = new Map<string, vscode.Uri>();
const changed = new vscode.EventEmitter<vscode.Uri>();

/** The page of a rule whose explanation is in a file of the server. */
export function rulePage(rule: string, file: vscode.Uri): vscode.Uri {
  const page = vscode.Uri.from({ scheme: SCHEME, path: `/${rule}.md` });
  if (files.get(rule)?.toString() !== file.toString()) {
    files.set(rule, file);
    changed.fire(page); // It may be open since before the server was started.
  }
  return page;
}

/** The content of the pages, until it is disposed of. */
export function registerRulePages(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: async ({ path }) => {
      const file = files.get(path.slice(1, -".md".length));
      if (file === undefined) {
        return "The explanation appears once the rule has found something.";
      }
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    },
  });
}
