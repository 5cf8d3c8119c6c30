/** Runs a program to its end. */
import { execFile } from "node:child_process";
import type { Program } from "./server/program";

const LONGEST = 64 * 1024 * 1024;

/** What a program has written. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a program; its exit code is part of what is told, not an error. */
export function outcomeOf(program: Program, cwd: string, signal?: AbortSignal): Promise<Outcome> {
  const options = { env: program.env, cwd, maxBuffer: LONGEST, windowsHide: true, ...(signal && { signal }) };
  return new Promise((resolve) => {
    execFile(program.command, [...program.args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr: stderr || (code === -1 ? String(error?.message) : "") });
    });
  });
}
