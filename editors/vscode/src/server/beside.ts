/**
 * Answers that VS Code's own JSON support may give too: what a schema says of keys and values, and
 * the outline.
 */
import * as vscode from "vscode";
import { HoverRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

/** How long a hover waits for others, in milliseconds: nobody waits for a schema from the network. */
const PATIENCE = 300;
/** Tells the server that a schema has answered. */
const SCHEMA_SHOWN = "docsLspSchemaShown";

type Answers = Required<Pick<Middleware, "provideHover" | "provideDocumentSymbols">>;

/** Answers beside the JSON support; `client` gives the one that is asked. */
export function besideJson(client: () => LanguageClient | undefined): Answers {
  /** Where the others are being asked: we are asked too, and have nothing to say then. */
  const asking = new Set<string>();

  async function isAnswered(document: vscode.TextDocument, position: vscode.Position, place: string): Promise<boolean> {
    asking.add(place);
    const asked = vscode.commands
      .executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, position)
      .then((found) => found.some(saysSomething));
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE, false));
    try {
      return await Promise.race([asked, late]);
    } catch {
      return false;
    } finally {
      asking.delete(place);
    }
  }

  return {
    provideHover: async (document, position, token, next) => {
      const place = `${document.uri.toString()} ${document.offsetAt(position)}`;
      if (asking.delete(place)) {
        return undefined;
      }
      const running = client();
      if (running === undefined || !mayHaveSchema(document) || !(await isAnswered(document, position, place))) {
        return next(document, position, token);
      }
      const about = running.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
      const params = { ...about, [SCHEMA_SHOWN]: true };
      const told = await running.sendRequest(HoverRequest.type, params, token);
      return running.protocol2CodeConverter.asHover(told);
    },
    // VS Code shows one outline below the other, and lets nobody take the place of its own.
    provideDocumentSymbols: (document, token, next) => (hasJsonSupport(document) ? undefined : next(document, token)),
  };
}

/** Whether VS Code's JSON support looks after a document. */
export function hasJsonSupport(document: vscode.TextDocument | undefined): boolean {
  return (
    (document?.languageId === "json" || document?.languageId === "jsonc") &&
    vscode.workspace.getConfiguration("docsLsp", document.uri).get("jsonServer") !== "absent" &&
    vscode.extensions.getExtension("vscode.json-language-features") !== undefined
  );
}

/** It knows docs.json only from a schema. Where the settings say who is there, they are believed. */
function mayHaveSchema(document: vscode.TextDocument): boolean {
  const isOpen = vscode.workspace.getConfiguration("docsLsp", document.uri).get("jsonServer") === "auto";
  return isOpen && hasJsonSupport(document);
}

/** What VS Code has no schema for, it answers with an empty text. */
function saysSomething({ contents }: vscode.Hover): boolean {
  return contents.some((one) => !(one instanceof vscode.MarkdownString) || one.value.trim() !== "");
}
