/**
 * The packages that only the preview needs: a search engine, a shell, a web server.
 *
 * They are several times as large as all the rest, so they are brought when the preview is first
 * started, if the writer agrees, into a folder of the extension.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import type { Python } from "../server/python";
import { ProgramFault, type Programs } from "../server/program";

const INSTALL = "Download";
const STEPS = 40;

/** Brings the packages. */
export class PreviewPackages {
  private bringing: Promise<boolean> | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly programs: Programs,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Whether the preview can start; brings what it needs, once the writer agrees. */
  ready(): Promise<boolean> {
    this.bringing ??= this.brought().finally(() => {
      this.bringing = undefined;
    });
    return this.bringing;
  }

  private async brought(): Promise<boolean> {
    try {
      const { python } = await this.programs.server();
      // Who has installed docs-lsp also looks after what the preview needs.
      return python === undefined || existsSync(this.programs.packages(python)) || (await this.install(python));
    } catch (error) {
      if (error instanceof ProgramFault) {
        void vscode.window.showErrorMessage(error.message);
        return false;
      }
      throw error;
    }
  }

  private async install(python: Python): Promise<boolean> {
    const detail =
      "It needs a search engine and a web server, about 40 MB, which pip downloads into the extension's own folder. This is done once.";
    const chosen = await vscode.window.showInformationMessage(
      "The MCP preview needs more Python packages.",
      { modal: true, detail },
      INSTALL,
    );
    if (chosen !== INSTALL) {
      return false;
    }
    const fault = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: "Bringing the preview's packages", cancellable: true },
      (progress, token) => this.fill(python, progress, token),
    );
    if (fault !== undefined && fault !== "") {
      this.log.error(fault);
      const shown = `The preview's packages could not be brought: ${lastLine(fault)}`;
      void vscode.window.showErrorMessage(shown, "Show Logs").then((button) => {
        if (button !== undefined) {
          this.log.show();
        }
      });
    }
    return fault === undefined;
  }

  /** Bring everything in one piece or not at all; what went wrong, or an empty text if nobody wants it any more. */
  private async fill(
    python: Python,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    const place = this.programs.packages(python);
    const making = `${place}.part`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true });
    const fault = await this.pip(python, making, progress, token);
    if (fault !== undefined) {
      await rm(making, { recursive: true, force: true });
      return token.isCancellationRequested ? "" : fault;
    }
    await rename(making, place);
    await this.tidy(place);
    return undefined;
  }

  private pip(
    python: Python,
    target: string,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<string | undefined> {
    const { bundled } = this.programs;
    const args = ["-P", "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"];
    args.push("--only-binary=:all:", "--target", target);
    args.push("--requirement", join(bundled, "preview.txt"), "--constraint", join(bundled, "constraints.txt"));
    const env = this.programs.environment(python);
    return new Promise((resolve) => {
      const process = spawn(python.executable, args, { cwd: bundled, env, windowsHide: true });
      const last: string[] = [];
      token.onCancellationRequested(() => process.kill());
      for (const stream of [process.stdout, process.stderr]) {
        createInterface({ input: stream }).on("line", (line) => {
          this.log.info(line);
          last.push(line);
          const step = /^(Collecting|Downloading|Installing) \S+/.exec(line.trim());
          if (step !== null) {
            progress.report({ message: step[0], increment: 100 / STEPS });
          }
        });
      }
      process.on("error", (error) => {
        resolve(error.message);
      });
      process.on("close", (code) => {
        resolve(code === 0 ? undefined : last.slice(-20).join("\n") || `pip ended with ${String(code)}`);
      });
    });
  }

  /** Remove what an earlier version of the extension has brought. */
  private async tidy(place: string): Promise<void> {
    const version = (this.context.extension.packageJSON as { version: string }).version;
    for (const name of await readdir(dirname(place))) {
      if (name !== basename(place) && !name.endsWith(`-${version}`)) {
        await rm(join(dirname(place), name), { recursive: true, force: true });
      }
    }
  }
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1) ?? "";
}
