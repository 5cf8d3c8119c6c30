/** Which previews run, as the server says. */
import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import type { Session } from "../server/session";

/** A preview that runs. */
export interface Preview {
  /** The URI of the site's folder. */
  readonly site: string;
  readonly url: string;
  readonly mcp: string;
  /** Where its page opens, with a secret: for a browser, never for a message or a log. */
  readonly page: string;
  /** What the writer has to know of who may see the site; empty for nothing. */
  readonly notice: string;
  readonly pages: { readonly indexed: number; readonly leftOut: number };
}

const EVERY = 3000;

/** Asks now and then, since a preview may also end by itself. */
export class PreviewState implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly timer = setInterval(() => void this.refresh(), EVERY);
  private readonly listener: vscode.Disposable;
  private known = "[]";
  /** Previews have been started or have ended, or index other pages now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly session: Session) {
    this.listener = session.onDidRun((command) => {
      if (command.startsWith("docsLsp.preview.")) {
        void this.refresh();
      }
    });
  }

  dispose(): void {
    clearInterval(this.timer);
    this.listener.dispose();
    this.changed.dispose();
  }

  /** Those that were running when it was last asked. */
  get running(): readonly Preview[] {
    return JSON.parse(this.known) as Preview[];
  }

  /** Ask now. */
  async refresh(): Promise<readonly Preview[]> {
    const found = (await this.ask()) ?? [];
    const written = JSON.stringify(found);
    if (written !== this.known) {
      this.known = written;
      await vscode.commands.executeCommand("setContext", "docsLsp.previewing", found.length > 0);
      this.changed.fire();
    }
    return found;
  }

  private async ask(): Promise<Preview[] | undefined> {
    const { client } = this.session;
    const offered = client?.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
    if (client === undefined || !offered.includes("docsLsp.preview.status")) {
      return undefined;
    }
    try {
      const params = { command: "docsLsp.preview.status", arguments: [] };
      return (await client.sendRequest(ExecuteCommandRequest.type, params)) as Preview[];
    } catch {
      return undefined; // The server has just ended.
    }
  }
}
