/** The command "New Site": creates a valid docs.json that lists the existing pages. */
import * as path from "node:path";
import * as vscode from "vscode";
import { reportErrors } from "./navigation/commands";

const MAX_PAGES = 500;
const LANDING_PAGES = ["index", "introduction", "quickstart", "overview", "readme"];
/** Names of `.md` files that the service does not publish as pages, in lower case. */
const OTHER_FILES = new Set(["readme.md", "license.md", "contributing.md", "contribute.md", "changelog.md", "skill.md"]);
const PRIMARY_COLOR = "#16A34A";

/** Register the command, which is available without a site. */
export function registerNewSite(): vscode.Disposable {
  return vscode.commands.registerCommand("docsLsp.newSite", () => reportErrors(createSite()));
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
    prompt: "Site name, as readers see it",
    value: path.basename(folder.fsPath),
    validateInput: (text) => (text.trim() === "" ? "A site needs a name. Enter one." : undefined),
    ignoreFocusOut: true,
  });
  if (name === undefined) {
    return;
  }
  const pages = await findPages(folder);
  const edit = new vscode.WorkspaceEdit();
  createFile(edit, file, `${JSON.stringify(createDocsJson(name.trim(), pages), null, 2)}\n`);
  if (pages.length === 0) {
    createFile(edit, vscode.Uri.joinPath(folder, "index.mdx"), `---\ntitle: ${JSON.stringify(name.trim())}\n---\n`);
  }
  if (await vscode.workspace.applyEdit(edit)) {
    await vscode.window.showTextDocument(file);
  }
}

/** Return the only workspace folder, or let the user choose one. */
async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [only, another] = folders;
  if (only !== undefined && another === undefined) {
    return only.uri;
  }
  if (another !== undefined) {
    return (await vscode.window.showWorkspaceFolderPick({ placeHolder: "Select the folder that contains the pages" }))?.uri;
  }
  const title = "Folder of the new site";
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: "Create docs.json Here", title };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

/** List the pages below a folder as docs.json entries, with likely landing pages first. */
async function findPages(folder: vscode.Uri): Promise<string[]> {
  const pattern = new vscode.RelativePattern(folder, "**/*.{md,mdx}");
  const files = await vscode.workspace.findFiles(pattern, "**/{node_modules,.*,snippets,_snippets}/**", MAX_PAGES);
  const paths = files
    .filter(({ path: file }) => !OTHER_FILES.has(path.basename(file).toLowerCase()))
    .map(({ fsPath }) => path.relative(folder.fsPath, fsPath).replaceAll("\\", "/").replace(/\.mdx?$/, ""));
  const rank = (page: string): number => {
    const index = LANDING_PAGES.indexOf(page.toLowerCase());
    return index < 0 ? LANDING_PAGES.length : index;
  };
  return [...new Set(paths)].sort((page, other) => rank(page) - rank(other) || (page < other ? -1 : 1));
}

function createDocsJson(name: string, pages: readonly string[]): object {
  const listed = pages.length === 0 ? ["index"] : pages;
  return {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name,
    colors: { primary: PRIMARY_COLOR },
    navigation: { groups: [{ group: "Get started", pages: listed }] },
  };
}

function createFile(edit: vscode.WorkspaceEdit, file: vscode.Uri, text: string): void {
  edit.createFile(file, { contents: new TextEncoder().encode(text), overwrite: false });
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
}
