/** Log channel for the client's traces, which are written at any log level if `docsLsp.trace.server` is on. */
import * as vscode from "vscode";

const SETTING = "docsLsp.trace.server";

/** Writes traces at the level info while tracing is on, and at the level trace otherwise. */
export class TraceLog implements vscode.Disposable {
  private readonly levelEmitter = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly listeners: { dispose(): unknown }[];
  readonly channel: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    const getLevel = (): vscode.LogLevel => (isTracing() ? vscode.LogLevel.Trace : log.logLevel);
    const fireLevel = (): void => {
      this.levelEmitter.fire(getLevel());
    };
    const overrides = {
      onDidChangeLogLevel: this.levelEmitter.event,
      trace: (message: string, ...more: unknown[]): void => {
        if (isTracing()) {
          log.info(message, ...more);
        } else {
          log.trace(message, ...more);
        }
      },
    };
    // Not a proxy of the log itself, whose frozen properties could not be overridden.
    this.channel = new Proxy({} as vscode.LogOutputChannel, {
      get: (_, name) => (name === "logLevel" ? getLevel() : (Reflect.get(name in overrides ? overrides : log, name) as unknown)),
    });
    this.listeners = [
      this.levelEmitter,
      log.onDidChangeLogLevel(fireLevel),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTING)) {
          fireLevel();
        }
      }),
    ];
  }

  dispose(): void {
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }
}

function isTracing(): boolean {
  return vscode.workspace.getConfiguration().get<string>(SETTING, "off") !== "off";
}
