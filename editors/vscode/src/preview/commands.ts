/** Preview commands that are implemented in the client. */
import * as path from "node:path";
import * as vscode from "vscode";
import { runProgram } from "../run";
import { copyToClipboard } from "../server/options";
import type { Session } from "../server/session";
import { ProgramError, type ProgramResolver } from "../server/program";
import { chooseSite } from "../sites";
import { connectEditor } from "./connect";
import type { PreviewPackages } from "./packages";
import { updatePages, showPage } from "./page";
import { ReportDocuments } from "./reports";
import type { Preview, PreviewState } from "./state";

/** Preview commands. */
export class PreviewCommands {
  private readonly reports = new ReportDocuments();

  constructor(
    private readonly session: Session,
    private readonly state: PreviewState,
    private readonly programs: ProgramResolver,
    private readonly packages: PreviewPackages,
  ) {}

  /** Register the commands. */
  register(): vscode.Disposable[] {
    const commands: Record<string, (preview: Preview) => unknown> = {
      show: (preview) => showPage(preview),
      copyUrl: async (preview) => copyToClipboard(await getMcpUrl(preview)),
      connect: (preview) => connectEditor(preview),
    };
    const report = vscode.commands.registerCommand("docsLsp.preview.report", () => this.showReport());
    return [
      new vscode.Disposable(() => {
        this.reports.dispose();
      }),
      this.state.onDidChange(() => void updatePages(this.state.running)),
      report,
      ...Object.entries(commands).map(([name, run]) =>
        vscode.commands.registerCommand(`docsLsp.preview.${name}`, async () => {
          const preview = await this.ensurePreview();
          return preview === undefined ? undefined : run(preview);
        }),
      ),
    ];
  }

  /** Return the preview of the chosen site, and start it if necessary. */
  private async ensurePreview(): Promise<Preview | undefined> {
    const site = await chooseSite();
    if (site === undefined || this.session.client === undefined) {
      void vscode.window.showInformationMessage("This workspace has no docs.json.");
      return undefined;
    }
    const findPreview = (previews: readonly Preview[]): Preview | undefined =>
      previews.find((preview) => path.relative(vscode.Uri.parse(preview.site).fsPath, path.dirname(site.fsPath)) === "");
    const running = findPreview(await this.state.refresh());
    if (running !== undefined) {
      return running;
    }
    await vscode.commands.executeCommand("docsLsp.preview.start", site.toString());
    return findPreview(await this.state.refresh());
  }

  /** Show which pages are indexed, and why others are not, as a read-only document. */
  private async showReport(): Promise<void> {
    const site = await chooseSite();
    if (site === undefined || !(await this.packages.ensureInstalled())) {
      return;
    }
    try {
      const folder = path.dirname(site.fsPath);
      const program = await this.programs.resolveModule("mcp_preview", "report", "--all", folder);
      const title = "Listing indexed pages";
      const outcome = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        runProgram(program, this.programs.bundledFolder),
      );
      if (outcome.code !== 0) {
        throw new ProgramError(outcome.stderr.trim());
      }
      await this.reports.show(path.basename(folder), outcome.stdout);
    } catch (error) {
      if (!(error instanceof ProgramError)) {
        throw error;
      }
      void vscode.window.showErrorMessage(`Failed to list indexed pages: ${error.message}`);
    }
  }
}

/** Return the MCP URL for clients on the user's machine, which is forwarded over SSH. In VS Code in a
 * browser, clients run on the remote machine and use the original URL. */
async function getMcpUrl({ mcp }: Preview): Promise<string> {
  if (vscode.env.remoteName === undefined || vscode.env.uiKind === vscode.UIKind.Web) {
    return mcp;
  }
  return (await vscode.env.asExternalUri(vscode.Uri.parse(mcp))).toString(true);
}
