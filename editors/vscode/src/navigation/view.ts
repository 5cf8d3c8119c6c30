/** The tree view "Docs navigation": the site as readers see it. */
import * as vscode from "vscode";
import { CodeLensRequest, type LanguageClient, type Location } from "vscode-languageclient/node";
import type { Session } from "../server/session";
import { findSites } from "../sites";
import { NavigationCommands } from "./commands";
import { DragAndDrop } from "./dragAndDrop";
import { walkEntries, CLICK_COMMAND, createEntries, type Entry, createTreeItem, createSiteEntry, type NavigationNode } from "./entry";
import { TreeUndo } from "./undo";

const LOAD_DELAY = 400;
/** Maximum time between the two clicks of a double click, in milliseconds. */
const DOUBLE_CLICK_TIME = 500;
/** Time after a selection by key in which VS Code may report it as a click, in milliseconds. */
const SELECTION_TIME = 1000;

/** Data provider of the tree, which is updated while it is visible. */
export class NavigationView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  private readonly changeEmitter = new vscode.EventEmitter<undefined>();
  private readonly tree: vscode.TreeView<Entry>;
  private readonly listeners: { dispose(): unknown }[];
  private pending: NodeJS.Timeout | undefined;
  private loadCount = 0;
  private roots: readonly Entry[] = [];
  private shownState = "";
  private lensEmitter: vscode.EventEmitter<void> | undefined;
  private lensListener: vscode.Disposable | undefined;
  /** The page revealed last. It is not revealed again, so that the user can select other entries. */
  private revealedPage: string | undefined;
  private lastClick: { readonly id: string; readonly time: number } | undefined;
  /** Time of the latest selection by key, in milliseconds. */
  private selectedAt = 0;
  readonly onDidChangeTreeData = this.changeEmitter.event;

  constructor(private readonly session: Session) {
    const undo = new TreeUndo(() => this.lensEmitter?.fire());
    const commands = new NavigationCommands(session, undo, {
      getSelection: () => this.tree.selection,
      requestEntries: async (site) => {
        const nodes = await this.requestNavigation(site);
        return nodes && createEntries(nodes, site, undefined);
      },
    });
    this.tree = vscode.window.createTreeView("docsLsp.navigation", {
      treeDataProvider: this,
      dragAndDropController: new DragAndDrop(commands),
      showCollapseAll: true,
      canSelectMany: true,
    });
    const loadSoon = (): void => {
      this.loadSoon();
    };
    this.listeners = [
      this.tree,
      this.changeEmitter,
      ...commands.register(),
      undo.register(),
      vscode.window.onDidChangeActiveTextEditor(() => void this.revealActivePage()),
      this.tree.onDidChangeVisibility(loadSoon),
      session.onDidChange(loadSoon),
      vscode.languages.onDidChangeDiagnostics(loadSoon),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document.languageId.startsWith("json")) {
          this.loadSoon();
        }
      }),
      vscode.commands.registerCommand("docsLsp.navigation.refresh", () => this.load()),
      vscode.commands.registerCommand("docsLsp.navigation.reveal", (entry: Entry) => showLocation(entry.node.location)),
      vscode.commands.registerCommand(CLICK_COMMAND, (entry: Entry) => this.handleClick(entry)),
      vscode.commands.registerCommand("docsLsp.navigation.runOnFocused", (command: string) => this.runOnFocused(command)),
      vscode.commands.registerCommand("docsLsp.navigation.openPage", async (entry?: Entry) => {
        await openPage(entry ?? this.tree.selection[0]);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.pending);
    this.lensListener?.dispose();
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }

  getChildren(entry?: Entry): Entry[] {
    return [...(entry?.children ?? this.roots)];
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    return createTreeItem(entry);
  }

  getParent(entry: Entry): Entry | undefined {
    return entry.parent;
  }

  /** Reload when the server requests a refresh of code lenses, for example after a page was saved. */
  private listenForChanges(client: LanguageClient, document: vscode.TextDocument): void {
    const lenses = client.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter;
    if (lenses !== undefined && lenses !== this.lensEmitter) {
      this.lensEmitter = lenses;
      this.lensListener?.dispose();
      this.lensListener = lenses.event(() => {
        this.loadSoon();
      });
    }
  }

  private loadSoon(): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (this.tree.visible) {
        void this.load();
      }
    }, LOAD_DELAY);
  }

  /** Reveal the location of an entry without moving the focus; a double click opens the page. */
  private async handleClick(entry: Entry): Promise<void> {
    if (Date.now() - this.selectedAt < SELECTION_TIME) {
      return;
    }
    const { lastClick: clicked } = this;
    const isDouble = clicked?.id === entry.id && Date.now() - clicked.time < DOUBLE_CLICK_TIME;
    this.lastClick = isDouble ? undefined : { id: entry.id, time: Date.now() };
    await (isDouble ? openPage(entry) : showLocation(entry.node.location, true));
  }

  /** Run a command on the focused entry. It is selected first: VS Code's API exposes only the selection. */
  private async runOnFocused(command: string): Promise<void> {
    this.selectedAt = Date.now();
    this.lastClick = undefined;
    await vscode.commands.executeCommand("list.selectAndPreserveFocus");
    await vscode.commands.executeCommand(command);
  }

  private async load(): Promise<void> {
    const { client } = this.session;
    if (client === undefined && this.session.error === "") {
      return; // While the server restarts, keep the tree as it is, with its open groups.
    }
    const loadNumber = ++this.loadCount;
    const trees: { readonly site: vscode.Uri; readonly nodes: readonly NavigationNode[] }[] = [];
    for (const site of await findSites()) {
      const nodes = await this.requestNavigation(site);
      if (nodes !== undefined) {
        trees.push({ site, nodes });
      }
    }
    if (client !== this.session.client) {
      return; // The server has stopped in the meantime.
    }
    // Refreshing an unchanged tree would make it flicker.
    const state = JSON.stringify(trees);
    if (state === this.shownState || loadNumber !== this.loadCount) {
      await this.revealActivePage();
      return;
    }
    this.shownState = state;
    const [first] = trees;
    this.roots =
      trees.length === 1 && first !== undefined
        ? createEntries(first.nodes, first.site, undefined)
        : trees.map(({ site, nodes }) => createSiteEntry(site, nodes));
    this.changeEmitter.fire(undefined);
    await this.revealActivePage();
  }

  /** Reveal the entry of the page in the active editor. */
  private async revealActivePage(): Promise<void> {
    const page = vscode.window.activeTextEditor?.document.uri.toString();
    const isAutoReveal = vscode.workspace.getConfiguration("explorer").get("autoReveal") !== false;
    if (page === undefined || page === this.revealedPage || !this.tree.visible || !isAutoReveal) {
      return;
    }
    const entries = [...walkEntries(this.roots)].filter(
      ({ node }) => node.page !== undefined && vscode.Uri.parse(node.page).toString() === page,
    );
    const [first] = entries;
    this.revealedPage = first === undefined ? undefined : page;
    const selectedId = this.tree.selection[0]?.id;
    // A page may be listed several times; keep the entry that the user selected.
    if (first !== undefined && !entries.some(({ id }) => id === selectedId)) {
      await this.tree.reveal(first, { select: true, focus: false });
    }
  }

  private async requestNavigation(site: vscode.Uri): Promise<readonly NavigationNode[] | undefined> {
    const { client } = this.session;
    if (client === undefined) {
      return undefined;
    }
    try {
      // The server reads open documents.
      this.listenForChanges(client, await vscode.workspace.openTextDocument(site));
      const textDocument = { uri: client.code2ProtocolConverter.asUri(site) };
      return (await client.sendRequest<NavigationNode[] | null>("docsLsp/navigation", { textDocument })) ?? undefined;
    } catch {
      return undefined; // An installed server may be too old for this request, or has just stopped.
    }
  }
}

async function showLocation({ uri, range: { start, end } }: Location, preserveFocus = false): Promise<void> {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection, preserveFocus });
}

/** Open the page of an entry, or reveal the entry if it has no page. */
async function openPage(entry: Entry | undefined): Promise<void> {
  if (entry?.node.page !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.parse(entry.node.page));
  } else if (entry !== undefined) {
    await showLocation(entry.node.location);
  }
}
