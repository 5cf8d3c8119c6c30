/** The interpreter that the Python extension has chosen, where that extension is installed. */
import * as vscode from "vscode";

const ID = "ms-python.python";

/** The part of that extension's interface that is used here. */
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
 * The path of the interpreter that is chosen for a folder; nothing where none is.
 *
 * It may be one that the folder itself brings, so a folder that is not trusted has no say.
 */
export async function chosenInterpreter(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const environments = vscode.workspace.isTrusted ? (await api())?.environments : undefined;
  if (environments === undefined) {
    return undefined;
  }
  const active = environments.getActiveEnvironmentPath(folder);
  const resolved = await environments.resolveEnvironment(active);
  return resolved?.executable.uri?.fsPath;
}

/** Be told when another one is chosen. */
export async function whenChosen(listener: () => void): Promise<vscode.Disposable> {
  const environments = (await api())?.environments;
  return environments?.onDidChangeActiveEnvironmentPath(listener) ?? new vscode.Disposable(() => undefined);
}

async function api(): Promise<PythonApi | undefined> {
  try {
    return await vscode.extensions.getExtension<PythonApi>(ID)?.activate();
  } catch {
    return undefined; // Its trouble is its own: there are other ways to find an interpreter.
  }
}
