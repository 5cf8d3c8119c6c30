/** The entries of the tree, as the server tells them, and how they look. */
import * as path from "node:path";
import * as vscode from "vscode";
import type { Location } from "vscode-languageclient/node";
import { placeOf } from "../sites";

/** What the server says of an entry. */
export interface Told {
  readonly title: string;
  readonly kind: string;
  readonly detail: string;
  /** Where one goes to see it. */
  readonly location: Location;
  /** What it takes up in docs.json or one of its parts. */
  readonly place: Location;
  /** What is to be said of it, a sentence each. */
  readonly marks: Readonly<Partial<Record<Mark, string>>>;
  readonly page?: string;
  readonly children: readonly Told[];
}

/** An entry in the tree. */
export interface Entry {
  /** Stays the same while the entry does, so that what was open stays open. */
  readonly id: string;
  readonly site: vscode.Uri;
  readonly parent: Entry | undefined;
  readonly told: Told;
}

type Mark = "missing" | "hidden" | "unfound";

const WORDS: readonly (readonly [Mark, string])[] = [
  ["missing", "missing"],
  ["hidden", "hidden"],
  ["unfound", "not in search"],
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
};

/** The entries below one, or those of a site. */
export function entriesOf(told: readonly Told[], site: vscode.Uri, parent: Entry | undefined): Entry[] {
  const seen = new Map<string, number>();
  return told.map((one) => {
    const name = `${parent?.id ?? site.toString()}/${one.kind} ${one.title} ${one.detail}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { id: `${name} ${count}`, site, parent, told: one };
  });
}

/** A site among several. */
export function siteEntry(site: vscode.Uri, children: readonly Told[]): Entry {
  const top = { line: 0, character: 0 };
  const place = { uri: site.toString(), range: { start: top, end: top } };
  const title = path.basename(path.dirname(site.fsPath));
  const detail = placeOf(site);
  const told: Told = {
    ...{ title, kind: "site", detail: detail === title ? "" : detail },
    ...{ location: place, place, marks: {}, children },
  };
  return { id: site.toString(), site, parent: undefined, told };
}

/** How an entry looks. */
export function item(entry: Entry): vscode.TreeItem {
  const { told } = entry;
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = entry.parent === undefined || told.kind === "tab";
  const made = new vscode.TreeItem(told.title, told.children.length === 0 ? None : isOpen ? Expanded : Collapsed);
  const marks = WORDS.filter(([mark]) => told.marks[mark] !== undefined).map(([, word]) => word);
  made.id = entry.id;
  made.description = [...marks, told.detail].filter((text) => text !== "").join(" · ");
  made.tooltip = [`${told.title} (${told.kind})`, told.detail, ...Object.values(told.marks)].filter(Boolean).join("\n");
  made.iconPath = icon(told);
  made.contextValue = told.page === undefined ? "entry" : "openable";
  made.command = { command: "docsLsp.navigation.reveal", title: "Go to Entry", arguments: [entry] };
  made.accessibilityInformation = { label: [told.title, told.kind, ...marks].join(", ") };
  return made;
}

function icon(told: Told): vscode.ThemeIcon {
  if (told.marks.missing !== undefined) {
    return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  }
  if (told.marks.hidden !== undefined) {
    return new vscode.ThemeIcon("eye-closed", new vscode.ThemeColor("disabledForeground"));
  }
  return new vscode.ThemeIcon(ICONS[told.kind] ?? "symbol-misc");
}
