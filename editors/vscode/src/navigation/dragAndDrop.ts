/** Moves entries by drag and drop, through edits computed by the server. */
import * as vscode from "vscode";
import { type NavigationCommands, reportErrors } from "./commands";
import { type Entry, UNLISTED_SECTION, UNLISTED_PAGE } from "./entry";

const MIME_TYPE = "application/vnd.code.tree.docslsp.navigation";

/** Drag-and-drop controller of the tree. */
export class DragAndDrop implements vscode.TreeDragAndDropController<Entry> {
  readonly dragMimeTypes = [MIME_TYPE];
  readonly dropMimeTypes = [MIME_TYPE];

  /** The dragged entry: VS Code serializes transferred data, and entries cannot be serialized. */
  private dragged: Entry | undefined;

  constructor(private readonly commands: NavigationCommands) {}

  handleDrag([entry, another]: readonly Entry[], data: vscode.DataTransfer): void {
    if (another !== undefined) {
      vscode.window.setStatusBarMessage("Only one entry can be moved at a time.", 5000);
    }
    const isMovable = entry !== undefined && another === undefined && entry.node.kind !== "site" && entry.node.kind !== UNLISTED_SECTION;
    this.dragged = isMovable ? entry : undefined;
    if (isMovable) {
      data.set(MIME_TYPE, new vscode.DataTransferItem(entry.id));
    }
  }

  async handleDrop(target: Entry | undefined, data: vscode.DataTransfer): Promise<void> {
    const entry = this.dragged;
    if (entry === undefined || entry.id !== data.get(MIME_TYPE)?.value || target === undefined || entry.id === target.id) {
      return;
    }
    await reportErrors(this.dropEntry(entry, target));
  }

  private async dropEntry(entry: Entry, target: Entry): Promise<void> {
    const [isUnlisted, isTargetUnlisted] = [entry, target].map(({ node: { kind } }) => kind === UNLISTED_SECTION || kind === UNLISTED_PAGE);
    if (isTargetUnlisted === true) {
      await (isUnlisted === true ? undefined : this.commands.changeEntries("remove", [entry]));
      return;
    }
    const isMoved =
      entry.site.toString() === target.site.toString() &&
      (await (isUnlisted === true ? this.commands.addToNavigation(entry, target) : this.commands.moveEntry(entry, target)));
    if (!isMoved) {
      vscode.window.setStatusBarMessage(`“${entry.node.title}” cannot be moved there.`, 5000);
    }
  }
}
