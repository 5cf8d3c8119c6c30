/** Starts the extension's features when the first site appears. */
import * as vscode from "vscode";
import { findSites, isSite, listDocsJsonAbove } from "./sites";

/** Watches for a docs.json that defines a site. */
export class SiteWatcher implements vscode.Disposable {
  private listeners: vscode.Disposable[] = [];
  private hasStarted = false;

  /** `onSiteFound` is called at most once. */
  constructor(private readonly onSiteFound: () => Promise<void>) {}

  dispose(): void {
    for (const listener of this.listeners.splice(0)) {
      listener.dispose();
    }
  }

  /** Start if there is a site; otherwise wait until a docs.json is created, changed or opened, or a page of its site. */
  async startOrWait(): Promise<void> {
    if ((await findSites()).length > 0) {
      await this.start();
      return;
    }
    const watcher = vscode.workspace.createFileSystemWatcher("**/docs.json", false, false, true);
    const startIfSite = async (uri: vscode.Uri): Promise<void> => {
      if (await isSite(uri)) {
        await this.start();
      }
    };
    this.listeners.push(
      watcher,
      watcher.onDidCreate(startIfSite),
      watcher.onDidChange(startIfSite),
      vscode.workspace.onDidOpenTextDocument(async ({ uri }) => {
        await Promise.all([uri, ...listDocsJsonAbove(uri)].map(startIfSite));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => startIfSite(document.uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(async () => {
        if ((await findSites()).length > 0) {
          await this.start();
        }
      }),
    );
  }

  private async start(): Promise<void> {
    if (!this.hasStarted) {
      this.hasStarted = true;
      this.dispose();
      await this.onSiteFound();
    }
  }
}
