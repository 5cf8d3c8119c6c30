/** Entries of the tree, and their tree items. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";
import { getSiteLabel } from "../sites";

/** Navigation node sent by the server. */
export interface NavigationNode {
  readonly title: string;
  readonly kind: string;
  readonly detail: string;
  /** Location to reveal. */
  readonly location: Location;
  /** Location of the whole entry, in docs.json or a file that it references. */
  readonly place: Location;
  /** Explanations, one sentence for each mark. */
  readonly marks: Readonly<Partial<Record<Mark, string>>>;
  /** Whether it has `hidden: true` itself. */
  readonly isHidden?: boolean;
  /** Path of a page, as in docs.json. */
  readonly path?: string;
  /** URI of the page's file. */
  readonly page?: string;
  readonly children: readonly NavigationNode[];
}

/** Command that runs on a click. */
export const CLICK_COMMAND = "docsLsp.navigation.click";

/** An entry in the tree. */
export interface Entry {
  /** Stable identifier, so that expanded entries stay expanded. */
  readonly id: string;
  readonly site: vscode.Uri;
  readonly parent: Entry | undefined;
  readonly node: NavigationNode;
  readonly children: readonly Entry[];
}

/** Kinds of the section of pages that are not in the navigation, and of a page in it. */
export const UNLISTED_SECTION = "outside";
export const UNLISTED_PAGE = "outside page";

type Mark = "missing" | "dropped" | "wrong" | "hidden" | "unfound";

const MARK_LABELS: readonly (readonly [Mark, string])[] = [
  ["dropped", "dropped"],
  ["missing", "missing"],
  ["wrong", "error"],
  ["hidden", "hidden"],
  ["unfound", "not indexed"],
];
const ICONS: Readonly<Record<string, string>> = {
  page: "file",
  "root page": "home",
  endpoint: "symbol-method",
  group: "folder",
  tab: "browser",
  anchor: "bookmark",
  language: "globe",
  version: "tag",
  product: "package",
  dropdown: "chevron-down",
  "menu item": "list-flat",
  site: "book",
  [UNLISTED_SECTION]: "inbox",
  [UNLISTED_PAGE]: "file",
};
const LISTED_KINDS = new Set(["page", "root page", "endpoint"]);

/** Whether a node is a page or an endpoint that an element lists. */
export function isListed({ kind }: NavigationNode): boolean {
  return LISTED_KINDS.has(kind);
}

/** Whether a node is an element of the navigation, such as a group. */
export function isElement(node: NavigationNode): boolean {
  return !isListed(node) && ![UNLISTED_SECTION, UNLISTED_PAGE, "site"].includes(node.kind);
}

/** Create the children of an entry, or the top-level entries of a site. */
export function createEntries(nodes: readonly NavigationNode[], site: vscode.Uri, parent: Entry | undefined): Entry[] {
  const counts = new Map<string, number>();
  return nodes.map((node) => {
    // The section's detail is its number of pages, which changes.
    const detail = node.kind === UNLISTED_SECTION ? "" : node.detail;
    const name = `${parent?.id ?? site.toString()}/${node.kind} ${node.title} ${detail}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return createWithChildren({ id: `${name} ${count}`, site, parent, node });
  });
}

/** Create the entry of a site, for workspaces with several. */
export function createSiteEntry(site: vscode.Uri, children: readonly NavigationNode[]): Entry {
  const top = { line: 0, character: 0 };
  const location = { uri: site.toString(), range: { start: top, end: top } };
  const title = path.basename(path.dirname(site.fsPath));
  const detail = getSiteLabel(site);
  const node: NavigationNode = {
    ...{ title, kind: "site", detail: detail === title ? "" : detail },
    ...{ location, place: location, marks: {}, children },
  };
  return createWithChildren({ id: site.toString(), site, parent: undefined, node });
}

function createWithChildren(entry: Omit<Entry, "children">): Entry {
  const children: Entry[] = [];
  const parent: Entry = { ...entry, children };
  children.push(...createEntries(entry.node.children, entry.site, parent));
  return parent;
}

/** Iterate over entries and all their descendants. */
export function* walkEntries(entries: readonly Entry[]): Generator<Entry> {
  for (const entry of entries) {
    yield entry;
    yield* walkEntries(entry.children);
  }
}

/** Create the tree item of an entry. */
export function createTreeItem(entry: Entry): vscode.TreeItem {
  const { node } = entry;
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = (entry.parent === undefined && node.kind !== UNLISTED_SECTION) || node.kind === "tab";
  const item = new vscode.TreeItem(node.title, node.children.length === 0 ? None : isOpen ? Expanded : Collapsed);
  const marks = MARK_LABELS.filter(([mark]) => node.marks[mark] !== undefined).map(([, label]) => label);
  item.id = entry.id;
  item.description = [...marks, node.detail].filter((text) => text !== "").join(" · ");
  item.tooltip = [`${node.title} (${node.kind})`, node.detail, ...Object.values(node.marks)].filter(Boolean).join("\n");
  item.iconPath = getIcon(node);
  item.contextValue = [...listAbilities(node)].join(" ");
  item.command = { command: CLICK_COMMAND, title: "Go to Entry", arguments: [entry] };
  item.accessibilityInformation = { label: [node.title, node.kind, ...marks].join(", ") };
  return item;
}

/** List the abilities of an entry, as named in the `when` clauses of the menus. */
export function* listAbilities(node: NavigationNode): Generator<string> {
  if (node.kind === UNLISTED_SECTION) {
    return;
  }
  const isFile = node.page !== undefined;
  const isUnlisted = node.kind === UNLISTED_PAGE;
  if (!isUnlisted) {
    yield "adding";
  }
  if (isFile) {
    yield "openable";
  }
  if (isListed(node) || isUnlisted) {
    yield "copying";
  }
  if (isElement(node) || isListed(node)) {
    yield "removing";
  }
  if (isElement(node) || (isFile && !isUnlisted)) {
    yield "renaming";
    yield node.isHidden === true ? "showing" : "hiding";
  }
}

function getIcon(node: NavigationNode): vscode.ThemeIcon {
  const { missing, wrong, dropped, hidden } = node.marks;
  const color = new vscode.ThemeColor("list.errorForeground");
  if (dropped !== undefined) {
    return new vscode.ThemeIcon("circle-slash", color);
  }
  if (missing !== undefined || wrong !== undefined) {
    return new vscode.ThemeIcon("error", color);
  }
  if (hidden !== undefined) {
    return new vscode.ThemeIcon("eye-closed", new vscode.ThemeColor("disabledForeground"));
  }
  return new vscode.ThemeIcon(ICONS[node.kind] ?? "symbol-misc");
}
