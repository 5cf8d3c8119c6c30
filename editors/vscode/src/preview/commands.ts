/** The commands about the preview that the server does not have itself. */
import * as path from "node:path";
import * as vscode from "vscode";
import { outcomeOf } from "../run";
import { copied } from "../server/options";
import type { Session } from "../server/session";
import { ProgramFault, type Programs } from "../server/program";
import { chosenSite } from "../sites";
import { connect } from "./connect";
import type { PreviewPackages } from "./packages";
import { followPages, showPage } from "./page";
import { Reports } from "./reports";
import type { Preview, PreviewState } from "./state";

/** Registers the commands. */
export class PreviewCommands {
  private readonly reports = new Reports();

  constructor(
    private readonly session: Session,
    private readonly state: PreviewState,
    private readonly programs: Programs,
    private readonly packages: PreviewPackages,
  ) {}

  /** The commands, until they are disposed of. */
  registered(): vscode.Disposable[] {
    const commands: Record<string, (preview: Preview) => unknown> = {
      show: (preview) => showPage(preview),
      copyUrl: async (preview) => copied(await addressOf(preview)),
      connect: (preview) => connect(preview),
    };
    const report = vscode.commands.registerCommand("docsLsp.preview.report", () => this.report());
    return [
      new vscode.Disposable(() => {
        this.reports.dispose();
      }),
      this.state.onDidChange(() => void followPages(this.state.running)),
      report,
      ...Object.entries(commands).map(([name, run]) =>
        vscode.commands.registerCommand(`docsLsp.preview.${name}`, async () => {
          const preview = await this.started();
          return preview === undefined ? undefined : run(preview);
        }),
      ),
    ];
  }

  /** The preview of the site that is meant, which is started if need be. */
  private async started(): Promise<Preview | undefined> {
    const site = await chosenSite();
    if (site === undefined || this.session.client === undefined) {
      void vscode.window.showInformationMessage("There is no docs.json in this workspace.");
      return undefined;
    }
    const of = (all: readonly Preview[]): Preview | undefined =>
      all.find((one) => path.relative(vscode.Uri.parse(one.site).fsPath, path.dirname(site.fsPath)) === "");
    const running = of(await this.state.refresh());
    if (running !== undefined) {
      return running;
    }
    await vscode.commands.executeCommand("docsLsp.preview.start", site.toString());
    return of(await this.state.refresh());
  }

  /** Which pages a search finds, and why not the others, as a text to read. */
  private async report(): Promise<void> {
    const site = await chosenSite();
    if (site === undefined || !(await this.packages.ready())) {
      return;
    }
    try {
      const folder = path.dirname(site.fsPath);
      const program = await this.programs.module("mcp_preview", "report", "--all", folder);
      const title = "Looking at which pages are indexed";
      const done = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
        outcomeOf(program, this.programs.bundled),
      );
      if (done.code !== 0) {
        throw new ProgramFault(done.stderr.trim());
      }
      await this.reports.show(path.basename(folder), done.stdout);
    } catch (error) {
      if (!(error instanceof ProgramFault)) {
        throw error;
      }
      void vscode.window.showErrorMessage(`The pages could not be listed: ${error.message}`);
    }
  }
}

/** The address of a preview for programs beside this window: over SSH it is another one than there. In
 * a browser there are none, and programs where the preview runs know its own. */
async function addressOf({ mcp }: Preview): Promise<string> {
  if (vscode.env.remoteName === undefined || vscode.env.uiKind === vscode.UIKind.Web) {
    return mcp;
  }
  return (await vscode.env.asExternalUri(vscode.Uri.parse(mcp))).toString(true);
}
