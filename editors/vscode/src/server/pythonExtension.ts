/** Reads the selected interpreter from the Python extension, if it is installed. */
import * as vscode from "vscode";

const EXTENSION_ID = "ms-python.python";

/** The part of the Python extension's API that is used here. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/**
 * Return the path of the interpreter selected for a folder; undefined if there is none.
 *
 * The interpreter may be in the folder itself, so it is never used in an untrusted workspace.
 */
export async function getActiveInterpreter(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const environments = vscode.workspace.isTrusted ? (await getApi())?.environments : undefined;
  if (environments === undefined) {
    return undefined;
  }
  const active = environments.getActiveEnvironmentPath(folder);
  const resolved = await environments.resolveEnvironment(active);
  return resolved?.executable.uri?.fsPath;
}

/** Call a listener when another interpreter is selected. */
export async function onDidChangeActiveInterpreter(listener: () => void): Promise<vscode.Disposable> {
  const environments = (await getApi())?.environments;
  return environments?.onDidChangeActiveEnvironmentPath(listener) ?? new vscode.Disposable(() => undefined);
}

async function getApi(): Promise<PythonApi | undefined> {
  try {
    return await vscode.extensions.getExtension<PythonApi>(EXTENSION_ID)?.activate();
  } catch {
    return undefined; // Activation failed; there are other ways to find an interpreter.
  }
}
