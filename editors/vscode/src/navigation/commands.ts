/** Commands that change the navigation from the tree, through edits computed by the server. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { copyToClipboard } from "../server/options";
import type { Session } from "../server/session";
import { chooseSite } from "../sites";
import { listAbilities, type Entry } from "./entry";
import { choosePlace, type NewPlace } from "./place";
import type { Saving, TreeUndo } from "./undo";

/** Abilities that commands require of an entry: keybindings have no `viewItem` condition. */
const REQUIRED_ABILITIES: Readonly<Record<string, string>> = {
  rename: "renaming",
  hide: "hiding",
  show: "showing",
  remove: "removing",
};

/** The tree view, as far as the commands need it. */
interface Tree {
  /** Return the selected entries, for keybindings and menus. */
  readonly getSelection: () => readonly Entry[];
  /** Request the top-level entries of a site; undefined if the server does not know it. */
  readonly requestEntries: (site: vscode.Uri) => Promise<readonly Entry[] | undefined>;
}

/** Commands that change the navigation. */
export class NavigationCommands {
  constructor(
    private readonly session: Session,
    private readonly undo: TreeUndo,
    private readonly tree: Tree,
  ) {}

  /** Register the commands. */
  register(): vscode.Disposable[] {
    const commands: Record<string, (entry: Entry | undefined, entries: readonly Entry[]) => Promise<unknown>> = {
      rename: (entry) => this.rename(entry),
      hide: (_, entries) => this.changeEntries("hide", entries),
      show: (_, entries) => this.changeEntries("show", entries),
      remove: (_, entries) => this.changeEntries("remove", entries),
      copyPath: (_, entries) => copyToClipboard(entries.map(getPath).join("\n")),
    };
    const additions = {
      newPage: (clicked?: Entry) => this.newPage(clicked),
      newGroup: (clicked?: Entry) => this.newGroup(clicked),
    };
    const registered = Object.entries(additions).map(([name, run]) =>
      vscode.commands.registerCommand(`docsLsp.navigation.${name}`, (clicked?: Entry) => reportErrors(run(clicked))),
    );
    const changes = Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`docsLsp.navigation.${name}`, async (clicked?: Entry, selected?: Entry[]) => {
        const candidates = selected ?? (clicked === undefined ? this.tree.getSelection() : [clicked]);
        const ability = REQUIRED_ABILITIES[name];
        const entries = candidates.filter(({ node }) => ability === undefined || [...listAbilities(node)].includes(ability));
        if (entries.length > 0 || candidates.length === 0) {
          await reportErrors(run(clicked ?? entries[0], entries));
        }
      }),
    );
    return [...registered, ...changes];
  }

  /** Add an unlisted page next to or into an entry. */
  async addToNavigation(entry: Entry, target: Entry): Promise<boolean> {
    const source = { page: entry.node.path };
    return this.requestEdit("docsLsp/navigation/drop", target.site, { source, target: target.node.place });
  }

  /** Move an entry next to or into another. */
  async moveEntry(entry: Entry, target: Entry): Promise<boolean> {
    const params = { source: entry.node.place, target: target.node.place };
    return this.requestEdit("docsLsp/navigation/drop", target.site, params);
  }

  /** Change entries of the first entry's site, and show what was written to which file. */
  async changeEntries(action: "hide" | "show" | "remove", entries: readonly Entry[]): Promise<void> {
    const [first] = entries;
    const siteEntries = entries.filter(({ site }) => site.toString() === first?.site.toString());
    if (first === undefined) {
      return;
    }
    const targets = siteEntries.map(({ node: { place } }) => place);
    // A page may not be visible, so the user would not notice that it is unsaved.
    const saving = { includes: isPage };
    if (!(await this.requestEdit("docsLsp/navigation/change", first.site, { action, targets }, saving))) {
      return;
    }
    vscode.window.setStatusBarMessage(describeChange(action, siteEntries), 5000);
  }

  private async newPage(clicked: Entry | undefined): Promise<void> {
    const place = await this.choosePlace("newPage", clicked);
    if (place === undefined) {
      return;
    }
    const { site, entry } = place;
    const folder = entry === undefined ? "" : guessFolder(entry);
    const question: Partial<vscode.InputBox> & { value: string } = {
      title: entry === undefined ? "New page" : `New page in “${entry.node.title}”`,
      prompt: "Page path as in docs.json. The file is created unless it exists.",
      placeholder: "guides/start",
      value: folder,
      valueSelection: [folder.length, folder.length],
    };
    const answer = await askUntilAccepted(question, (name) => this.computeAddition("newPage", name, place));
    const saving = { includes: () => true, isAllOrNone: true };
    if (answer !== undefined && (await this.undo.apply(answer.result, saving))) {
      await showEndOfPage(site, answer.text.trim().replace(/^\/+|\/+$/g, ""));
    }
  }

  private async newGroup(clicked: Entry | undefined): Promise<void> {
    const place = await this.choosePlace("newGroup", clicked);
    if (place === undefined) {
      return;
    }
    const question = {
      title: place.entry === undefined ? "New group" : `New group in “${place.entry.node.title}”`,
      prompt: "Group title, as readers see it",
      value: "",
    };
    const answer = await askUntilAccepted(question, (name) => this.computeAddition("newGroup", name, place));
    if (answer !== undefined) {
      await this.undo.apply(answer.result);
    }
  }

  /** Return the place of a clicked entry, or let the user choose one in the site of the active editor. */
  private async choosePlace(action: "newPage" | "newGroup", clicked: Entry | undefined): Promise<NewPlace | undefined> {
    if (clicked !== undefined) {
      return { site: clicked.site, entry: clicked };
    }
    const site = await chooseSite();
    const roots = site && (await this.tree.requestEntries(site));
    return site && roots && choosePlace(action, site, roots);
  }

  /** Compute the edit that adds an element. Throws if the server rejects the request. */
  private async computeAddition(
    action: "newPage" | "newGroup",
    name: string,
    { site, entry }: NewPlace,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    return this.computeEdit("docsLsp/navigation/change", site, { action, name, ...getTarget(entry) });
  }

  private async rename(entry: Entry | undefined): Promise<void> {
    if (entry === undefined) {
      return;
    }
    const { uri, range } = entry.node.location;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const position = new vscode.Position(range.start.line, range.start.character);
    type Prepared = { readonly placeholder: string } | undefined;
    const prepared = await vscode.commands.executeCommand<Prepared>("vscode.prepareRename", document.uri, position);
    const prompt =
      entry.node.page === undefined
        ? "Title, as readers see it"
        : "Page path. The file is moved, and all references to it are updated.";
    const value = prepared?.placeholder ?? entry.node.title;
    const title = `Rename “${entry.node.title}”`;
    const command = "vscode.executeDocumentRenameProvider";
    const answer = await askUntilAccepted({ title, prompt, value }, (name) =>
      Promise.resolve(vscode.commands.executeCommand<vscode.WorkspaceEdit>(command, document.uri, position, name)),
    );
    if (answer !== undefined) {
      await this.undo.apply(answer.result, undefined, true);
    }
  }

  /** Request an edit and apply it. Return whether it was applied. Throws if the server rejects the request. */
  private async requestEdit(method: string, site: vscode.Uri, params: object, saving?: Saving): Promise<boolean> {
    const edit = await this.computeEdit(method, site, params);
    return edit !== undefined && (await this.undo.apply(edit, saving));
  }

  private async computeEdit(method: string, site: vscode.Uri, params: object): Promise<vscode.WorkspaceEdit | undefined> {
    const { client } = this.session;
    if (client === undefined) {
      return undefined;
    }
    const textDocument = { uri: client.code2ProtocolConverter.asUri(site) };
    const edit = await client.sendRequest<WorkspaceEdit | null>(method, { textDocument, ...params });
    return client.protocol2CodeConverter.asWorkspaceEdit(edit);
  }
}

