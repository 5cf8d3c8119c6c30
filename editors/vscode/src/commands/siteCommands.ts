/** Commands for a whole site (check, fix), and the menu of all commands. */
import * as vscode from "vscode";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  WorkspaceDiagnosticRequest,
} from "vscode-languageclient/node";
import { countFindings } from "../findings";
import type { PreviewState } from "../preview/state";
import type { Session } from "../server/session";
import { chooseSite, findEnclosingSite, findSites } from "../sites";
import { pluralize } from "../statusBar";

const FIX_ALL = "source.fixAll";
/** Asks the server to answer once all files have been read and all rules have run. */
const WHOLE_SITES = "docs-lsp-whole-sites";
const START_PREVIEW = "docsLsp.preview.start";
const NEEDS_PREVIEW = ["docsLsp.preview.stop", "docsLsp.preview.restart"];

/** Site commands. */
export class SiteCommands {
  constructor(
    private readonly session: Session,
    private readonly state: PreviewState,
  ) {}

  /** Register the commands. */
  register(): vscode.Disposable[] {
    return [
      vscode.commands.registerCommand("docsLsp.checkSite", () => this.checkSite()),
      vscode.commands.registerCommand("docsLsp.fixAll", () => this.fixAll()),
      vscode.commands.registerCommand("docsLsp.showMenu", () => this.showMenu()),
    ];
  }

  /** Check every file of the site, and show all findings. */
  private async checkSite(): Promise<void> {
    const site = await chooseSite();
    if (site === undefined) {
      return;
    }
    await vscode.workspace.openTextDocument(site); // Sends didOpen, so that the server loads the site.
    const progress = { location: vscode.ProgressLocation.Notification, title: "docs-lsp: checking the whole site" };
    const { client, report } = await vscode.window.withProgress(progress, async () => {
      const started = await this.session.waitForClient();
      const params = { identifier: WHOLE_SITES, previousResultIds: [] };
      return { client: started, report: await started?.sendRequest(WorkspaceDiagnosticRequest.type, params) };
    });
    if (client === undefined) {
      void vscode.window.showErrorMessage("The site was not checked, because the language server is not running.");
      return;
    }
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    const findings: [vscode.Uri, vscode.Diagnostic[]][] = [];
    const sites = await findSites();
    for (const fileReport of report?.items ?? []) {
      const uri = vscode.Uri.parse(fileReport.uri);
      const isInSite = findEnclosingSite(sites, uri)?.toString() === site.toString();
      if (isInSite && fileReport.kind === "full" && fileReport.items.length > 0) {
        findings.push([uri, await client.protocol2CodeConverter.asDiagnostics(fileReport.items)]);
      }
    }
    const { errors, warnings, others, files } = countFindings(findings);
    const message =
      errors + warnings + others === 0
        ? "There are no findings."
        : `${pluralize(errors, "error")}, ${pluralize(warnings, "warning")} and ${pluralize(others, "note")} in ${pluralize(files, "file")}.`;
    void vscode.window.showInformationMessage(message);
  }

  /** Apply all safe fixes. */
  private async fixAll(): Promise<void> {
    const { client } = this.session;
    const site = await chooseSite();
    if (site === undefined || client === undefined) {
      return;
    }
    const document = await vscode.workspace.openTextDocument(site);
    const last = document.lineAt(document.lineCount - 1).range.end;
    const range = { start: { line: 0, character: 0 }, end: client.code2ProtocolConverter.asPosition(last) };
    const offeredActions = await client.sendRequest(CodeActionRequest.type, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
      range,
      context: { diagnostics: [], only: [FIX_ALL] },
    });
    const actions = (offeredActions ?? []).filter(
      (action): action is CodeAction => "kind" in action && action.kind.startsWith(FIX_ALL),
    );
    for (const action of actions) {
      const resolved = action.edit ? action : await client.sendRequest(CodeActionResolveRequest.type, action);
      const edit = await client.protocol2CodeConverter.asWorkspaceEdit(resolved.edit);
      if (edit !== undefined) {
        await vscode.workspace.applyEdit(edit);
      }
    }
    const message = actions.length === 0 ? "There is nothing that can be fixed safely." : "Fixed what can be fixed safely.";
    vscode.window.setStatusBarMessage(message, 5000);
  }

  /** Show a menu of the available commands; opened from the status bar. */
  private async showMenu(): Promise<void> {
    const { contributes } = vscode.extensions.getExtension("docs-lsp.docs-lsp")?.packageJSON as {
      contributes: { commands: { command: string; title: string; enablement?: string }[] };
    };
    const isRunning = this.session.client !== undefined;
    const previews = await this.state.refresh();
    const hiddenCommands = new Set(previews.length === 0 ? NEEDS_PREVIEW : []);
    if (previews.length > 0 && previews.length >= (await findSites()).length) {
      hiddenCommands.add(START_PREVIEW);
    }
    const items = contributes.commands
      .filter(({ command }) => !command.startsWith("docsLsp.navigation.") && command !== "docsLsp.showMenu")
      .filter(({ command }) => !hiddenCommands.has(command))
      .filter(({ enablement }) => enablement === undefined || isRunning)
      .map(({ command, title }) => ({ label: title, command }));
    const notes = previews.map(({ mcp }) => `MCP preview is running at ${mcp}`);
    const placeHolder = this.session.error || ["docs-lsp", ...notes].join(": ");
    const chosen = await vscode.window.showQuickPick(items, { placeHolder });
    if (chosen !== undefined) {
      await vscode.commands.executeCommand(chosen.command);
    }
  }
}
