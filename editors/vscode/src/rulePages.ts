/**
 * Virtual documents that explain rules: the link targets of diagnostics.
 *
 * Hovers, the Problems view and the F8 peek open links in different ways, but all of them can open a
 * document. `package.json` associates its scheme with the Markdown preview.
 */
import * as vscode from "vscode";

const SCHEME = "docs-lsp-rule";
/** Explanation files written by the server, by rule. */
const files = new Map<string, vscode.Uri>();
const changeEmitter = new vscode.EventEmitter<vscode.Uri>();

/** Return the document URI of a rule, and remember the file with its explanation. */
export function getRulePage(rule: string, file: vscode.Uri): vscode.Uri {
  const page = vscode.Uri.from({ scheme: SCHEME, path: `/${rule}.md` });
  if (files.get(rule)?.toString() !== file.toString()) {
    files.set(rule, file);
    changeEmitter.fire(page); // It may have been open before the server started.
  }
  return page;
}

/** Register the content provider of rule pages. */
export function registerRulePages(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changeEmitter.event,
    provideTextDocumentContent: async ({ path }) => {
      const file = files.get(path.slice(1, -".md".length));
      if (file === undefined) {
        return "No explanation is available yet. It appears when the rule reports a finding.";
      }
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    },
  });
}
