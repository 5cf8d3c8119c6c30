/** What to run: the server that comes with the extension, or one that is installed. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import { ask, OLDEST, programsOnPath, type Python } from "./python";
import { chosenInterpreter, whenChosen } from "./pythonExtension";
import { chooseInterpreter } from "./search";

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
    // Its own packages are beside it; only what was downloaded for the preview needs the environment.
    const isAlone = python.isOwn === true && (name === "docs_lsp" || existsSync(this.ownPackages));
    const options = [isAlone ? "-I" : "-P", "-X", "utf8", "-m", name, ...args];
    return { command: python.executable, args: options, env: this.environment(python), python };
  }

  /** Where the preview's packages are for an interpreter, if they came with the extension or once they are there. */
  packages(python: Python): string {
    if (existsSync(this.ownPackages)) {
      return this.ownPackages;
    }
    return join(this.context.globalStorageUri.fsPath, "preview", `${tag(python)}-${this.stamp}`);
  }

  /** The environment in which an interpreter finds what comes with the extension, and nothing of its own first. */
  environment(python: Python): NodeJS.ProcessEnv {
    const folders = ["common", "abi3", tag(python)].map((name) => join(this.bundled, name));
    const path = [...folders, this.packages(python)].join(delimiter);
    const { env } = process;
    // Variables for the writer's Python, such as PYTHONHOME, would mislead ours and what it starts.
    const names = Object.keys(env).filter((name) => python.isOwn !== true || !/^python/i.test(name));
    const others = Object.fromEntries(names.map((name) => [name, env[name]]));
    return { ...others, PYTHONPATH: path, PYTHONNOUSERSITE: "1", PYTHONSAFEPATH: "1" };
  }

  /** The interpreter that comes with the extension; nothing where none does. */
  private get own(): string | undefined {
    const program = process.platform === "win32" ? "python.exe" : join("bin", "python3");
    const file = join(this.bundled, "python", program);
    return existsSync(file) ? file : undefined;
  }

  private get ownPackages(): string {
    return join(this.bundled, "preview");
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
    const { python, passedOver } = await chooseInterpreter({
      own: this.own,
      chosen: () => this.chosen(),
      onPath: programsOnPath,
      ask,
      carries: (candidate) => this.carries(candidate),
    });
    for (const fault of passedOver) {
      this.log.info(`Passed over ${fault}`);
    }
    if (python === undefined) {
      throw new ProgramFault(
        `No Python ${OLDEST.join(".")} or newer was found that the language server can run with. Install one, or name one in the setting docsLsp.interpreter; the log says what was tried.`,
      );
    }
    return python;
  }

  /** What the Python extension has chosen, which may be another one later. */
  private async chosen(): Promise<string | undefined> {
    this.listening ??= whenChosen(() => {
      this.changed.fire();
    }).then((listener) => void this.context.subscriptions.push(listener));
    await this.listening;
    return chosenInterpreter(vscode.workspace.workspaceFolders?.[0]?.uri);
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
