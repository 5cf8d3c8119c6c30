/**
 * Installs packages that only the preview needs: a search engine, a shell, a web server.
 *
 * They are several times as large as the rest of the extension, so they are downloaded into its
 * storage folder when the preview is first started, with the user's consent.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import type { Python } from "../server/python";
import { ProgramError, type ProgramResolver } from "../server/program";

const DOWNLOAD = "Download";
const EXPECTED_STEPS = 40;

/** Installer of the preview's packages. */
export class PreviewPackages {
  private pendingInstall: Promise<boolean> | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly programs: ProgramResolver,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Install missing packages with the user's consent. Return whether the preview can start. */
  ensureInstalled(): Promise<boolean> {
    this.pendingInstall ??= this.installIfMissing().finally(() => {
      this.pendingInstall = undefined;
    });
    return this.pendingInstall;
  }

  private async installIfMissing(): Promise<boolean> {
    try {
      const { python } = await this.programs.resolveServer();
      // With an installed docs-lsp, the user also installs the preview's packages.
      return python === undefined || existsSync(this.programs.getPreviewPackages(python)) || (await this.offerInstall(python));
    } catch (error) {
      if (error instanceof ProgramError) {
        void vscode.window.showErrorMessage(error.message);
        return false;
      }
      throw error;
    }
  }

  private async offerInstall(python: Python): Promise<boolean> {
    const detail =
      "pip downloads a search engine and a web server (about 40 MB) into the extension's folder. This is needed only once.";
    const chosen = await vscode.window.showInformationMessage(
      "The MCP preview requires additional Python packages.",
      { modal: true, detail },
      DOWNLOAD,
    );
    if (chosen !== DOWNLOAD) {
      return false;
    }
    const error = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: "Downloading packages for the MCP preview", cancellable: true },
      (progress, token) => this.install(python, progress, token),
    );
    if (error !== undefined && error !== "") {
      this.log.error(error);
      const message = `Failed to install the packages of the MCP preview: ${getErrorLine(error)}`;
      void vscode.window.showErrorMessage(message, "Show Logs").then((button) => {
        if (button !== undefined) {
          this.log.show();
        }
      });
    }
    return error === undefined;
  }

  /** Install all packages or none. Return an error message, empty if the user cancelled; undefined on success. */
  private async install(
    python: Python,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    const folder = this.programs.getPreviewPackages(python);
    const partialFolder = `${folder}.part`;
    await rm(partialFolder, { recursive: true, force: true });
    await mkdir(partialFolder, { recursive: true });
    const error = await this.runPip(python, partialFolder, progress, token);
    if (error !== undefined) {
      await rm(partialFolder, { recursive: true, force: true });
      return token.isCancellationRequested ? "" : error;
    }
    await rename(partialFolder, folder);
    await this.removeOldVersions(folder);
    return undefined;
  }

  private runPip(
    python: Python,
    target: string,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    const { bundledFolder: bundled } = this.programs;
    const args = ["-P", "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"];
    args.push("--only-binary=:all:", "--target", target);
    args.push("--requirement", join(bundled, "preview.txt"), "--constraint", join(bundled, "constraints.txt"));
    const env = this.programs.createEnvironment(python);
    return new Promise((resolve) => {
      const process = spawn(python.executable, args, { cwd: bundled, env, windowsHide: true });
      const output: string[] = [];
      token.onCancellationRequested(() => process.kill());
      for (const stream of [process.stdout, process.stderr]) {
        createInterface({ input: stream }).on("line", (line) => {
          this.log.info(line);
          output.push(line);
          const step = /^(Collecting|Downloading|Installing) \S+/.exec(line.trim());
          if (step !== null) {
            progress.report({ message: step[0], increment: 100 / EXPECTED_STEPS });
          }
        });
      }
      process.on("error", (error) => {
        resolve(error.message);
      });
      process.on("close", (code) => {
        resolve(code === 0 ? undefined : output.slice(-20).join("\n") || `pip ended with ${String(code)}`);
      });
    });
  }

  /** Remove packages installed by earlier versions of the extension. */
  private async removeOldVersions(folder: string): Promise<void> {
    const version = (this.context.extension.packageJSON as { version: string }).version;
    for (const name of await readdir(dirname(folder))) {
      if (name !== basename(folder) && !name.endsWith(`-${version}`)) {
        await rm(join(dirname(folder), name), { recursive: true, force: true });
      }
    }
  }
}

function getErrorLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1) ?? "";
}
