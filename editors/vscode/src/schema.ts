/**
 * Keeps VS Code's JSON support from checking docs.json against a schema of its own as well.
 *
 * A docs.json names a schema by its `$schema`. VS Code either downloads it, and tells once more what
 * the server tells better, or warns that it will not. Only a setting of the user's can say otherwise.
 */
import * as vscode from "vscode";
import { readStart, sites } from "./sites";
import { isLeftToVendor } from "./vendor";

const LEAVE = "Leave It to docs-lsp";
const KEY = "schemaAsked";
const SCHEMA = /"\$schema"\s*:\s*"(https:\/\/[^"\s]+\/(?:docs|schema)\.json)"/;

interface Association {
  readonly url?: string;
}

/** Offer it once on each machine, if a docs.json names a schema. */
export async function offerToLeaveSchema(context: vscode.ExtensionContext): Promise<void> {
  if (isLeftToVendor()) {
    return;
  }
  const url = await named();
  if (url === undefined || context.globalState.get(KEY) === true || associations().some((one) => one.url === url)) {
    return;
  }
  await context.globalState.update(KEY, true);
  const chosen = await vscode.window.showInformationMessage(
    "docs.json names a JSON schema, so VS Code checks it too, or warns that it will not. Leave that to docs-lsp, which knows more?",
    LEAVE,
  );
  if (chosen === LEAVE) {
    await leave(url);
  }
}

/** Give VS Code an empty schema for an address, in the user's settings. */
async function leave(url: string): Promise<void> {
  const changed = [...associations(), { fileMatch: [], url, schema: {} }];
  await vscode.workspace.getConfiguration("json").update("schemas", changed, vscode.ConfigurationTarget.Global);
}

function associations(): readonly Association[] {
  return vscode.workspace.getConfiguration("json").inspect<Association[]>("schemas")?.globalValue ?? [];
}

/** The schema that the first docs.json names. */
async function named(): Promise<string | undefined> {
  for (const site of await sites()) {
    const found = SCHEMA.exec((await readStart(site)) ?? "");
    if (found !== null) {
      return found[1];
    }
  }
  return undefined;
}
