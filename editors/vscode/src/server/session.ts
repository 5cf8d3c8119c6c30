/** Starts, restarts and stops the language client. */
import { existsSync } from "node:fs";
import * as vscode from "vscode";
import {
  CloseAction,
  DidChangeWatchedFilesNotification,
  type ErrorHandler,
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
  private errorMessage = "";
  private errorSetting = "";
  private isErrorShown = false;
  private isShuttingDown = false;
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
    this.pendingStart = this.pendingStart.then(() => this.start());
    return this.pendingStart;
  }

  /** Stop the server for good, after any pending start. */
  async shutDown(): Promise<void> {
    this.isShuttingDown = true;
    await this.pendingStart;
    await this.stopClient();
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

  private async start(): Promise<void> {
    await this.stopClient();
    if (this.isShuttingDown) {
      return;
    }
    this.programs.forgetInterpreter();
    this.errorMessage = "";
    this.isErrorShown = false;
    try {
      const startTime = Date.now();
      const program = await this.programs.resolveServer();
      this.log.info(`Starting ${[program.command, ...program.args].join(" ")}`);
      this.currentClient = this.createClient(program);
      await this.currentClient.start();
      this.markReady(this.currentClient);
      await this.logStart(Date.now() - startTime);
    } catch (error) {
      this.log.error(String(error));
      if (error instanceof ProgramError) {
        this.errorSetting = error.setting;
        this.reportError(error.message, OPEN_SETTINGS);
      } else {
        this.reportError(NOT_STARTED, RESTART);
      }
    }
    await this.publishState();
  }

  /** Log the server version, start time and sites, for bug reports. */
  private async logStart(milliseconds: number): Promise<void> {
    const { name, version } = this.currentClient?.initializeResult?.serverInfo ?? { name: "The server", version: "" };
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
      errorHandler: this.createErrorHandler(() => client.createDefaultErrorHandler()),
      initializationFailedHandler: () => false, // The session reports the error.
    });
    client.registerFeature(new ClientCommandsFeature());
    client.onDidChangeState(({ newState }) => {
      this.readyClient = undefined;
      if (newState === State.Running) {
        this.errorMessage = ""; // The client restarted it successfully.
        void this.waitUntilReady(client);
      } else {
        void this.publishState();
      }
    });
    return client;
  }

  /** Wait until a running client has sent the open documents: the server would not know the site of an earlier request. */
  private async waitUntilReady(client: LanguageClient): Promise<void> {
    try {
      await client.start();
    } catch {
      return; // Reported by whoever started it.
    }
    this.markReady(client);
    await this.publishState();
  }

  /** Offer a client that has sent the open documents to its server, unless it has stopped since. */
  private markReady(client: LanguageClient): void {
    if (client !== this.readyClient && client.state === State.Running) {
      this.readyClient = client;
      reportDeletedFiles(client);
    }
  }

  /** Create the default error handler, which also reports when the client gives up restarting the server. */
  private createErrorHandler(makeDefault: () => ErrorHandler): ErrorHandler {
    let defaultHandler: ErrorHandler | undefined;
    return {
      error: (error, message, count) => (defaultHandler ??= makeDefault()).error(error, message, count),
      closed: async () => {
        const result = await (defaultHandler ??= makeDefault()).closed();
        if (result.action !== CloseAction.DoNotRestart) {
          return result;
        }
        this.reportError(KEEPS_ENDING, RESTART);
        return { ...result, handled: true };
      },
    };
  }

  private async publishState(): Promise<void> {
    await vscode.commands.executeCommand("setContext", "docsLsp.running", this.client !== undefined);
    this.changeEmitter.fire();
  }

  /** Report an error, at most once per start: a failed start may be followed by a restart that fails too. */
  private reportError(message: string, action: string): void {
    this.errorMessage = message;
    if (!this.isErrorShown) {
      this.isErrorShown = true;
      void this.showError(action);
    }
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

/** Report open documents whose files no longer exist, which VS Code keeps for minutes, to a server that has just started. */
function reportDeletedFiles(client: LanguageClient): void {
  const changes = vscode.workspace.textDocuments
    .filter(({ uri, isDirty }) => uri.scheme === "file" && !isDirty && !existsSync(uri.fsPath))
    .map(({ uri }): FileEvent => ({ uri: client.code2ProtocolConverter.asUri(uri), type: FileChangeType.Deleted }));
  if (changes.length > 0) {
    void client.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }
}
