/** The tree view "Docs navigation": the site as its readers get it. */
import * as vscode from "vscode";
import { CodeLensRequest, type LanguageClient, type Location } from "vscode-languageclient/node";
import type { Session } from "../server/session";
import { sites } from "../sites";
import { Changes } from "./change";
import { DragAndDrop } from "./drop";
import { allOf, CLICK, entriesOf, type Entry, item, siteEntry, type Told } from "./entry";
import { TreeUndo } from "./undo";

const PAUSE = 400;
/** How long after a click a second one on the same entry makes a double click, in milliseconds. */
const DOUBLE_CLICK = 500;
/** How long after a key has selected an entry VS Code may take it for a click, in milliseconds. */
const SELECTING = 1000;

/** Shows the tree, and keeps it right while it is in sight. */
export class NavigationView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly tree: vscode.TreeView<Entry>;
  private readonly listeners: { dispose(): unknown }[];
  private pending: NodeJS.Timeout | undefined;
  private loading = 0;
  private known: readonly Entry[] = [];
  private shown = "";
  private heard: vscode.EventEmitter<void> | undefined;
  private hearing: vscode.Disposable | undefined;
  /** The page that was shown last: whoever then chooses another entry is left alone. */
  private followed: string | undefined;
  private clicked: { readonly id: string; readonly time: number } | undefined;
  /** When a key selected an entry, in milliseconds. */
  private selectedAt = 0;
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session) {
    const undo = new TreeUndo();
    const changes = new Changes(session, undo, () => this.tree.selection);
    this.tree = vscode.window.createTreeView("docsLsp.navigation", {
      treeDataProvider: this,
      dragAndDropController: new DragAndDrop(changes),
      showCollapseAll: true,
      canSelectMany: true,
    });
    const soon = (): void => {
      this.soon();
    };
    this.listeners = [
      this.tree,
      this.changed,
      ...changes.registered(),
      undo.registered(),
      vscode.window.onDidChangeActiveTextEditor(() => void this.follow()),
      this.tree.onDidChangeVisibility(soon),
      session.onDidChange(soon),
      vscode.languages.onDidChangeDiagnostics(soon),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document.languageId.startsWith("json")) {
          this.soon();
        }
      }),
      vscode.commands.registerCommand("docsLsp.navigation.refresh", () => this.load()),
      vscode.commands.registerCommand("docsLsp.navigation.reveal", (entry: Entry) => show(entry.told.location)),
      vscode.commands.registerCommand(CLICK, (entry: Entry) => this.click(entry)),
      vscode.commands.registerCommand("docsLsp.navigation.runOnFocused", (command: string) => this.runOnFocused(command)),
      vscode.commands.registerCommand("docsLsp.navigation.openPage", async (entry?: Entry) => {
        await openPage(entry ?? this.tree.selection[0]);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.hearing?.dispose();
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }

  getChildren(entry?: Entry): Entry[] {
    return [...(entry?.children ?? this.known)];
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    return item(entry);
  }

  getParent(entry: Entry): Entry | undefined {
    return entry.parent;
  }

  /** Load when the server has come to know more, of pages that were saved for instance: it has lenses asked for anew. */
  private listenTo(client: LanguageClient, document: vscode.TextDocument): void {
    const lenses = client.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter;
    if (lenses !== undefined && lenses !== this.heard) {
      this.heard = lenses;
      this.hearing?.dispose();
      this.hearing = lenses.event(() => {
        this.soon();
      });
    }
  }

  private soon(): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (this.tree.visible) {
        void this.load();
      }
    }, PAUSE);
  }

  /** Show where the entry is, with the focus still in the tree; a double click opens the page. */
  private async click(entry: Entry): Promise<void> {
    if (Date.now() - this.selectedAt < SELECTING) {
      return;
    }
    const { clicked } = this;
    const isDouble = clicked?.id === entry.id && Date.now() - clicked.time < DOUBLE_CLICK;
    this.clicked = isDouble ? undefined : { id: entry.id, time: Date.now() };
    await (isDouble ? openPage(entry) : show(entry.told.location, true));
  }

  /** Run a command on the entry that has the focus: arrow keys select nothing, and VS Code reports only selections. */
  private async runOnFocused(command: string): Promise<void> {
    this.selectedAt = Date.now();
    this.clicked = undefined;
    await vscode.commands.executeCommand("list.selectAndPreserveFocus");
    await vscode.commands.executeCommand(command);
  }

  private async load(): Promise<void> {
    const turn = ++this.loading;
    const found: { readonly site: vscode.Uri; readonly told: readonly Told[] }[] = [];
    for (const site of await sites()) {
      const told = await this.ask(site);
      if (told !== undefined) {
        found.push({ site, told });
      }
    }
    // An edit elsewhere changes nothing here, and a tree that is made anew flickers.
    const shown = JSON.stringify(found);
    if (shown === this.shown || turn !== this.loading) {
      await this.follow();
      return;
    }
    this.shown = shown;
    const [first] = found;
    this.known =
      found.length === 1 && first !== undefined
        ? entriesOf(first.told, first.site, undefined)
        : found.map(({ site, told }) => siteEntry(site, told));
    this.changed.fire(undefined);
    await this.follow();
  }

  /** Show the entry of the page in front of the writer. */
  private async follow(): Promise<void> {
    const page = vscode.window.activeTextEditor?.document.uri.toString();
    const isWanted = vscode.workspace.getConfiguration("explorer").get("autoReveal") !== false;
    if (page === undefined || page === this.followed || !this.tree.visible || !isWanted) {
      return;
    }
    const found = [...allOf(this.known)].filter(
      ({ told }) => told.page !== undefined && vscode.Uri.parse(told.page).toString() === page,
    );
    const [first] = found;
    this.followed = first === undefined ? undefined : page;
    const chosen = this.tree.selection[0]?.id;
    // A page may be listed in several places, one of which the writer has come from.
    if (first !== undefined && !found.some(({ id }) => id === chosen)) {
      await this.tree.reveal(first, { select: true, focus: false });
    }
  }

  private async ask(site: vscode.Uri): Promise<readonly Told[] | undefined> {
    const { client } = this.session;
    if (client === undefined) {
      return undefined;
    }
    try {
      // The server looks at what is open.
      this.listenTo(client, await vscode.workspace.openTextDocument(site));
      const textDocument = { uri: client.code2ProtocolConverter.asUri(site) };
      return (await client.sendRequest<Told[] | null>("docsLsp/navigation", { textDocument })) ?? undefined;
    } catch {
      return undefined; // An installed server may be too old to know of trees, or has just ended.
    }
  }
}

async function show({ uri, range: { start, end } }: Location, preserveFocus = false): Promise<void> {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, preserveFocus });
}

/** Open the page of an entry to be written in; what has no page is shown where it is listed. */
async function openPage(entry: Entry | undefined): Promise<void> {
  if (entry?.told.page !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.parse(entry.told.page));
  } else if (entry !== undefined) {
    await show(entry.told.location);
  }
}
