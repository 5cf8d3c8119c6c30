/** The command "New Site": a docs.json that the service accepts, with the pages that there are. */
import * as path from "node:path";
import * as vscode from "vscode";
import { told } from "./navigation/change";

const MOST_PAGES = 500;
const FIRST = ["index", "introduction", "quickstart", "overview", "README"];
const COLOUR = "#16A34A";

/** The command, until it is disposed of. It is there without a site. */
export function newSiteCommand(): vscode.Disposable {
  return vscode.commands.registerCommand("docsLsp.newSite", () => told(createSite()));
}

async function createSite(): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) {
    return;
  }
  const file = vscode.Uri.joinPath(folder, "docs.json");
  if (await exists(file)) {
    await vscode.window.showTextDocument(file);
    void vscode.window.showInformationMessage("This folder already has a docs.json.");
    return;
  }
  const name = await vscode.window.showInputBox({
    title: "New site",
    prompt: "Its name, as readers see it.",
    value: path.basename(folder.fsPath),
    ignoreFocusOut: true,
  });
  if (name === undefined || name.trim() === "") {
    return;
  }
  const pages = await pagesIn(folder);
  const edit = new vscode.WorkspaceEdit();
  create(edit, file, `${JSON.stringify(describeSite(name.trim(), pages), null, 2)}\n`);
  if (pages.length === 0) {
    create(edit, vscode.Uri.joinPath(folder, "index.mdx"), `---\ntitle: ${JSON.stringify(name.trim())}\n---\n`);
  }
  if (await vscode.workspace.applyEdit(edit)) {
    await vscode.workspace.saveAll(false);
    await vscode.window.showTextDocument(file);
  }
}

/** The only folder of the workspace, or the one that is chosen. */
async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, another] = folders;
  if (only !== undefined && another === undefined) {
    return only.uri;
  }
  if (another !== undefined) {
    return (await vscode.window.showWorkspaceFolderPick({ placeHolder: "Which folder holds the pages?" }))?.uri;
  }
  const title = "Folder of the new site";
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: "Create docs.json Here", title };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

/** The paths of the pages below a folder, as docs.json lists them: the likely first one first. */
async function pagesIn(folder: vscode.Uri): Promise<string[]> {
  const pattern = new vscode.RelativePattern(folder, "**/*.mdx");
  const files = await vscode.workspace.findFiles(pattern, "**/{node_modules,.*,snippets}/**", MOST_PAGES);
  const pages = files.map(({ fsPath }) => path.relative(folder.fsPath, fsPath).replaceAll("\\", "/").slice(0, -4));
  const rank = (page: string): number => (FIRST.includes(page) ? FIRST.indexOf(page) : FIRST.length);
  return pages.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

function describeSite(name: string, pages: readonly string[]): object {
  const listed = pages.length === 0 ? ["index"] : pages;
  return {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name,
    colors: { primary: COLOUR },
    navigation: { groups: [{ group: "Get started", pages: listed }] },
  };
}

function create(edit: vscode.WorkspaceEdit, file: vscode.Uri, text: string): void {
  edit.createFile(file, { contents: new TextEncoder().encode(text), overwrite: false });
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
}
