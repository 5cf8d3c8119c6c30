/** In which order interpreters are tried, and which one is taken. */
import type { Asked, Python } from "./python";

/** Where interpreters may be. */
export interface Places {
  /** The one that comes with the extension. */
  readonly own: string | undefined;
  /** The one that the Python extension has chosen. It is asked for only if the extension's own does not run. */
  readonly chosen: () => Promise<string | undefined>;
  /** Those on the PATH, each with the options that it needs. */
  readonly onPath: () => AsyncIterable<readonly [string, ...string[]]>;
  /** Asks a program what it is. */
  readonly ask: (program: string, ...options: string[]) => Promise<Asked>;
  /** Whether the extension brings packages for an interpreter. */
  readonly carries: (python: Python) => boolean;
}

/** The interpreter that is taken, if there is one, and why others were not. */
export interface Choice {
  readonly python?: Python;
  readonly passedOver: readonly string[];
}

/** The first interpreter that runs, and for which the extension brings packages. */
export async function chooseInterpreter(places: Places): Promise<Choice> {
  const passedOver: string[] = [];
  for await (const [program, ...options] of candidates(places)) {
    const asked = await places.ask(program, ...options);
    if ("fault" in asked) {
      passedOver.push(`${program}: ${asked.fault}`);
    } else if (places.carries(asked.python)) {
      const isOwn = program === places.own;
      return { python: isOwn ? { ...asked.python, isOwn } : asked.python, passedOver };
    } else {
      const { version } = asked.python;
      passedOver.push(`${program}: the extension brings no packages for Python ${version.slice(0, 2).join(".")}`);
    }
  }
  return { passedOver };
}

async function* candidates(places: Places): AsyncGenerator<readonly [string, ...string[]]> {
  if (places.own !== undefined) {
    yield [places.own];
  }
  const chosen = await places.chosen();
  if (chosen !== undefined) {
    yield [chosen];
  }
  yield* places.onPath();
}
