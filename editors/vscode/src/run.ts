/** Runs programs and collects their output. */
import { execFile } from "node:child_process";
import type { Program } from "./server/program";

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Exit code and output of a program. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a program to completion. A non-zero exit code is not an error; -1 means that it could not be run. */
export function runProgram(program: Program, cwd: string, signal?: AbortSignal): Promise<Outcome> {
  const options = { env: program.env, cwd, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true, ...(signal && { signal }) };
  return new Promise((resolve) => {
    execFile(program.command, [...program.args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr: stderr || (code === -1 ? String(error?.message) : "") });
    });
  });
}
