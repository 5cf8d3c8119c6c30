/** Chooses an interpreter: the bundled one, the selected one, or one on the PATH. */
import type { InterpreterQuery, Python } from "./python";

/** Sources of interpreters, in order of precedence, and how to check one. */
export interface InterpreterSources {
  /** The bundled interpreter. */
  readonly bundled: string | undefined;
  /** Get the interpreter selected in the Python extension. Called only if the bundled one does not run. */
  readonly getSelected: () => Promise<string | undefined>;
  /** Find interpreters on the PATH, each with its required options. */
  readonly findOnPath: () => AsyncIterable<readonly [string, ...string[]]>;
  /** Query the version of a program. */
  readonly query: (program: string, ...options: string[]) => Promise<InterpreterQuery>;
  /** Whether the extension has packages for an interpreter. */
  readonly hasPackages: (python: Python) => boolean;
}

/** The chosen interpreter, if any, and why others were skipped. */
export interface Choice {
  readonly python?: Python;
  readonly skipped: readonly string[];
}

/** Choose the first interpreter that runs and for which the extension has packages. */
export async function chooseInterpreter(sources: InterpreterSources): Promise<Choice> {
  const skipped: string[] = [];
  for await (const [program, ...options] of listCandidates(sources)) {
    const result = await sources.query(program, ...options);
    if ("error" in result) {
      skipped.push(`${program}: ${result.error}`);
    } else if (sources.hasPackages(result.python)) {
      const isBundled = program === sources.bundled;
      return { python: isBundled ? { ...result.python, isBundled } : result.python, skipped };
    } else {
      const { version } = result.python;
      skipped.push(`${program}: the extension has no packages for Python ${version.slice(0, 2).join(".")}`);
    }
  }
  return { skipped };
}

async function* listCandidates(sources: InterpreterSources): AsyncGenerator<readonly [string, ...string[]]> {
  if (sources.bundled !== undefined) {
    yield [sources.bundled];
  }
  const selected = await sources.getSelected();
  if (selected !== undefined) {
    yield [selected];
  }
  yield* sources.findOnPath();
}
