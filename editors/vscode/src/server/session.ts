/** Starts, restarts and stops the language client. */
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeWatchedFilesNotification,
  ErrorAction,
  FileChangeType,
  type FileEvent,
  LanguageClient,
  State,
} from "vscode-languageclient/node";
import type { PreviewPackages } from "../preview/packages";
import { findSites } from "../sites";
import { createClientOptions, ClientCommandsFeature } from "./options";
import { type Program, ProgramError, type ProgramResolver } from "./program";
import { StaleDocuments } from "./staleDocuments";
import { TraceLog } from "./trace";

const OPEN_SETTINGS = "Open Settings";
const RESTART = "Restart";
const SHOW_LOGS = "Show Logs";
const NOT_STARTED = "The docs.json language server failed to start. See the log for the reason.";
const KEEPS_ENDING = "The docs.json language server stopped several times and is no longer restarted.";
/** A server that exits more often than this within the period is no longer restarted. */
const MAX_RESTARTS = 4;
const RESTART_PERIOD_MS = 3 * 60 * 1000;

/** Logs errors without notifications: the session reports those that the user can fix. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Lifecycle of the language client. */
export class Session implements vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<void>();
  private readonly staleDocuments = new StaleDocuments();
  private readonly trace: TraceLog;
  private currentClient: LanguageClient | undefined;
  /** The client whose server has been sent the open documents. */
  private readyClient: LanguageClient | undefined;
  private pendingStart: Promise<void> = Promise.resolve();
  /** The number of starts that were requested. Only the last one matters. */
  private startCount = 0;
  /** When the server exited by itself, in milliseconds. */
  private exitTimes: number[] = [];
  private errorMessage = "";
  private errorSetting = "";
  /** Fires when the server has started or stopped. */
  readonly onDidChange = this.changeEmitter.event;
  private readonly commandEmitter = new vscode.EventEmitter<string>();
  /** Fires after a server command has been executed. */
  readonly onDidRun = this.commandEmitter.event;

  constructor(
    private readonly programs: ProgramResolver,
    private readonly packages: PreviewPackages,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.trace = new TraceLog(log);
  }

  dispose(): void {
    this.staleDocuments.dispose();
    this.trace.dispose();
    this.changeEmitter.dispose();
    this.commandEmitter.dispose();
  }

  /** The client, or undefined while no server is running that has the open documents. */
  get client(): LanguageClient | undefined {
    return this.currentClient === this.readyClient ? this.currentClient : undefined;
  }

  /** Wait for a pending start. Return the client; undefined if the server could not be started. */
  async waitForClient(): Promise<LanguageClient | undefined> {
    await this.pendingStart;
    return this.client;
  }

  /** Why the server is not running; empty if there is no error. */
  get error(): string {
    return this.errorMessage;
  }

  /** Start or restart the server. Failures are reported to the user. */
  restart(): Promise<void> {
    this.exitTimes = [];
    return this.requestStart();
  }

  /** Stop the server for good. */
  async shutDown(): Promise<void> {
    this.cancelStart();
    await this.pendingStart;
    await this.stopClient();
  }

  private requestStart(): Promise<void> {
    const number = this.cancelStart();
    this.pendingStart = this.pendingStart.then(() => this.start(number));
    return this.pendingStart;
  }

  /** Cancel the pending starts, even of a server that never answers. Return the number of the next start. */
  private cancelStart(): number {
    if (this.currentClient?.state === State.Starting) {
      kill(this.currentClient);
    }
    this.startCount += 1;
    return this.startCount;
  }

  private async stopClient(): Promise<void> {
    const client = this.currentClient;
    this.currentClient = undefined;
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => {
        this.log.warn(`The server did not shut down cleanly: ${String(error)}`);
      });
    }
  }

  private async start(number: number): Promise<void> {
    await this.stopClient();
    if (number !== this.startCount) {
      return;
    }
    this.programs.forgetInterpreter();
    this.errorMessage = "";
    try {
      await this.startClient();
    } catch (error) {
      this.log.error(String(error));
      if (number === this.startCount) {
        this.reportFailedStart(error);
      }
    }
    await this.publishState();
  }

  private async startClient(): Promise<void> {
    const startTime = Date.now();
    const program = await this.programs.resolveServer();
    this.log.info(`Starting ${[program.command, ...program.args].join(" ")}`);
    const client = this.createClient(program);
    this.currentClient = client;
    await client.start(); // Until the open documents are sent: the server would not know the site of an earlier request.
    if (client.state !== State.Running) {
      throw new Error("The server exited.");
    }
    this.readyClient = client;
    reportDeletedFiles(client);
    void this.logStart(client, Date.now() - startTime);
  }

  /** Log the server version, start time and sites, for bug reports. */
  private async logStart(client: LanguageClient, milliseconds: number): Promise<void> {
    const { name, version } = client.initializeResult?.serverInfo ?? { name: "The server", version: "" };
    const sitePaths = (await findSites()).map(({ fsPath }) => fsPath);
    this.log.info(`${name} ${version ?? ""} answered after ${String(milliseconds)} ms. Sites: ${sitePaths.join(", ") || "none"}`);
  }

  private createClient(program: Program): LanguageClient {
    const { command, env } = program;
    const cwd = this.programs.bundledFolder; // Not a workspace folder, whose files could be executed.
    const server = { command, args: [...program.args], options: { env, cwd } };
    const options = createClientOptions(this.packages, this.staleDocuments, this.log, this.trace.channel, {
      getClient: () => this.client,
      onDidRun: (command) => {
        this.commandEmitter.fire(command);
      },
    });
    const client: LanguageClient = new QuietClient("docsLsp", "docs-lsp", server, {
      ...options,
      errorHandler: {
        error: () => {
          kill(client); // The server does not read, or writes something else than messages.
          return { action: ErrorAction.Continue, handled: true };
        },
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }), // A restart by the client could fail silently.
      },
      initializationFailedHandler: () => false, // The session reports the error.
    });
    client.registerFeature(new ClientCommandsFeature());
    client.onDidChangeState(({ newState }) => {
      const hasExited = newState === State.Stopped && this.client === client;
      this.readyClient = undefined;
      void this.publishState();
      if (hasExited) {
        this.restartAfterExit();
      }
    });
    return client;
  }

  /** Restart a server that exited by itself, unless it keeps exiting. */
  private restartAfterExit(): void {
    const now = Date.now();
    this.exitTimes = [...this.exitTimes.filter((time) => now - time <= RESTART_PERIOD_MS), now];
    if (this.exitTimes.length > MAX_RESTARTS) {
      this.reportError(KEEPS_ENDING, RESTART);
    } else {
      void this.requestStart();
    }
  }

  private async publishState(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "docsLsp.running", this.client !== undefined);
    this.changeEmitter.fire();
  }

  private reportFailedStart(error: unknown): void {
    if (error instanceof ProgramError) {
      this.errorSetting = error.setting;
      this.reportError(error.message, OPEN_SETTINGS);
    } else {
      this.reportError(NOT_STARTED, RESTART);
    }
  }

  private reportError(message: string, action: string): void {
    this.errorMessage = message;
    void this.showError(action);
  }

  private async showError(action: string): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(this.errorMessage, action, SHOW_LOGS);
    if (chosen === RESTART) {
      await this.restart();
    } else if (chosen === OPEN_SETTINGS) {
      await vscode.commands.executeCommand("workbench.action.openSettings", this.errorSetting);
    } else if (chosen === SHOW_LOGS) {
      this.log.show();
    }
  }
}

/** Kill the server of a client, which is then closed even if the process remains. */
function kill({ serverProcess }: LanguageClient): void {
  serverProcess?.stdout?.destroy();
  serverProcess?.kill();
}

/** Report open documents whose files no longer exist, which VS Code keeps for minutes, to a server that has just started. */
function reportDeletedFiles(client: LanguageClient): void {
  const changes = vscode.workspace.textDocuments
    .filter(({ uri, isDirty }) => uri.scheme === "file" && !isDirty && !existsSync(uri.fsPath))
    .map(({ uri }): FileEvent => ({ uri: client.code2ProtocolConverter.asUri(uri), type: FileChangeType.Deleted }));
  if (changes.length > 0) {
    void client.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }
}