/**
 * Ask for a text until `compute` accepts it: a rejected text stays in the box, with the reason. Return
 * undefined if the user cancels or keeps the initial text, or if there is no result.
 */
async function askUntilAccepted<T>(
  question: Partial<vscode.InputBox> & { readonly value: string },
  compute: (text: string) => Promise<T | undefined>,
): Promise<{ readonly text: string; readonly result: T } | undefined> {
  const box = Object.assign(vscode.window.createInputBox(), question, { ignoreFocusOut: true });
  const answer = new Promise<{ text: string; result: T } | undefined>((resolve) => {
    box.onDidHide(() => {
      resolve(undefined);
    });
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidAccept(async () => {
      const text = box.value;
      try {
        const result = text === question.value && text !== "" ? undefined : await compute(text);
        resolve(result === undefined ? undefined : { text, result });
      } catch (error) {
        box.validationMessage = getMessage(error);
      }
    });
  });
  box.show();
  return answer.finally(() => {
    box.dispose();
  });
}

/** Show an error message if an action fails. */
export async function reportErrors(action: Promise<unknown>): Promise<void> {
  try {
    await action;
  } catch (error) {
    void vscode.window.showErrorMessage(getMessage(error));
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Describe a change and the file it was written to. */
function describeChange(action: "hide" | "show" | "remove", entries: readonly Entry[]): string {
  const [first] = entries;
  if (first === undefined || entries.length > 1) {
    const outcomes = { hide: "hidden", show: "shown again", remove: "removed from the navigation. Their files are not deleted" };
    return `${String(entries.length)} entries are ${outcomes[action]}.`;
  }
  const { title, page, place } = first.node;
  const fileName = path.basename(vscode.Uri.parse(page ?? place.uri).path);
  const messages = {
    hide: `“${title}” is hidden: ${fileName} now has \`hidden: true\`.`,
    show: `“${title}” is shown: ${fileName} no longer has \`hidden: true\`.`,
    remove: `“${title}” is removed from the navigation. ${page === undefined ? "" : "Its file is not deleted."}`,
  };
  return messages[action].trim();
}

/** Return the target of a new element. Without one, the server appends it to the navigation. */
function getTarget(entry: Entry | undefined): object {
  return entry === undefined || entry.node.kind === "site" ? {} : { target: entry.node.place };
}

/** Open a page of a site with the cursor at its end. */
async function showEndOfPage(site: vscode.Uri, page: string): Promise<void> {
  for (const extension of [".mdx", ".md"]) {
    const file = vscode.Uri.joinPath(site, "..", `${page}${extension}`);
    const document = await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
    if (document !== undefined) {
      const end = document.lineAt(document.lineCount - 1).range.end;
      await vscode.window.showTextDocument(document, { preview: false, selection: new vscode.Range(end, end) });
      return;
    }
  }
}

/** Guess the folder of a new page next to or in an entry, with a trailing slash. */
function guessFolder(entry: Entry): string {
  const nearbyPath = [entry, ...entry.children].find(({ node }) => node.path !== undefined)?.node.path ?? "";
  return nearbyPath.slice(0, nearbyPath.lastIndexOf("/") + 1);
}

function isPage({ path: name }: vscode.Uri): boolean {
  return /\.mdx?$/.test(name);
}

function getPath({ node }: Entry): string {
  return node.path ?? (node.detail || node.title);
}
