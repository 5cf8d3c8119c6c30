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
  /** Whether it says `hidden: true` itself. */
  readonly isHidden?: boolean;
  /** Of a page, as docs.json lists it. */
  readonly path?: string;
  /** The URI of the page's file. */
  readonly page?: string;
  readonly children: readonly Told[];
}

/** The command of a click. */
export const CLICK = "docsLsp.navigation.click";

/** An entry in the tree. */
export interface Entry {
  /** Stays the same while the entry does, so that what was open stays open. */
  readonly id: string;
  readonly site: vscode.Uri;
  readonly parent: Entry | undefined;
  readonly told: Told;
  readonly children: readonly Entry[];
}

/** The section of what no entry lists, and a page in it. */
export const OUTSIDE = "outside";
export const OUTSIDE_PAGE = "outside page";

type Mark = "missing" | "dropped" | "wrong" | "hidden" | "unfound";

const WORDS: readonly (readonly [Mark, string])[] = [
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
  [OUTSIDE]: "inbox",
  [OUTSIDE_PAGE]: "file",
};
const LISTED = new Set(["page", "root page", "endpoint"]);

/** The entries below one, or those of a site. */
export function entriesOf(told: readonly Told[], site: vscode.Uri, parent: Entry | undefined): Entry[] {
  const seen = new Map<string, number>();
  return told.map((one) => {
    // How many pages are outside changes, and the section stays the same.
    const detail = one.kind === OUTSIDE ? "" : one.detail;
    const name = `${parent?.id ?? site.toString()}/${one.kind} ${one.title} ${detail}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return withChildren({ id: `${name} ${count}`, site, parent, told: one });
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
  return withChildren({ id: site.toString(), site, parent: undefined, told });
}

function withChildren(entry: Omit<Entry, "children">): Entry {
  const children: Entry[] = [];
  const whole: Entry = { ...entry, children };
  children.push(...entriesOf(entry.told.children, entry.site, whole));
  return whole;
}

/** Entries and all below them. */
export function* allOf(entries: readonly Entry[]): Generator<Entry> {
  for (const entry of entries) {
    yield entry;
    yield* allOf(entry.children);
  }
}

/** How an entry looks. */
export function item(entry: Entry): vscode.TreeItem {
  const { told } = entry;
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const isOpen = (entry.parent === undefined && told.kind !== OUTSIDE) || told.kind === "tab";
  const made = new vscode.TreeItem(told.title, told.children.length === 0 ? None : isOpen ? Expanded : Collapsed);
  const marks = WORDS.filter(([mark]) => told.marks[mark] !== undefined).map(([, word]) => word);
  made.id = entry.id;
  made.description = [...marks, told.detail].filter((text) => text !== "").join(" · ");
  made.tooltip = [`${told.title} (${told.kind})`, told.detail, ...Object.values(told.marks)].filter(Boolean).join("\n");
  made.iconPath = icon(told);
  made.contextValue = [...abilities(told)].join(" ");
  made.command = { command: CLICK, title: "Go to Entry", arguments: [entry] };
  made.accessibilityInformation = { label: [told.title, told.kind, ...marks].join(", ") };
  return made;
}

/** What can be done with an entry, as the conditions of the menus name it. */
export function* abilities({ kind, page, isHidden }: Told): Generator<string> {
  if (kind === OUTSIDE) {
    return;
  }
  const isElement = kind !== "site" && !LISTED.has(kind) && kind !== OUTSIDE_PAGE;
  const isFile = page !== undefined;
  if (kind !== OUTSIDE_PAGE) {
    yield "adding";
  }
  if (isFile) {
    yield "openable";
  }
  if (LISTED.has(kind) || kind === OUTSIDE_PAGE) {
    yield "copying";
  }
  if (isElement || LISTED.has(kind)) {
    yield "removing";
  }
  if (isElement || (isFile && kind !== OUTSIDE_PAGE)) {
    yield "renaming";
    yield isHidden === true ? "showing" : "hiding";
  }
}

function icon(told: Told): vscode.ThemeIcon {
  const { missing, wrong, dropped, hidden } = told.marks;
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
  return new vscode.ThemeIcon(ICONS[told.kind] ?? "symbol-misc");
}
