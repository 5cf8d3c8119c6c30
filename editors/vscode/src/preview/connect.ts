/** Adds the preview to the MCP servers of this workspace, in `.vscode/mcp.json`. */
import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Preview } from "./state";

const USE_PORT = "Always Use This Port";
const FORMAT_OPTIONS = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** Add the preview's URL to the MCP servers of the workspace. */
export async function connectEditor(preview: Preview): Promise<void> {
  const site = vscode.Uri.parse(preview.site);
  const folder = vscode.workspace.getWorkspaceFolder(site);
  if (folder === undefined) {
    return;
  }
  const file = vscode.Uri.joinPath(folder.uri, ".vscode", "mcp.json");
  const name = `${path.basename(site.fsPath)}-preview`;
  const error = await addServer(file, name, preview.mcp);
  if (error !== undefined) {
    void vscode.window.showErrorMessage(`\`${file.fsPath}\` ${error}`);
    return;
  }
  await vscode.window.showTextDocument(file);
  await offerFixedPort(preview, folder);
}

/** Add a server to the file. Return an error message if it fails. */
async function addServer(file: vscode.Uri, name: string, url: string): Promise<string | undefined> {
  if (vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === file.toString())) {
    return "has unsaved changes. Save it, then connect again.";
  }
  try {
    const updated = insertServer(await readText(file), name, url);
    if (updated === undefined) {
      return "is not valid JSON, or its `servers` is not an object. Fix it, then connect again.";
    }
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(updated));
    return undefined;
  } catch (error) {
    return `cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Insert a server or update its URL; undefined if the text is not valid JSON of the expected shape. */
export function insertServer(original: string, name: string, url: string): string | undefined {
  const text = original.trim() === "" ? "{}\n" : original;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || !isObject(value) || ("servers" in value && !isObject(value["servers"]))) {
    return undefined;
  }
  return applyEdits(text, modify(text, ["servers", name], { type: "http", url }, FORMAT_OPTIONS));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Read a file; empty if it does not exist. Throws if it cannot be read. */
async function readText(file: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
      return "";
    }
    throw error;
  }
}

/** Offer to set the port, which would otherwise change at the next start. */
async function offerFixedPort(preview: Preview, folder: vscode.WorkspaceFolder): Promise<void> {
  const settings = vscode.workspace.getConfiguration("docsLsp", folder);
  if (settings.get<number>("preview.port", 0) !== 0) {
    return;
  }
  const port = Number(new URL(preview.url).port);
  const question = `The preview is connected. Always use port ${port}, so that the URL stays valid?`;
  if ((await vscode.window.showInformationMessage(question, USE_PORT)) === USE_PORT) {
    await settings.update("preview.port", port, vscode.ConfigurationTarget.Workspace);
  }
}
