/**
 * Which documents have been changed in such a way that findings may be shown in the wrong place.
 *
 * VS Code moves what it shows along with the text. Where many lines are replaced at once, as by
 * "Revert File", it cannot know where to; and if the findings are the same afterwards, the server
 * says that nothing has changed. So they are asked for as if they had never been told.
 */
import * as vscode from "vscode";

/** Keeps them in mind. */
export class Shaken implements vscode.Disposable {
  private readonly uris = new Set<string>();
  private readonly listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.some(({ range }) => !range.isSingleLine)) {
      this.uris.add(document.uri.toString());
    }
  });

  dispose(): void {
    this.listener.dispose();
  }

  /** Whether a document is one of them; it is not any more afterwards. */
  take(uri: vscode.Uri): boolean {
    return this.uris.delete(uri.toString());
  }
}
