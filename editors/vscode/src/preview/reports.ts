/** Read-only virtual documents, which never prompt to be saved. */
import * as vscode from "vscode";

const SCHEME = "docs-lsp-report";

/** Content provider of report documents, by name. */
export class ReportDocuments implements vscode.TextDocumentContentProvider {
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  readonly onDidChange = this.changeEmitter.event;

  dispose(): void {
    this.registration.dispose();
    this.changeEmitter.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Show a report under a name. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/Pages of ${name}` });
    this.texts.set(uri.path, text);
    this.changeEmitter.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}
