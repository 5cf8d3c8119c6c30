/** Gathers what somebody who looks into a fault has to know. */
import * as os from "node:os";
import * as vscode from "vscode";
import { counted, ours } from "../findings";
import { outcomeOf } from "../run";
import type { Session } from "../server/session";
import type { Programs } from "../server/program";
import { sites } from "../sites";

/** Writes it into a new text, for the writer to read before anybody else does. */
export class IssueReport {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly programs: Programs,
    private readonly session: Session,
  ) {}

  /** The command, until it is disposed of. */
  registered(): vscode.Disposable {
    return vscode.commands.registerCommand("docsLsp.reportIssue", async () => {
      const document = await vscode.workspace.openTextDocument({ content: await this.text(), language: "markdown" });
      await vscode.window.showTextDocument(document);
    });
  }

  private async text(): Promise<string> {
    const { version } = this.context.extension.packageJSON as { version: string };
    const { errors, warnings, others } = counted(ours());
    const facts: Record<string, string> = {
      Extension: version,
      Editor: `${vscode.env.appName} ${vscode.version}${vscode.env.remoteName ? `, ${vscode.env.remoteName}` : ""}`,
      System: `${os.type()} ${os.release()}, ${os.arch()}`,
      Server: await this.server(),
      Sites: String((await sites()).length),
      Findings: `${errors} errors, ${warnings} warnings, ${others} notes`,
      Trust: vscode.workspace.isTrusted ? "trusted" : "not trusted",
    };
    const rows = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`);
    const parts = ["## What happened", "", "## What should have happened", "", "## Where", "", ...rows, ""];
    return `${parts.join("\n")}\n${await this.doctor()}`;
  }

  private async server(): Promise<string> {
    try {
      const { python, command } = await this.programs.server();
      const version = this.session.client?.initializeResult?.serverInfo?.version ?? "does not run";
      return `${version}, ${python ? `Python ${python.version.join(".")}` : command}`;
    } catch (error) {
      return String(error);
    }
  }

  /** What the server's own examination says, where it has one. */
  private async doctor(): Promise<string> {
    try {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      const program = await this.programs.module("docs_lsp", "doctor", ...(folder === undefined ? [] : [folder]));
      const done = await outcomeOf(program, this.programs.bundled);
      return done.code === 0 ? `\n${done.stdout.trim()}\n` : "";
    } catch {
      return ""; // What is wrong stands above already.
    }
  }
}
