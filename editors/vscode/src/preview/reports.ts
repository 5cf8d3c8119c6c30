/** Texts to read: they are no files, and nobody is asked to save them. */
import * as vscode from "vscode";

const SCHEME = "docs-lsp-report";

/** Shows them; one for each name. */
export class Reports implements vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Show a text under a name. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/Pages of ${name}` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
