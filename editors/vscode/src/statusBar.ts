/** The item in the status bar: findings, pages that are indexed, and whether a preview runs. */
import * as vscode from "vscode";
import type { Preview, PreviewState } from "./preview/state";
import type { Session } from "./server/session";
import { counted, ours } from "./findings";

/** Shows it, and keeps it right. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("docsLsp.status", vscode.StatusBarAlignment.Left, 5);
  private readonly listeners: vscode.Disposable[];
  private pending: NodeJS.Timeout | undefined;

  constructor(
    private readonly session: Session,
    private readonly state: PreviewState,
  ) {
    this.item.name = "docs-lsp";
    this.item.command = "docsLsp.showMenu";
    const soon = (): void => {
      this.pending ??= setTimeout(() => {
        this.pending = undefined;
        this.show();
      }, 100);
    };
    this.listeners = [
      vscode.languages.onDidChangeDiagnostics(soon),
      vscode.workspace.onDidChangeConfiguration(soon),
      session.onDidChange(soon),
      state.onDidChange(soon),
    ];
    this.show();
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.item.dispose();
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }

  private show(): void {
    if (!vscode.workspace.getConfiguration("docsLsp").get<boolean>("statusBar", true)) {
      this.item.hide();
      return;
    }
    const warning = new vscode.ThemeColor("statusBarItem.warningBackground");
    this.item.backgroundColor = this.session.fault === "" ? undefined : warning;
    this.item.text = this.text();
    this.item.tooltip = this.tooltip();
    this.item.accessibilityInformation = { label: `docs-lsp: ${this.item.tooltip.replaceAll("\n", ", ")}` };
    this.item.show();
  }

  private text(): string {
    if (this.session.fault !== "") {
      return "$(book) docs-lsp  $(alert)";
    }
    if (this.session.client === undefined) {
      return "$(book) docs-lsp  $(loading~spin)";
    }
    const { errors, warnings } = counted(ours());
    const findings = errors + warnings === 0 ? "$(pass)" : `$(error) ${errors} $(warning) ${warnings}`;
    const indexed = this.state.running.map((one) => `$(broadcast) ${one.pages.indexed.toLocaleString("en")}`);
    return ["$(book) docs-lsp", findings, ...indexed].join("  ");
  }

  private tooltip(): string {
    if (this.session.fault !== "") {
      return this.session.fault;
    }
    if (this.session.client === undefined) {
      return "The language server is starting";
    }
    const { errors, warnings, others } = counted(ours());
    const findings = `${plural(errors, "error")}, ${plural(warnings, "warning")}, ${plural(others, "note")}`;
    const { running } = this.state;
    return [findings, ...(running.length > 0 ? running.map(told) : ["No MCP preview runs"])].join("\n");
  }
}

function told(preview: Preview): string {
  const { indexed, leftOut } = preview.pages;
  const runs = `MCP preview runs at ${preview.mcp}: ${plural(indexed, "page")} indexed, ${leftOut.toLocaleString("en")} not indexed`;
  return preview.notice === "" ? runs : `${runs}. ${preview.notice.replaceAll("`", "")}`;
}

/** A number with its word. */
export function plural(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
