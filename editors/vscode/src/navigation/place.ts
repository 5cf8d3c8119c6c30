/** Chooses where a new page or group goes if the command is run without an entry of the tree. */
import * as vscode from "vscode";
import { type Entry, isElement, isListed, UNLISTED_SECTION, walkEntries } from "./entry";

/** Place of a new element: in or behind an entry, or at the end of the navigation. */
export interface NewPlace {
  readonly site: vscode.Uri;
  readonly entry: Entry | undefined;
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly entry: Entry | undefined;
}

/**
 * Let the user choose one of the elements of a site, unless there is only one. The element that lists
 * the page in the active editor, or that contains the cursor, comes first. Return undefined if the
 * user cancels.
 */
export async function choosePlace(
  action: "newPage" | "newGroup",
  site: vscode.Uri,
  roots: readonly Entry[],
): Promise<NewPlace | undefined> {
  const elements = [...walkEntries(roots)].filter((entry) => isElement(entry.node) && hasRoom(action, entry, entry.children));
  const active = findActiveElement(roots);
  const ordered = active !== undefined && elements.includes(active) ? [active, ...elements.filter((entry) => entry !== active)] : elements;
  const items = ordered.map((entry): PlaceItem => ({ label: entry.node.title, description: describePlace(entry), entry }));
  if (items.length === 0 || hasRoom(action, undefined, roots)) {
    items.push({ label: "Navigation", description: "top level", entry: undefined });
  }
  const [only, another] = items;
  const placeHolder = action === "newPage" ? "Select where to list the new page" : "Select where to add the new group";
  const chosen = another === undefined ? only : await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  return chosen && { site, entry: chosen.entry };
}

/** Whether a page or a group can be added to an element, as far as its content shows; the server decides. */
function hasRoom(action: "newPage" | "newGroup", entry: Entry | undefined, content: readonly Entry[]): boolean {
  const children = content.filter(({ node }) => node.kind !== UNLISTED_SECTION);
  if (entry?.node.kind === "group") {
    return true;
  }
  const isPageList = children.some(({ node }) => isListed(node));
  return isPageList || (action === "newGroup" ? children.every(({ node }) => node.kind === "group") : children.length === 0);
}

/** Find the element that lists the page in the active editor, or that is at the cursor of docs.json. */
function findActiveElement(roots: readonly Entry[]): Entry | undefined {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri.toString();
  if (editor === undefined || uri === undefined) {
    return undefined;
  }
  const entries = [...walkEntries(roots)];
  const listing = entries.find(({ node }) => isListed(node) && node.page !== undefined && vscode.Uri.parse(node.page).toString() === uri);
  const isAtCursor = ({ node: { place } }: Entry): boolean => {
    const { start, end } = place.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    return vscode.Uri.parse(place.uri).toString() === uri && range.contains(editor.selection.active);
  };
  return listing?.parent ?? entries.filter((entry) => isElement(entry.node) && isAtCursor(entry)).at(-1);
}

function describePlace(entry: Entry): string {
  const titles: string[] = [];
  for (let around = entry.parent; around !== undefined; around = around.parent) {
    titles.unshift(around.node.title);
  }
  return [entry.node.kind, ...(titles.length > 0 ? [titles.join(" › ")] : [])].join(" · ");
}
