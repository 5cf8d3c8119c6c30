/** Changes that the writer makes in the tree, through edits that the server makes. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { copied } from "../server/options";
import type { Session } from "../server/session";
import { chosenSite } from "../sites";
import { abilities, type Entry } from "./entry";
import type { Saving, TreeUndo } from "./undo";

/** What an entry has to be able to for a command: keys know no conditions. */
const NEEDED: Readonly<Record<string, string>> = {
  rename: "renaming",
  hide: "hiding",
  show: "showing",
  remove: "removing",
};

/** Whether files move by an edit of ours, which already has all changes that follow from it. */
export const moving = { isOurs: false };

/** Registers the commands; `chosen` gives the entries that are selected, for keys. */
export class Changes {
  constructor(
    private readonly session: Session,
    private readonly undo: TreeUndo,
    private readonly chosen: () => readonly Entry[],
  ) {}

  /** The commands, until they are disposed of. */
  registered(): vscode.Disposable[] {
    const commands: Record<string, (entry: Entry | undefined, all: readonly Entry[]) => Promise<unknown>> = {
      newPage: (entry) => this.newPage(entry),
      newGroup: (entry) => this.newGroup(entry),
      rename: (entry) => this.rename(entry),
      hide: (_, all) => this.changed("hide", all),
      show: (_, all) => this.changed("show", all),
      remove: (_, all) => this.changed("remove", all),
      copyPath: (_, all) => copied(all.map(pathOf).join("\n")),
    };
    return Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`docsLsp.navigation.${name}`, async (given?: Entry, several?: Entry[]) => {
        const all = several ?? (given === undefined ? this.chosen() : [given]);
        const needed = NEEDED[name];
        const able = all.filter(({ told }) => needed === undefined || [...abilities(told)].includes(needed));
        if (able.length > 0 || all.length === 0) {
          await told(run(given ?? able[0], able));
        }
      }),
    );
  }

  /** Put a page that no list has into one. */
  async listed(what: Entry, onto: Entry): Promise<boolean> {
    const source = { page: what.told.path };
    return this.applied("docsLsp/navigation/drop", onto.site, { source, target: onto.told.place });
  }

  /** Move what is dragged. */
  async moved(what: Entry, onto: Entry): Promise<boolean> {
    const params = { source: what.told.place, target: onto.told.place };
    return this.applied("docsLsp/navigation/drop", onto.site, params);
  }

  /** Make a change of entries of one site, and say what has been written where. */
  async changed(action: "hide" | "show" | "remove", entries: readonly Entry[]): Promise<void> {
    const [first] = entries;
    const all = entries.filter(({ site }) => site.toString() === first?.site.toString());
    if (first === undefined) {
      return;
    }
    const targets = all.map(({ told: { place } }) => place);
    // A page may not be in front of the writer, and nothing would say that it is not saved.
    const saving = { wants: isPage };
    if (!(await this.applied("docsLsp/navigation/change", first.site, { action, targets }, saving))) {
      return;
    }
    vscode.window.setStatusBarMessage(describe(action, all), 5000);
  }

  private async newPage(entry: Entry | undefined): Promise<void> {
    const site = entry?.site ?? (await chosenSite());
    const folder = entry === undefined ? "" : folderOf(entry);
    const written = await vscode.window.showInputBox({
      title: entry === undefined ? "New page" : `New page in “${entry.told.title}”`,
      prompt: "Its path, as docs.json lists pages. The file is made, or only listed if there is one.",
      placeHolder: "guides/start",
      value: folder,
      valueSelection: [folder.length, folder.length],
      ignoreFocusOut: true,
    });
    if (site === undefined || written === undefined || written === folder) {
      return;
    }
    const params = { action: "newPage", name: written, ...targetOf(entry) };
    const saving = { wants: () => true, isAllOrNone: true };
    if (!(await this.applied("docsLsp/navigation/change", site, params, saving))) {
      return;
    }
    const file = vscode.Uri.joinPath(site, "..", `${written.trim().replace(/^\/+|\/+$/g, "")}.mdx`);
    const made = await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
    if (made !== undefined) {
      const end = made.lineAt(made.lineCount - 1).range.end;
      await vscode.window.showTextDocument(made, { preview: false, selection: new vscode.Range(end, end) });
    }
  }

  private async newGroup(entry: Entry | undefined): Promise<void> {
    const site = entry?.site ?? (await chosenSite());
    const name = await vscode.window.showInputBox({
      title: entry === undefined ? "New group" : `New group in “${entry.told.title}”`,
      prompt: "Its title, as readers see it.",
      ignoreFocusOut: true,
    });
    if (site !== undefined && name !== undefined) {
      await this.applied("docsLsp/navigation/change", site, { action: "newGroup", name, ...targetOf(entry) });
    }
  }

  private async rename(entry: Entry | undefined): Promise<void> {
    if (entry === undefined) {
      return;
    }
    const { uri, range } = entry.told.location;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const place = new vscode.Position(range.start.line, range.start.character);
    type Prepared = { readonly placeholder: string } | undefined;
    const prepared = await vscode.commands.executeCommand<Prepared>("vscode.prepareRename", document.uri, place);
    const prompt =
      entry.told.page === undefined
        ? "The title, as readers see it."
        : "The path of the page. Its file moves, and all that names it follows.";
    const value = prepared?.placeholder ?? entry.told.title;
    const title = `Rename “${entry.told.title}”`;
    const name = await vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
    if (name === undefined || name === value) {
      return;
    }
    const command = "vscode.executeDocumentRenameProvider";
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(command, document.uri, place, name);
    moving.isOurs = true;
    try {
      await this.undo.apply(edit, undefined, true);
    } finally {
      moving.isOurs = false;
    }
  }

  /** Ask for an edit, and make it; whether there was one. Throws what the server refuses. */
  private async applied(method: string, site: vscode.Uri, params: object, saving?: Saving): Promise<boolean> {
    const { client } = this.session;
    if (client === undefined) {
      return false;
    }
    const textDocument = { uri: client.code2ProtocolConverter.asUri(site) };
    const edit = await client.sendRequest<WorkspaceEdit | null>(method, { textDocument, ...params });
    const converted = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    return converted !== undefined && (await this.undo.apply(converted, saving));
  }
}

