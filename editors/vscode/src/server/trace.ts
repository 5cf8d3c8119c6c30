/** The log as the client's traces see it: what `docsLsp.trace.server` asks for is written at any log level. */
import * as vscode from "vscode";

const SETTING = "docsLsp.trace.server";

/** Writes traces as plain information while the setting asks for them, and else as the log's level says. */
export class TraceLog implements vscode.Disposable {
  private readonly levels = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly listeners: { dispose(): unknown }[];
  readonly channel: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    const level = (): vscode.LogLevel => (isWanted() ? vscode.LogLevel.Trace : log.logLevel);
    const tell = (): void => {
      this.levels.fire(level());
    };
    const changes = {
      onDidChangeLogLevel: this.levels.event,
      trace: (message: string, ...more: unknown[]): void => {
        if (isWanted()) {
          log.info(message, ...more);
        } else {
          log.trace(message, ...more);
        }
      },
    };
    // Not a proxy of the log itself: what is frozen there would have to stay as it is.
    this.channel = new Proxy({} as vscode.LogOutputChannel, {
      get: (_, name) => (name === "logLevel" ? level() : (Reflect.get(name in changes ? changes : log, name) as unknown)),
    });
    this.listeners = [
      this.levels,
      log.onDidChangeLogLevel(tell),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SETTING)) {
          tell();
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

function isWanted(): boolean {
  return vscode.workspace.getConfiguration().get<string>(SETTING, "off") !== "off";
}
