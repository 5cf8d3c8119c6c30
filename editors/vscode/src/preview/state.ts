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
/** How often it is asked after a command although no preview runs yet: about two minutes. */
const MOST_IN_VAIN = 40;

/** Asks now and then while a preview runs, since it may also end by itself; without one, never. */
export class PreviewState implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private timer: NodeJS.Timeout | undefined;
  private left = 0;
  private readonly listeners: vscode.Disposable[];
  private known = "[]";
  /** Previews have been started or have ended, or index other pages now. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly session: Session) {
    this.listeners = [
      session.onDidRun((command) => {
        if (command.startsWith("docsLsp.preview.")) {
          this.left = MOST_IN_VAIN;
          void this.refresh();
        }
      }),
      session.onDidChange(() => void this.refresh()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const listener of this.listeners) {
      listener.dispose();
    }
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
    this.left = found.length > 0 ? 0 : this.left - 1;
    clearTimeout(this.timer);
    if (found.length > 0 || this.left > 0) {
      this.timer = setTimeout(() => void this.refresh(), EVERY);
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
