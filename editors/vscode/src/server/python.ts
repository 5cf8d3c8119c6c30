/** Finds Python interpreters and queries their version. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";

const runFile = promisify(execFile);

/** Oldest supported Python version. */
export const MIN_VERSION: readonly [number, number] = [3, 11];
const PROGRAM_NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
const QUERY_TIMEOUT = 20_000;
const VERSION_SCRIPT =
  "import json, sys; print(json.dumps([sys.executable, list(sys.version_info[:3]), sys.implementation.name]))";

/** A Python interpreter that has been queried successfully. */
export interface Python {
  readonly executable: string;
  readonly version: readonly number[];
  readonly implementation: string;
  /** Whether it is bundled with the extension. */
  readonly isBundled?: boolean;
}

/** The interpreter, or why a program cannot be used. */
export type InterpreterQuery = { readonly python: Python } | { readonly error: string };

/** Run a program to find out whether it is a supported Python. */
export async function queryInterpreter(program: string, ...options: string[]): Promise<InterpreterQuery> {
  try {
    const { stdout } = await runFile(program, [...options, "-I", "-c", VERSION_SCRIPT], {
      timeout: QUERY_TIMEOUT,
      windowsHide: true,
    });
    const [executable, version, implementation] = JSON.parse(stdout) as [string, number[], string];
    const python = { executable: executable || program, version, implementation };
    return isNewEnough(version) ? { python } : { error: `it is Python ${version.join(".")}` };
  } catch (error) {
    return { error: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}

/** Find programs on the PATH that may be Python, each with its required options. */
export async function* findProgramsOnPath(): AsyncGenerator<readonly [string, ...string[]]> {
  for (const name of PROGRAM_NAMES) {
    const program = await findOnPath(name);
    if (program !== undefined) {
      yield [program];
    }
  }
  const launcher = process.platform === "win32" ? await findOnPath("py") : undefined;
  if (launcher !== undefined) {
    yield [launcher, "-3"];
  }
}

/** Find a program on the PATH. Relative PATH entries are skipped. */
async function findOnPath(name: string): Promise<string | undefined> {
  const suffix = process.platform === "win32" ? ".exe" : "";
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter)) {
    const candidate = path.join(folder, name + suffix);
    if (path.isAbsolute(folder) && (await isExecutable(candidate))) {
      return candidate;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isNewEnough(version: readonly number[]): boolean {
  const [major = 0, minor = 0] = version;
  return major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1]);
}
