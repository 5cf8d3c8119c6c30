/** One session with the language server, from its start to its end, and again. */
import * as vscode from "vscode";
import { CloseAction, type ErrorHandler, LanguageClient, State } from "vscode-languageclient/node";
import type { PreviewPackages } from "../preview/packages";
import { sites } from "../sites";
import { clientOptions, KnownCommands } from "./options";
import { type Program, ProgramFault, type Programs } from "./program";
import { Shaken } from "./shaken";
import { TraceLog } from "./trace";

const SETTINGS = "Open Settings";
const RESTART = "Restart";
const LOGS = "Show Logs";
const NOT_STARTED = "The language server of docs.json cannot start. The log says why.";
const GIVEN_UP = "The language server of docs.json ended again and again, so it is not started any more.";

/** Writes what goes wrong into the log, and lets the session tell what the writer can mend. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The server's life as the rest of the extension sees it. */
export class Session implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly shaken = new Shaken();
  private readonly trace: TraceLog;
  private running: LanguageClient | undefined;
  private starting: Promise<void> = Promise.resolve();
  private why = "";
  private setting = "";
  private isTold = false;
  private isLeaving = false;
  /** The server has been started or has ended. */
  readonly onDidChange = this.changed.event;
  private readonly ran = new vscode.EventEmitter<string>();
  /** A command of the server has been run. */
  readonly onDidRun = this.ran.event;

  constructor(
    private readonly programs: Programs,
    private readonly packages: PreviewPackages,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.trace = new TraceLog(log);
  }

  dispose(): void {
    this.shaken.dispose();
    this.trace.dispose();
    this.changed.dispose();
    this.ran.dispose();
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

  /** End it for good, also where it is just being started. */
  async end(): Promise<void> {
    this.isLeaving = true;
    await this.starting;
    await this.stop();
  }

  private async stop(): Promise<void> {
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
    if (this.isLeaving) {
      return;
    }
    this.programs.forget();
    this.why = "";
    this.isTold = false;
    try {
      const started = Date.now();
      const program = await this.programs.server();
      this.log.info(`Starting ${[program.command, ...program.args].join(" ")}`);
      this.running = this.connected(program);
      await this.running.start();
      await this.describeStart(Date.now() - started);
    } catch (error) {
      this.log.error(String(error));
      if (error instanceof ProgramFault) {
        this.setting = error.setting;
        this.tell(error.message, SETTINGS);
      } else {
        this.tell(NOT_STARTED, RESTART);
      }
    }
    await this.announce();
  }

  /** Write into the log what runs, and where, so that a bug report has it. */
  private async describeStart(milliseconds: number): Promise<void> {
    const { name, version } = this.running?.initializeResult?.serverInfo ?? { name: "The server", version: "" };
    const names = (await sites()).map(({ fsPath }) => fsPath);
    this.log.info(`${name} ${version ?? ""} answered after ${String(milliseconds)} ms. Sites: ${names.join(", ") || "none"}`);
  }

  private connected(program: Program): LanguageClient {
    const { command, env } = program;
    const cwd = this.programs.bundled; // Never a folder whose files could be taken for programs.
    const server = { command, args: [...program.args], options: { env, cwd } };
    const options = clientOptions(this.packages, this.shaken, this.log, this.trace.channel, {
      client: () => this.client,
      ran: (command) => {
        this.ran.fire(command);
      },
    });
    const client: LanguageClient = new QuietClient("docsLsp", "docs-lsp", server, {
      ...options,
      errorHandler: this.watching(() => client.createDefaultErrorHandler()),
      initializationFailedHandler: () => false, // The session tells of it.
    });
    client.registerFeature(new KnownCommands());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.why = ""; // It was started again, and this time it stays.
      }
      void this.announce();
    });
    return client;
  }

  /** What is done when the server ends by itself: as ever, but it is told when nothing is done any more. */
  private watching(make: () => ErrorHandler): ErrorHandler {
    let usual: ErrorHandler | undefined;
    return {
      error: (error, message, count) => (usual ??= make()).error(error, message, count),
      closed: async () => {
        const result = await (usual ??= make()).closed();
        if (result.action !== CloseAction.DoNotRestart) {
          return result;
        }
        this.tell(GIVEN_UP, RESTART);
        return { ...result, handled: true };
      },
    };
  }

  private async announce(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "docsLsp.running", this.client !== undefined);
    this.changed.fire();
  }

  /** Tell what is wrong, once for each start: a server may fail to start, be started again by the client, and end. */
  private tell(why: string, remedy: string): void {
    this.why = why;
    if (!this.isTold) {
      this.isTold = true;
      void this.offer(remedy);
    }
  }

  private async offer(remedy: string): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(this.why, remedy, LOGS);
    if (chosen === RESTART) {
      await this.restart();
    } else if (chosen === SETTINGS) {
      await vscode.commands.executeCommand("workbench.action.openSettings", this.setting);
    } else if (chosen === LOGS) {
      this.log.show();
    }
  }
}
