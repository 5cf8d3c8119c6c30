/** Waits until there is a site, and starts what is for sites then. */
import * as vscode from "vscode";
import { isSite, sites } from "./sites";

/** Looks for sites, once for each file that may be one. */
export class SiteWait implements vscode.Disposable {
  private listeners: vscode.Disposable[] = [];
  private isOver = false;

  /** `begin` is called once. */
  constructor(private readonly begin: () => Promise<void>) {}

  dispose(): void {
    for (const listener of this.listeners.splice(0)) {
      listener.dispose();
    }
  }

  /** Begin if there is a site, else wait for a docs.json that is created, changed or opened. */
  async look(): Promise<void> {
    if ((await sites()).length > 0) {
      await this.end();
      return;
    }
    const watcher = vscode.workspace.createFileSystemWatcher("**/docs.json", false, false, true);
    const look = async (uri: vscode.Uri): Promise<void> => {
      if (await isSite(uri)) {
        await this.end();
      }
    };
    this.listeners.push(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidChange(look),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => look(uri)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => look(document.uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(async () => {
        if ((await sites()).length > 0) {
          await this.end();
        }
      }),
    );
  }

  private async end(): Promise<void> {
    if (!this.isOver) {
      this.isOver = true;
      this.dispose();
      await this.begin();
    }
  }
}
