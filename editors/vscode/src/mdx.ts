/** Recommends an extension that colours pages: VS Code does not know MDX by itself. */
import * as vscode from "vscode";

const ID = "unifiedjs.vscode-mdx";
const SHOW = "Show Extension";
const NEVER = "Don't Ask Again";
const KEY = "mdxAsked";

/** Recommends it when a page is shown that no extension knows; once, and nothing where none are wanted. */
export class MdxRecommendation {
  private isTold = false;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** The look at each page that is shown, until it is disposed of. */
  registered(): vscode.Disposable {
    void this.look(vscode.window.activeTextEditor);
    return vscode.window.onDidChangeActiveTextEditor((editor) => void this.look(editor));
  }

  private async look(editor: vscode.TextEditor | undefined): Promise<void> {
    const isPlain = editor?.document.languageId === "mdx" && !isColoured();
    const areWanted = vscode.workspace.getConfiguration("extensions").get("ignoreRecommendations") !== true;
    if (!isPlain || !areWanted || this.isTold || this.context.globalState.get(KEY) === true) {
      return;
    }
    this.isTold = true;
    const question = `VS Code does not colour MDX by itself. The extension MDX (${ID}) does, beside docs-lsp.`;
    const chosen = await vscode.window.showInformationMessage(question, SHOW, NEVER);
    if (chosen === SHOW) {
      await vscode.commands.executeCommand("extension.open", ID);
    } else if (chosen === NEVER) {
      await this.context.globalState.update(KEY, true);
    }
  }
}

/** Whether some extension colours MDX; ours only says that there is such a language. */
function isColoured(): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const { contributes } = packageJSON as { contributes?: { grammars?: { language?: string }[] } };
    return contributes?.grammars?.some((one) => one.language === "mdx") === true;
  });
}