/** Show why something cannot be done. */
export async function told(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Say what a change has written where. */
function describe(action: "hide" | "show" | "remove", entries: readonly Entry[]): string {
  const [first] = entries;
  if (first === undefined || entries.length > 1) {
    const done = { hide: "hidden", show: "shown again", remove: "removed from the navigation. Their files stay" };
    return `${String(entries.length)} entries are ${done[action]}.`;
  }
  const { title, page, place } = first.told;
  const where = path.basename(vscode.Uri.parse(page ?? place.uri).path);
  const said = {
    hide: `“${title}” is hidden: ${where} says \`hidden: true\`.`,
    show: `“${title}” is shown: ${where} no longer says \`hidden: true\`.`,
    remove: `“${title}” is removed from the navigation. ${page === undefined ? "" : "Its file stays."}`,
  };
  return said[action].trim();
}

/** A site as a whole has no place: what is new goes to the end of its navigation. */
function targetOf(entry: Entry | undefined): object {
  return entry === undefined || entry.told.kind === "site" ? {} : { target: entry.told.place };
}

/** The folder in which a page beside or in an entry is likely to lie, with its slash. */
function folderOf(entry: Entry): string {
  const near = [entry, ...entry.children].find(({ told }) => told.path !== undefined)?.told.path ?? "";
  return near.slice(0, near.lastIndexOf("/") + 1);
}

function isPage({ path: name }: vscode.Uri): boolean {
  return /\.mdx?$/.test(name);
}

function pathOf({ told }: Entry): string {
  return told.path ?? (told.detail || told.title);
}
