/** Closes tags as they are typed, even if `editor.formatOnType` is off (VS Code then does not ask the server). */
import * as vscode from "vscode";
import {
  DocumentOnTypeFormattingRequest,
  type LanguageClient,
  type Middleware,
  type TextEdit,
} from "vscode-languageclient/node";

const TRIGGER_CHARACTERS = new Set([">", "/"]);

/** Suppresses VS Code's own on-type requests: `TagCloser` also places the cursor. */
export const tagClosingMiddleware: Required<Pick<Middleware, "provideOnTypeFormattingEdits">> = {
  provideOnTypeFormattingEdits: () => undefined,
};

/** Requests the closing tag from the server after each trigger character. */
export class TagCloser {
  /** `getClient` returns undefined while no server is running. */
  constructor(private readonly getClient: () => LanguageClient | undefined) {}

  /** Start listening for typed text. */
  register(): vscode.Disposable {
    return vscode.workspace.onDidChangeTextDocument((event) => void this.closeTag(event));
  }

  private async closeTag({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Promise<void> {
    const [change, another] = contentChanges;
    const editor = vscode.window.activeTextEditor;
    const isTrigger = change?.rangeLength === 0 && TRIGGER_CHARACTERS.has(change.text) && another === undefined && reason === undefined;
    if (!isTrigger || editor?.document !== document || !document.uri.path.endsWith(".mdx") || !isAutoClosingEnabled(document)) {
      return;
    }
    const position = change.range.start.translate(0, 1);
    const version = document.version;
    // The server must receive the change first, and the client's listener may run after this one.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const edits = await this.requestEdits(document, position, change.text);
    const [edit] = edits;
    if (edit === undefined || document.version !== version || editor.selections.length !== 1) {
      return;
    }
    const snippet = new vscode.SnippetString();
    if (change.text === ">") {
      snippet.appendTabstop(0).appendText(edit.newText);
    } else {
      snippet.appendText(edit.newText);
    }
    await editor.insertSnippet(snippet, position, { undoStopBefore: true, undoStopAfter: false });
  }

  private async requestEdits(document: vscode.TextDocument, position: vscode.Position, character: string): Promise<TextEdit[]> {
    const client = this.getClient();
    if (client === undefined) {
      return [];
    }
    const positionParams = client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
    const params = { ...positionParams, ch: character, options: { tabSize: 2, insertSpaces: true } };
    try {
      return (await client.sendRequest(DocumentOnTypeFormattingRequest.type, params)) ?? [];
    } catch {
      return []; // The text has changed since, or the server has stopped.
    }
  }
}

/** Whether the user has automatic closing enabled. */
function isAutoClosingEnabled(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration("editor", document).get("autoClosingBrackets") !== "never";
}
