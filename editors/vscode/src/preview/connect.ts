/** Tells this editor's own AI client of the preview, in `.vscode/mcp.json`. */
import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Preview } from "./state";

const KEEP = "Keep This Address";
const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** Write the preview's address into the workspace's list of MCP servers. */
export async function connect(preview: Preview): Promise<void> {
  const site = vscode.Uri.parse(preview.site);
  const folder = vscode.workspace.getWorkspaceFolder(site);
  if (folder === undefined) {
    return;
  }
  const file = vscode.Uri.joinPath(folder.uri, ".vscode", "mcp.json");
  const name = `${path.basename(site.fsPath)}-preview`;
  const fault = await written(file, name, preview.mcp);
  if (fault !== undefined) {
    void vscode.window.showErrorMessage(`\`${file.fsPath}\` ${fault}`);
    return;
  }
  await vscode.window.showTextDocument(file);
  await offerToKeep(preview, folder);
}

/** Write a server into the list; return what prevents it, if anything does. */
async function written(file: vscode.Uri, name: string, url: string): Promise<string | undefined> {
  if (vscode.workspace.textDocuments.some((one) => one.isDirty && one.uri.toString() === file.toString())) {
    return "has changes that are not saved; save it, then connect again.";
  }
  try {
    const after = withServer(await textOf(file), name, url);
    if (after === undefined) {
      return "is not valid JSON with an object of `servers`; mend it, then connect again.";
    }
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(after));
    return undefined;
  } catch (error) {
    return `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The text with one more server, or the same one at its new address; nothing for text that is not JSON. */
export function withServer(before: string, name: string, url: string): string | undefined {
  const text = before.trim() === "" ? "{}\n" : before;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value) || ("servers" in value && !isObject(value["servers"]))) {
    return undefined;
  }
  return applyEdits(text, modify(text, ["servers", name], { type: "http", url }, FORMAT));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A file's text, empty where there is no file. Throws where it cannot be read. */
async function textOf(file: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
      return "";
    }
    throw error;
  }
}

/** The next preview would have another port. */
async function offerToKeep(preview: Preview, folder: vscode.WorkspaceFolder): Promise<void> {
  const settings = vscode.workspace.getConfiguration("docsLsp", folder);
  if (settings.get<number>("preview.port", 0) !== 0) {
    return;
  }
  const port = Number(new URL(preview.url).port);
  const question = `The preview is connected. Shall it listen on port ${port} from now on, so that the address stays right?`;
  if ((await vscode.window.showInformationMessage(question, KEEP)) === KEEP) {
    await settings.update("preview.port", port, vscode.ConfigurationTarget.Workspace);
  }
}
