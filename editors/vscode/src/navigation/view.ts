/** The tree view "Docs navigation": the site as its readers get it. */
import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";
import type { Session } from "../server/session";
import { sites } from "../sites";
import { DragAndDrop } from "./drop";
import { entriesOf, type Entry, item, siteEntry, type Told } from "./entry";

const PAUSE = 400;

/** Shows the tree, and keeps it right while it is in sight. */
export class NavigationView implements vscode.TreeDataProvider<Entry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly tree: vscode.TreeView<Entry>;
  private readonly listeners: { dispose(): unknown }[];
  private pending: NodeJS.Timeout | undefined;
  private loading = 0;
  private known: readonly Entry[] = [];
  private shown = "";
  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session) {
    this.tree = vscode.window.createTreeView("docsLsp.navigation", {
      treeDataProvider: this,
      dragAndDropController: new DragAndDrop(session),
      showCollapseAll: true,
    });
    const soon = (): void => {
      this.soon();
    };
    this.listeners = [
      this.tree,
      this.changed,
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
      vscode.commands.registerCommand("docsLsp.navigation.openPage", async (entry: Entry) => {
        if (entry.told.page !== undefined) {
          await vscode.window.showTextDocument(vscode.Uri.parse(entry.told.page));
        }
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.pending);
    for (const listener of this.listeners) {
      listener.dispose();
    }
  }

  getChildren(entry?: Entry): Entry[] {
    return entry === undefined ? [...this.known] : entriesOf(entry.told.children, entry.site, entry);
  }

  getTreeItem(entry: Entry): vscode.TreeItem {
    return item(entry);
  }

  getParent(entry: Entry): Entry | undefined {
    return entry.parent;
  }

  private soon(): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      if (this.tree.visible) {
        void this.load();
      }
    }, PAUSE);
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
      return;
    }
    this.shown = shown;
    const [first] = found;
    this.known =
      found.length === 1 && first !== undefined
        ? entriesOf(first.told, first.site, undefined)
        : found.map(({ site, told }) => siteEntry(site, told));
    this.changed.fire(undefined);
  }

  private async ask(site: vscode.Uri): Promise<readonly Told[] | undefined> {
    const { client } = this.session;
    if (client === undefined) {
      return undefined;
    }
    try {
      // The server looks at what is open.
      await vscode.workspace.openTextDocument(site);
      const textDocument = { uri: client.code2ProtocolConverter.asUri(site) };
      return (await client.sendRequest<Told[] | null>("docsLsp/navigation", { textDocument })) ?? undefined;
    } catch {
      return undefined; // An installed server may be too old to know of trees, or has just ended.
    }
  }
}

async function show({ uri, range: { start, end } }: Location): Promise<void> {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: range });
}
