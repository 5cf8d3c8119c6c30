/** Commands about a whole site: check it, fix it; and the menu of all commands. */
import * as vscode from "vscode";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  WorkspaceDiagnosticRequest,
} from "vscode-languageclient/node";
import { counted } from "../findings";
import type { PreviewState } from "../preview/state";
import type { Session } from "../server/session";
import { chosenSite, sites } from "../sites";
import { plural } from "../statusBar";

const FIX_ALL = "source.fixAll";
/** Asks the server to answer once all files have been read and all rules have run. */
const WHOLE_SITES = "docs-lsp-whole-sites";
const START = "docsLsp.preview.start";
const WHILE_RUNNING = ["docsLsp.preview.stop", "docsLsp.preview.restart"];

/** Registers the commands. */
export class Actions {
  constructor(
    private readonly session: Session,
    private readonly state: PreviewState,
  ) {}

  /** The commands, until they are disposed of. */
  registered(): vscode.Disposable[] {
    return [
      vscode.commands.registerCommand("docsLsp.checkSite", () => this.check()),
      vscode.commands.registerCommand("docsLsp.fixAll", () => this.fixAll()),
      vscode.commands.registerCommand("docsLsp.showMenu", () => this.menu()),
    ];
  }

  /** Show all findings, after a look at every file. */
  private async check(): Promise<void> {
    const site = await chosenSite();
    if (site === undefined) {
      return;
    }
    await vscode.workspace.openTextDocument(site); // The server is told of it, and looks at it.
    const { client } = this.session;
    const progress = { location: vscode.ProgressLocation.Notification, title: "docs-lsp: checking the whole site" };
    const report = await vscode.window.withProgress(progress, async () =>
      client?.sendRequest(WorkspaceDiagnosticRequest.type, { identifier: WHOLE_SITES, previousResultIds: [] }),
    );
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    const found: [vscode.Uri, vscode.Diagnostic[]][] = [];
    for (const one of report?.items ?? []) {
      if (one.kind === "full" && one.items.length > 0 && client !== undefined) {
        found.push([vscode.Uri.parse(one.uri), await client.protocol2CodeConverter.asDiagnostics(one.items)]);
      }
    }
    const { errors, warnings, others, files } = counted(found);
    const said =
      errors + warnings + others === 0
        ? "Nothing was found."
        : `${plural(errors, "error")}, ${plural(warnings, "warning")} and ${plural(others, "note")} in ${plural(files, "file")}.`;
    void vscode.window.showInformationMessage(said);
  }

  /** Make the fixes that are safe. */
  private async fixAll(): Promise<void> {
    const { client } = this.session;
    const site = await chosenSite();
    if (site === undefined || client === undefined) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(site);
    const last = document.lineAt(document.lineCount - 1).range.end;
    const range = { start: { line: 0, character: 0 }, end: client.code2ProtocolConverter.asPosition(last) };
    const offered = await client.sendRequest(CodeActionRequest.type, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
      range,
      context: { diagnostics: [], only: [FIX_ALL] },
    });
    const actions = (offered ?? []).filter(
      (one): one is CodeAction => "kind" in one && one.kind.startsWith(FIX_ALL),
    );
    for (const action of actions) {
      const full = action.edit ? action : await client.sendRequest(CodeActionResolveRequest.type, action);
      const edit = await client.protocol2CodeConverter.asWorkspaceEdit(full.edit);
      if (edit !== undefined) {
        await vscode.workspace.applyEdit(edit);
      }
    }
    const said = actions.length === 0 ? "Nothing can be fixed without asking." : "All safe fixes were made.";
    vscode.window.setStatusBarMessage(said, 5000);
  }

  /** All that can be done, from the status bar. */
  private async menu(): Promise<void> {
    const { contributes } = vscode.extensions.getExtension("docs-lsp.docs-lsp")?.packageJSON as {
      contributes: { commands: { command: string; title: string; enablement?: string }[] };
    };
    const isRunning = this.session.client !== undefined;
    const previews = await this.state.refresh();
    const senseless = new Set(previews.length === 0 ? WHILE_RUNNING : []);
    if (previews.length > 0 && previews.length >= (await sites()).length) {
      senseless.add(START);
    }
    const items = contributes.commands
      .filter(({ command }) => !command.startsWith("docsLsp.navigation.") && command !== "docsLsp.showMenu")
      .filter(({ command }) => !senseless.has(command))
      .filter(({ enablement }) => enablement === undefined || isRunning)
      .map(({ command, title }) => ({ label: title, command }));
    const running = previews.map(({ mcp }) => `the MCP preview runs at ${mcp}`);
    const placeHolder = this.session.fault || ["docs-lsp", ...running].join(": ");
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    if (chosen !== undefined) {
      await vscode.commands.executeCommand(chosen.command);
    }
  }
}
