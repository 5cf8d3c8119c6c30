/** Tracks the running previews by polling the server. */
import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import type { Session } from "../server/session";

/** A running preview. */
export interface Preview {
  /** URI of the site's folder. */
  readonly site: string;
  readonly url: string;
  readonly mcp: string;
  /** URL of its page. It contains a secret, so it must never be shown or logged. */
  readonly page: string;
  /** Notice about who may see the site; empty if there is none. */
  readonly notice: string;
  readonly pages: { readonly indexed: number; readonly leftOut: number };
}

const POLL_INTERVAL = 3000;
/** Number of polls after a command while no preview is running: about two minutes. */
const MAX_IDLE_POLLS = 40;

/** Polls the status while a preview is running, since it may also stop by itself. */
export class PreviewState implements vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  private timer: NodeJS.Timeout | undefined;
  private remainingPolls = 0;
  private readonly listeners: vscode.Disposable[];
  private lastStatus = "[]";
  /** Fires when previews start or stop, or when their indexed pages change. */
  readonly onDidChange = this.changeEmitter.event;

  constructor(private readonly session: Session) {
    this.listeners = [
      session.onDidRun((command) => {
        if (command.startsWith("docsLsp.preview.")) {
          this.remainingPolls = MAX_IDLE_POLLS;
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
    this.changeEmitter.dispose();
  }

  /** Previews that were running at the latest poll. */
  get running(): readonly Preview[] {
    return JSON.parse(this.lastStatus) as Preview[];
  }

  /** Poll the status now. Return the running previews. */
  async refresh(): Promise<readonly Preview[]> {
    const previews = (await this.requestStatus()) ?? [];
    const status = JSON.stringify(previews);
    if (status !== this.lastStatus) {
      this.lastStatus = status;
      await vscode.commands.executeCommand("setContext", "docsLsp.previewing", previews.length > 0);
      this.changeEmitter.fire();
    }
    this.remainingPolls = previews.length > 0 ? 0 : this.remainingPolls - 1;
    clearTimeout(this.timer);
    if (previews.length > 0 || this.remainingPolls > 0) {
      this.timer = setTimeout(() => void this.refresh(), POLL_INTERVAL);
    }
    return previews;
  }

  private async requestStatus(): Promise<Preview[] | undefined> {
    const { client } = this.session;
    const serverCommands = client?.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
    if (client === undefined || !serverCommands.includes("docsLsp.preview.status")) {
      return undefined;
    }
    try {
      const params = { command: "docsLsp.preview.status", arguments: [] };
      return (await client.sendRequest(ExecuteCommandRequest.type, params)) as Preview[];
    } catch {
      return undefined; // The server has just stopped.
    }
  }
}
