/**
 * Avoids duplicates of what VS Code's own JSON support shows: hovers from a schema, and the outline.
 */
import * as vscode from "vscode";
import { HoverRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

/** Maximum time to wait for other hover providers, in milliseconds; fetching a schema may take longer. */
const HOVER_TIMEOUT = 300;
/** Hover parameter that informs the server of a hover from a schema. */
const SCHEMA_SHOWN_PARAM = "docsLspSchemaShown";

type JsonMiddleware = Required<Pick<Middleware, "provideHover" | "provideDocumentSymbols">>;

/** Create middleware that complements the JSON support; `getClient` returns undefined while no server is running. */
export function createJsonMiddleware(getClient: () => LanguageClient | undefined): JsonMiddleware {
  /** Positions for which all hover providers are being queried: docs-lsp, queried too, returns nothing there. */
  const pendingHovers = new Set<string>();

  async function hasSchemaHover(document: vscode.TextDocument, position: vscode.Position, key: string): Promise<boolean> {
    pendingHovers.add(key);
    const answer = vscode.commands
      .executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, position)
      .then((hovers) => hovers.some(hasContent));
    const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, HOVER_TIMEOUT, false));
    try {
      return await Promise.race([answer, timeout]);
    } catch {
      return false;
    } finally {
      pendingHovers.delete(key);
    }
  }

  return {
    provideHover: async (document, position, token, next) => {
      const key = `${document.uri.toString()} ${document.offsetAt(position)}`;
      if (pendingHovers.delete(key)) {
        return undefined;
      }
      const client = getClient();
      if (client === undefined || !mayHaveSchema(document) || !(await hasSchemaHover(document, position, key))) {
        return next(document, position, token);
      }
      const positionParams = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
      const params = { ...positionParams, [SCHEMA_SHOWN_PARAM]: true };
      const hover = await client.sendRequest(HoverRequest.type, params, token);
      return client.protocol2CodeConverter.asHover(hover);
    },
    // VS Code shows one outline below the other, and its own cannot be replaced.
    provideDocumentSymbols: (document, token, next) => (hasJsonSupport(document) ? undefined : next(document, token)),
  };
}

/** Whether VS Code's JSON support handles a document. */
export function hasJsonSupport(document: vscode.TextDocument | undefined): boolean {
  return (
    (document?.languageId === "json" || document?.languageId === "jsonc") &&
    vscode.workspace.getConfiguration("docsLsp", document.uri).get("jsonServer") !== "absent" &&
    vscode.extensions.getExtension("vscode.json-language-features") !== undefined
  );
}

/** Whether the JSON support may show a hover from a schema; false if `jsonServer` is set explicitly. */
function mayHaveSchema(document: vscode.TextDocument): boolean {
  const isAuto = vscode.workspace.getConfiguration("docsLsp", document.uri).get("jsonServer") === "auto";
  return isAuto && hasJsonSupport(document);
}

/** Whether a hover has any text: without a schema, VS Code returns an empty one. */
function hasContent({ contents }: vscode.Hover): boolean {
  return contents.some((content) => !(content instanceof vscode.MarkdownString) || content.value.trim() !== "");
}
