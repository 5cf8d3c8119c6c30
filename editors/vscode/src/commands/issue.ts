/** Collects the details that an issue report needs. */
import * as os from "node:os";
import * as vscode from "vscode";
import { countFindings, getFindings } from "../findings";
import { runProgram } from "../run";
import type { Session } from "../server/session";
import type { ProgramResolver } from "../server/program";
import { findSites } from "../sites";

/** Opens a report in an untitled document, which the user can review before sending it. */
export class IssueReport {
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly programs: ProgramResolver,
    private readonly session: Session,
  ) {}

  /** Register the command. */
  register(): vscode.Disposable {
    return vscode.commands.registerCommand("docsLsp.reportIssue", async () => {
      const document = await vscode.workspace.openTextDocument({ content: await this.writeReport(), language: "markdown" });
      await vscode.window.showTextDocument(document);
    });
  }

  private async writeReport(): Promise<string> {
    const { version } = this.context.extension.packageJSON as { version: string };
    const { errors, warnings, others } = countFindings(getFindings());
    const facts: Record<string, string> = {
      Extension: version,
      Editor: `${vscode.env.appName} ${vscode.version}${vscode.env.remoteName ? `, ${vscode.env.remoteName}` : ""}`,
      System: `${os.type()} ${os.release()}, ${os.arch()}`,
      Server: await this.describeServer(),
      Sites: String((await findSites()).length),
      Findings: `${errors} errors, ${warnings} warnings, ${others} notes`,
      Trust: vscode.workspace.isTrusted ? "trusted" : "not trusted",
    };
    const rows = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`);
    const parts = ["## What happened", "", "## Expected behavior", "", "## Environment", "", ...rows, ""];
    return `${parts.join("\n")}\n${await this.runDoctor()}`;
  }

  private async describeServer(): Promise<string> {
    try {
      const { python, command } = await this.programs.resolveServer();
      const version = this.session.client?.initializeResult?.serverInfo?.version ?? "not running";
      return `${version}, ${python ? `Python ${python.version.join(".")}` : command}`;
    } catch (error) {
      return String(error);
    }
  }

  /** Return the output of `docs-lsp doctor`; empty if it fails. */
  private async runDoctor(): Promise<string> {
    try {
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
      const program = await this.programs.resolveModule("docs_lsp", "doctor", ...(folder === undefined ? [] : [folder]));
      const outcome = await runProgram(program, this.programs.bundledFolder);
      return outcome.code === 0 ? `\n${outcome.stdout.trim()}\n` : "";
    } catch {
      return ""; // The server line of the report already contains the error.
    }
  }
}
