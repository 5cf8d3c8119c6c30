/**
 * Prevents duplicate checks of docs.json by VS Code's JSON support.
 *
 * If docs.json has a `$schema`, VS Code either downloads that schema and reports the same mistakes in
 * less detail, or warns that it could not be loaded. Only a user setting can turn this off.
 */
import * as vscode from "vscode";
import { readStart, findSites } from "./sites";
import { defersToVendor } from "./vendor";

const USE_DOCS_LSP = "Use docs-lsp Only";
const OFFERED_KEY = "schemaAsked";
const SCHEMA_PATTERN = /"\$schema"\s*:\s*"(https:\/\/[^"\s]+\/(?:docs|schema)\.json)"/;

interface Association {
  readonly url?: string;
}

/** Offer to disable the schema, once per machine, if a docs.json has a `$schema`. */
export async function offerToDisableSchema(context: vscode.ExtensionContext): Promise<void> {
  if (defersToVendor()) {
    return;
  }
  const url = await findSchemaUrl();
  if (url === undefined || context.globalState.get(OFFERED_KEY) === true || getAssociations().some((association) => association.url === url)) {
    return;
  }
  await context.globalState.update(OFFERED_KEY, true);
  const chosen = await vscode.window.showInformationMessage(
    "VS Code also checks docs.json against its JSON schema, or warns that it cannot load it. Let only docs-lsp check it?",
    USE_DOCS_LSP,
  );
  if (chosen === USE_DOCS_LSP) {
    await disableSchema(url);
  }
}

/** Map a schema URL to an empty schema in the user settings. */
async function disableSchema(url: string): Promise<void> {
  const schemas = [...getAssociations(), { fileMatch: [], url, schema: {} }];
  await vscode.workspace.getConfiguration("json").update("schemas", schemas, vscode.ConfigurationTarget.Global);
}

function getAssociations(): readonly Association[] {
  return vscode.workspace.getConfiguration("json").inspect<Association[]>("schemas")?.globalValue ?? [];
}

/** Return the `$schema` of the first docs.json that has one. */
async function findSchemaUrl(): Promise<string | undefined> {
  for (const site of await findSites()) {
    const match = SCHEMA_PATTERN.exec((await readStart(site)) ?? "");
    if (match !== null) {
      return match[1];
    }
  }
  return undefined;
}
