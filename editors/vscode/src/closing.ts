/** Closes tags as they are typed: VS Code asks a server for that only where a writer has switched it on. */
import * as vscode from "vscode";
import {
  DocumentOnTypeFormattingRequest,
  type LanguageClient,
  type Middleware,
  type TextEdit,
} from "vscode-languageclient/node";

const SIGNS = new Set([">", "/"]);

/** What VS Code asks by itself is left to `TagClosing`, which also knows where the cursor goes. */
export const closingIsOurs: Required<Pick<Middleware, "provideOnTypeFormattingEdits">> = {
  provideOnTypeFormattingEdits: () => undefined,
};

/** Asks the server what closes a tag, after each sign that may end one. */
export class TagClosing {
  /** `client` gives the one that is asked, while there is a server that answers. */
  constructor(private readonly client: () => LanguageClient | undefined) {}

  /** The look at what is typed, until it is disposed of. */
  registered(): vscode.Disposable {
    return vscode.workspace.onDidChangeTextDocument((event) => void this.typed(event));
  }

  private async typed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Promise<void> {
    const [change, another] = contentChanges;
    const editor = vscode.window.activeTextEditor;
    const isTyped = change?.rangeLength === 0 && SIGNS.has(change.text) && another === undefined && reason === undefined;
    if (!isTyped || editor?.document !== document || !document.uri.path.endsWith(".mdx") || !isWanted(document)) {
      return;
    }
    const place = change.range.start.translate(0, 1);
    const version = document.version;
    // The server has to be told of the change first, and its client hears of it as late as we do.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const edits = await this.asked(document, place, change.text);
    const [edit] = edits;
    if (edit === undefined || document.version !== version || editor.selections.length !== 1) {
      return;
    }
    const text = new vscode.SnippetString();
    if (change.text === ">") {
      text.appendTabstop(0).appendText(edit.newText);
    } else {
      text.appendText(edit.newText);
    }
    await editor.insertSnippet(text, place, { undoStopBefore: true, undoStopAfter: false });
  }

  private async asked(document: vscode.TextDocument, place: vscode.Position, sign: string): Promise<TextEdit[]> {
    const client = this.client();
    if (client === undefined) {
      return [];
    }
    const about = client.code2ProtocolConverter.asTextDocumentPositionParams(document, place);
    const params = { ...about, ch: sign, options: { tabSize: 2, insertSpaces: true } };
    try {
      return (await client.sendRequest(DocumentOnTypeFormattingRequest.type, params)) ?? [];
    } catch {
      return []; // The text has changed since, or the server has gone.
    }
  }
}

/** Whether the writer wants anything to be closed by itself. */
function isWanted(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration("editor", document).get("autoClosingBrackets") !== "never";
}
