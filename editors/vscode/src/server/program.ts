/** What to run: the server that comes with the extension, or one that is installed. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import { ask, firstOnPath, OLDEST, type Python } from "./python";
import { chosenInterpreter, whenChosen } from "./pythonExtension";

/** A program with all that it needs to be started. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The interpreter of the server that comes with the extension; nothing for an installed one. */
  readonly python?: Python;
}

/** Why nothing can be run, and what the writer can do about it. */
export class ProgramFault extends Error {
  constructor(
    message: string,
    /** The setting that fixes it. */
    readonly setting = "docsLsp.interpreter",
  ) {
    super(message);
  }
}

/** Knows the programs. */
export class Programs {
  private readonly changed = new vscode.EventEmitter<void>();
  private python: Python | undefined;
  private listening: Promise<void> | undefined;
  /** Another interpreter has been chosen in the Python extension. */
  readonly onDidChangeInterpreter = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    context.subscriptions.push(this.changed);
  }

  /** The folder of what comes with the extension. */
  get bundled(): string {
    return this.context.asAbsolutePath("bundled");
  }

  /** The language server. Throws `ProgramFault`. */
  async server(): Promise<Program> {
    const level = vscode.workspace.getConfiguration("docsLsp").get<string>("logLevel", "info");
    return this.module("docs_lsp", "server", "--log-level", level);
  }

  /** The command line of a module, `docs_lsp` or `mcp_preview`. Throws `ProgramFault`. */
  async module(name: "docs_lsp" | "mcp_preview", ...args: string[]): Promise<Program> {
    const installed = setting("path");
    if (installed !== "") {
      if (!existsSync(installed)) {
        throw new ProgramFault(`There is no \`${installed}\`, which the setting docsLsp.path names.`, "docsLsp.path");
      }
      const command = name === "docs_lsp" ? installed : installed.replace(/docs-lsp(?=(\.exe)?$)/, "mcp-preview");
      return { command, args, env: process.env };
    }
    const python = await this.interpreter();
    const options = ["-P", "-X", "utf8", "-m", name, ...args];
    return { command: python.executable, args: options, env: this.environment(python), python };
  }

  /** Where the preview's packages are for an interpreter, once they are there. */
  packages(python: Python): string {
    return join(this.context.globalStorageUri.fsPath, "preview", `${tag(python)}-${this.stamp}`);
  }

  /** The environment in which an interpreter finds what comes with the extension, and nothing of its own first. */
  environment(python: Python, ...more: string[]): NodeJS.ProcessEnv {
    const folders = ["common", "abi3", tag(python)].map((name) => join(this.bundled, name));
    const path = [...folders, this.packages(python), ...more].join(delimiter);
    return { ...process.env, PYTHONPATH: path, PYTHONNOUSERSITE: "1", PYTHONSAFEPATH: "1" };
  }

  /** Look for an interpreter anew at the next start. */
  forget(): void {
    this.python = undefined;
  }

  private get stamp(): string {
    const { version } = this.context.extension.packageJSON as { version: string };
    return version;
  }

  private async interpreter(): Promise<Python> {
    this.python ??= this.carried(await this.found());
    return this.python;
  }

  private async found(): Promise<Python> {
    const set = setting("interpreter");
    if (set !== "") {
      const asked = await ask(set);
      if ("python" in asked) {
        return asked.python;
      }
      throw new ProgramFault(
        `The interpreter \`${set}\`, which the setting docsLsp.interpreter names, cannot run the server: ${asked.fault}.`,
      );
    }
    this.listening ??= whenChosen(() => {
      this.changed.fire();
    }).then((listener) => void this.context.subscriptions.push(listener));
    await this.listening;
    const chosen = await chosenInterpreter(vscode.workspace.workspaceFolders?.[0]?.uri);
    const asked = chosen === undefined ? undefined : await ask(chosen);
    if (asked !== undefined && "python" in asked && this.carries(asked.python)) {
      return asked.python;
    }
    const { python, faults } = await firstOnPath();
    for (const fault of faults) {
      this.log.info(`Passed over ${fault}`);
    }
    if (python === undefined) {
      throw new ProgramFault(
        `No Python ${OLDEST.join(".")} or newer was found, and the language server needs one. Install it, or name one in the setting docsLsp.interpreter.`,
      );
    }
    return python;
  }

  private carries(python: Python): boolean {
    return existsSync(join(this.bundled, tag(python)));
  }

  private carried(python: Python): Python {
    if (!this.carries(python)) {
      throw new ProgramFault(
        `This extension brings no packages for ${python.executable}, which is ${tag(python)}. Name another Python in the setting docsLsp.interpreter, or an installed docs-lsp in docsLsp.path.`,
      );
    }
    this.log.info(`Python ${python.version.join(".")} at ${python.executable}`);
    return python;
  }
}

/** What the compiled packages for an interpreter are called by. */
export function tag(python: Python): string {
  const [major = 0, minor = 0] = python.version;
  return `${python.implementation === "cpython" ? "cp" : python.implementation}${major}${minor}`;
}

/** The value of a setting, with `~` and `${workspaceFolder}` spelled out. */
function setting(name: "interpreter" | "path"): string {
  const value = vscode.workspace.getConfiguration("docsLsp").get<string>(name, "").trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return value.replace(/^~(?=[\\/])/, homedir()).replaceAll("${workspaceFolder}", folder);
}
