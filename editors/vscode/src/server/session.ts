/** One session with the language server, from its start to its end, and again. */
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import type { PreviewPackages } from "../preview/packages";
import { clientOptions, KnownCommands } from "./options";
import { type Program, ProgramFault, type Programs } from "./program";
import { Shaken } from "./shaken";

const SETTINGS = "Open Settings";
const LOGS = "Show Logs";

/** The server's life as the rest of the extension sees it. */
export class Session implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly shaken = new Shaken();
  private running: LanguageClient | undefined;
  private starting: Promise<void> = Promise.resolve();
  private why = "";
  /** The server has been started or has ended. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly programs: Programs,
    private readonly packages: PreviewPackages,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  dispose(): void {
    this.shaken.dispose();
    this.changed.dispose();
  }

  /** The client, while there is a server that answers. */
  get client(): LanguageClient | undefined {
    return this.running?.state === State.Running ? this.running : undefined;
  }

  /** Why there is no server; empty while nothing is wrong. */
  get fault(): string {
    return this.why;
  }

  /** Start the server, anew if it runs. Tells the writer what is wrong if it cannot be done. */
  restart(): Promise<void> {
    this.starting = this.starting.then(() => this.begin());
    return this.starting;
  }

  /** End it. */
  async stop(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => {
        this.log.warn(`The server did not end as it should: ${String(error)}`);
      });
    }
  }

  private async begin(): Promise<void> {
    await this.stop();
    this.programs.forget();
    this.why = "";
    try {
      const program = await this.programs.server();
      this.running = this.connected(program);
      await this.running.start();
    } catch (error) {
      this.why = error instanceof ProgramFault ? error.message : `The language server cannot start: ${String(error)}`;
      this.log.error(this.why);
      void this.tell(error instanceof ProgramFault);
    }
    await this.announce();
  }

  private connected(program: Program): LanguageClient {
    const { command, env } = program;
    const cwd = this.programs.bundled; // Never a folder whose files could be taken for programs.
    const server = { command, args: [...program.args], options: { env, cwd } };
    const options = clientOptions(this.packages, this.shaken, this.log);
    const client = new LanguageClient("docsLsp", "docs.json", server, options);
    client.registerFeature(new KnownCommands());
    client.onDidChangeState(() => void this.announce());
    return client;
  }

  private async announce(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "docsLsp.running", this.client !== undefined);
    this.changed.fire();
  }

  private async tell(isSettings: boolean): Promise<void> {
    const buttons = isSettings ? [SETTINGS, LOGS] : [LOGS];
    const chosen = await vscode.window.showErrorMessage(this.why, ...buttons);
    if (chosen === SETTINGS) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "docsLsp.interpreter");
    } else if (chosen === LOGS) {
      this.log.show();
    }
  }
}
