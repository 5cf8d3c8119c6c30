/** Status bar item with findings, indexed pages and running previews. */
import * as vscode from "vscode";
import type { Preview, PreviewState } from "./preview/state";
import type { Session } from "./server/session";
import { countFindings, getFindings } from "./findings";

/** Shows the item and updates it on changes. */
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
    const updateSoon = (): void => {
      this.pending ??= setTimeout(() => {
        this.pending = undefined;
        this.update();
      }, 100);
    };
    this.listeners = [
      vscode.languages.onDidChangeDiagnostics(updateSoon),
      vscode.workspace.onDidChangeConfiguration(updateSoon),
      session.onDidChange(updateSoon),
      state.onDidChange(updateSoon),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.item.dispose();
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }

  private update(): void {
    if (!vscode.workspace.getConfiguration("docsLsp").get<boolean>("statusBar", true)) {
      this.item.hide();
      return;
    }
    const warning = new vscode.ThemeColor("statusBarItem.warningBackground");
    this.item.backgroundColor = this.session.error === "" ? undefined : warning;
    this.item.text = this.renderText();
    this.item.tooltip = this.renderTooltip();
    this.item.accessibilityInformation = { label: `docs-lsp: ${this.item.tooltip.replaceAll("\n", ", ")}` };
    this.item.show();
  }

  private renderText(): string {
    if (this.session.error !== "") {
      return "$(book) docs-lsp  $(alert)";
    }
    if (this.session.client === undefined) {
      return "$(book) docs-lsp  $(loading~spin)";
    }
    const { errors, warnings } = countFindings(getFindings());
    const findings = errors + warnings === 0 ? "$(pass)" : `$(error) ${errors} $(warning) ${warnings}`;
    const indexed = this.state.running.map((preview) => `$(broadcast) ${preview.pages.indexed.toLocaleString("en")}`);
    return ["$(book) docs-lsp", findings, ...indexed].join("  ");
  }

  private renderTooltip(): string {
    if (this.session.error !== "") {
      return this.session.error;
    }
    if (this.session.client === undefined) {
      return "The language server is starting.";
    }
    const { errors, warnings, others } = countFindings(getFindings());
    const findings = `${pluralize(errors, "error")}, ${pluralize(warnings, "warning")}, ${pluralize(others, "note")}`;
    const { running } = this.state;
    return [findings, ...(running.length > 0 ? running.map(describePreview) : ["No MCP preview is running"])].join("\n");
  }
}

function describePreview(preview: Preview): string {
  const { indexed, leftOut } = preview.pages;
  const summary = `MCP preview is running at ${preview.mcp}: ${pluralize(indexed, "page")} indexed, ${leftOut.toLocaleString("en")} excluded`;
  return preview.notice === "" ? summary : `${summary}. ${preview.notice.replaceAll("`", "")}`;
}

/** Format a count with its noun, such as "1 error" or "2 errors". */
export function pluralize(count: number, word: string): string {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}
