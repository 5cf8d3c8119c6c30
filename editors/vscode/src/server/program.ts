/** Resolves what to run: the bundled server or an installed one. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import { queryInterpreter, MIN_VERSION, findProgramsOnPath, type Python } from "./python";
import { getActiveInterpreter, onDidChangeActiveInterpreter } from "./pythonExtension";
import { chooseInterpreter } from "./search";

/** Command line and environment of a program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Interpreter of the bundled server; undefined for an installed one. */
  readonly python?: Python;
}

/** The program cannot be run. The message says why and how to fix it. */
export class ProgramError extends Error {
  constructor(
    message: string,
    /** The setting that fixes it. */
    readonly setting = "docsLsp.interpreter",
  ) {
    super(message);
  }
}

/** Finds the interpreter, and builds command lines. */
export class ProgramResolver {
  private readonly interpreterEmitter = new vscode.EventEmitter<void>();
  private cachedPython: Python | undefined;
  private listenerReady: Promise<void> | undefined;
  /** Fires when another interpreter is selected in the Python extension. */
  readonly onDidChangeInterpreter = this.interpreterEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {
    context.subscriptions.push(this.interpreterEmitter);
  }

  /** Folder with the bundled server and its packages. */
  get bundledFolder(): string {
    return this.context.asAbsolutePath("bundled");
  }

  /** Resolve the language server. Throws `ProgramError`. */
  async resolveServer(): Promise<Program> {
    const level = vscode.workspace.getConfiguration("docsLsp").get<string>("logLevel", "info");
    return this.resolveModule("docs_lsp", "server", "--log-level", level);
  }

  /** Resolve the command line of a module, `docs_lsp` or `mcp_preview`. Throws `ProgramError`. */
  async resolveModule(name: "docs_lsp" | "mcp_preview", ...args: string[]): Promise<Program> {
    const installedServer = getPathSetting("path");
    if (installedServer !== "") {
      if (!existsSync(installedServer)) {
        throw new ProgramError(`\`${installedServer}\` does not exist. Correct the setting docsLsp.path.`, "docsLsp.path");
      }
      const command = name === "docs_lsp" ? installedServer : installedServer.replace(/docs-lsp(?=(\.exe)?$)/, "mcp-preview");
      return { command, args, env: process.env };
    }
    const python = await this.getInterpreter();
    // Bundled packages are next to the interpreter; only downloaded preview packages need the environment.
    const isIsolated = python.isBundled === true && (name === "docs_lsp" || existsSync(this.bundledPreviewPackages));
    const options = [isIsolated ? "-I" : "-P", "-X", "utf8", "-m", name, ...args];
    return { command: python.executable, args: options, env: this.createEnvironment(python), python };
  }

  /** Return the folder of the preview's packages for an interpreter: bundled, or to be downloaded. */
  getPreviewPackages(python: Python): string {
    if (existsSync(this.bundledPreviewPackages)) {
      return this.bundledPreviewPackages;
    }
    return join(this.context.globalStorageUri.fsPath, "preview", `${getAbiTag(python)}-${this.extensionVersion}`);
  }

  /** Create an environment in which bundled packages take precedence over the interpreter's own. */
  createEnvironment(python: Python): NodeJS.ProcessEnv {
    const folders = ["common", "abi3", getAbiTag(python)].map((name) => join(this.bundledFolder, name));
    const path = [...folders, this.getPreviewPackages(python)].join(delimiter);
    const { env } = process;
    // The user's Python variables, such as PYTHONHOME, would break the bundled interpreter and its child processes.
    const names = Object.keys(env).filter((name) => python.isBundled !== true || !/^python/i.test(name));
    const inherited = Object.fromEntries(names.map((name) => [name, env[name]]));
    return { ...inherited, PYTHONPATH: path, PYTHONNOUSERSITE: "1", PYTHONSAFEPATH: "1" };
  }

  /** The bundled interpreter; undefined if there is none. */
  private get bundledInterpreter(): string | undefined {
    const program = process.platform === "win32" ? "python.exe" : join("bin", "python3");
    const file = join(this.bundledFolder, "python", program);
    return existsSync(file) ? file : undefined;
  }

  private get bundledPreviewPackages(): string {
    return join(this.bundledFolder, "preview");
  }

  /** Clear the cached interpreter, so that the next start searches again. */
  forgetInterpreter(): void {
    this.cachedPython = undefined;
  }

  private get extensionVersion(): string {
    const { version } = this.context.extension.packageJSON as { version: string };
    return version;
  }

  private async getInterpreter(): Promise<Python> {
    this.cachedPython ??= this.requirePackages(await this.findInterpreter());
    return this.cachedPython;
  }

  private async findInterpreter(): Promise<Python> {
    const configured = getPathSetting("interpreter");
    if (configured !== "") {
      const query = await queryInterpreter(configured);
      if ("python" in query) {
        return query.python;
      }
      throw new ProgramError(
        `The interpreter \`${configured}\` cannot run the language server: ${query.error}. Correct the setting docsLsp.interpreter.`,
      );
    }
    const { python, skipped: passedOver } = await chooseInterpreter({
      bundled: this.bundledInterpreter,
      getSelected: () => this.getSelectedInterpreter(),
      findOnPath: findProgramsOnPath,
      query: queryInterpreter,
      hasPackages: (candidate) => this.hasPackages(candidate),
    });
    for (const reason of passedOver) {
      this.log.info(`Skipped ${reason}`);
    }
    if (python === undefined) {
      throw new ProgramError(
        `No Python ${MIN_VERSION.join(".")} or newer that can run the server was found. Install one, or set docsLsp.interpreter. The log lists what was tried.`,
      );
    }
    return python;
  }

  /** Return the interpreter selected in the Python extension, and listen for changes. */
  private async getSelectedInterpreter(): Promise<string | undefined> {
    this.listenerReady ??= onDidChangeActiveInterpreter(() => {
      this.interpreterEmitter.fire();
    }).then((listener) => void this.context.subscriptions.push(listener));
    await this.listenerReady;
    return getActiveInterpreter(vscode.workspace.workspaceFolders?.[0]?.uri);
  }

  private hasPackages(python: Python): boolean {
    return existsSync(join(this.bundledFolder, getAbiTag(python)));
  }

  private requirePackages(python: Python): Python {
    if (!this.hasPackages(python)) {
      throw new ProgramError(
        `This extension has no packages for ${python.executable} (${getAbiTag(python)}). Set docsLsp.interpreter to another Python, or docsLsp.path to an installed docs-lsp.`,
      );
    }
    this.log.info(`Python ${python.version.join(".")} at ${python.executable}`);
    return python;
  }
}

/** Return the tag of compiled packages for an interpreter, such as `cp313`. */
export function getAbiTag(python: Python): string {
  const [major = 0, minor = 0] = python.version;
  return `${python.implementation === "cpython" ? "cp" : python.implementation}${major}${minor}`;
}

/** Read a path setting, with `~` and `${workspaceFolder}` expanded. */
function getPathSetting(name: "interpreter" | "path"): string {
  const value = vscode.workspace.getConfiguration("docsLsp").get<string>(name, "").trim();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  return value.replace(/^~(?=[\\/])/, homedir()).replaceAll("${workspaceFolder}", folder);
}
