/**
 * Tracks documents whose diagnostics may be displayed at wrong positions.
 *
 * VS Code moves diagnostics along with the text. If many lines are replaced at once, as by
 * "Revert File", it cannot map their positions; and if the diagnostics are the same afterwards, the
 * server reports them as unchanged. So they are requested without a previous result ID.
 */
import * as vscode from "vscode";

/** Documents with an edit of several lines since their last diagnostics. */
export class StaleDocuments implements vscode.Disposable {
  private readonly uris = new Set<string>();
  private readonly listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.some(({ range }) => !range.isSingleLine)) {
      this.uris.add(document.uri.toString());
    }
  });

  dispose(): void {
    this.listener.dispose();
  }

  /** Remove a document. Return whether it was stale. */
  take(uri: vscode.Uri): boolean {
    return this.uris.delete(uri.toString());
  }
}
