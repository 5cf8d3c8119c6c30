/** Finds a Python that can run the server. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import * as path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The oldest Python that will do. */
export const OLDEST: readonly [number, number] = [3, 11];
const NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
const PATIENCE = 20_000;
const QUESTION =
  "import json, sys; print(json.dumps([sys.executable, list(sys.version_info[:3]), sys.implementation.name]))";

/** A Python that has answered. */
export interface Python {
  readonly executable: string;
  readonly version: readonly number[];
  readonly implementation: string;
  /** Whether it came with the extension. */
  readonly isOwn?: boolean;
}

/** What a program was found to be, or why it will not do. */
export type Asked = { readonly python: Python } | { readonly fault: string };

/** Ask a program whether it is a Python that will do. */
export async function ask(program: string, ...options: string[]): Promise<Asked> {
  try {
    const { stdout } = await run(program, [...options, "-I", "-c", QUESTION], {
      timeout: PATIENCE,
      windowsHide: true,
    });
    const [executable, version, implementation] = JSON.parse(stdout) as [string, number[], string];
    const python = { executable: executable || program, version, implementation };
    return isNewEnough(version) ? { python } : { fault: `it is Python ${version.join(".")}` };
  } catch (error) {
    return { fault: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}

/** The programs on the PATH that may be a Python, each with the options that it needs. */
export async function* programsOnPath(): AsyncGenerator<readonly [string, ...string[]]> {
  for (const name of NAMES) {
    const program = await onPath(name);
    if (program !== undefined) {
      yield [program];
    }
  }
  const launcher = process.platform === "win32" ? await onPath("py") : undefined;
  if (launcher !== undefined) {
    yield [launcher, "-3"];
  }
}

/** Where a program is. A PATH entry that depends on the current folder is passed over. */
async function onPath(name: string): Promise<string | undefined> {
  const suffix = process.platform === "win32" ? ".exe" : "";
  for (const folder of (process.env["PATH"] ?? "").split(path.delimiter)) {
    const candidate = path.join(folder, name + suffix);
    if (path.isAbsolute(folder) && (await isProgram(candidate))) {
      return candidate;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isNewEnough(version: readonly number[]): boolean {
  const [major = 0, minor = 0] = version;
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
