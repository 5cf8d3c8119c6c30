/** Moves entries of the tree by dragging, through an edit that the server makes. */
import * as vscode from "vscode";
import { type Changes, told } from "./change";
import { type Entry, OUTSIDE, OUTSIDE_PAGE } from "./entry";

const TYPE = "application/vnd.code.tree.docslsp.navigation";

/** Takes what is dragged, and drops it. */
export class DragAndDrop implements vscode.TreeDragAndDropController<Entry> {
  readonly dragMimeTypes = [TYPE];
  readonly dropMimeTypes = [TYPE];

  /** What is being dragged: VS Code makes text of what it is given, which entries cannot be. */
  private dragged: Entry | undefined;

  constructor(private readonly changes: Changes) {}

  handleDrag([entry, another]: readonly Entry[], data: vscode.DataTransfer): void {
    if (another !== undefined) {
      vscode.window.setStatusBarMessage("Entries are moved one at a time.", 5000);
    }
    const isMovable = entry !== undefined && another === undefined && entry.told.kind !== "site" && entry.told.kind !== OUTSIDE;
    this.dragged = isMovable ? entry : undefined;
    if (isMovable) {
      data.set(TYPE, new vscode.DataTransferItem(entry.id));
    }
  }

  async handleDrop(onto: Entry | undefined, data: vscode.DataTransfer): Promise<void> {
    const what = this.dragged;
    if (what === undefined || what.id !== data.get(TYPE)?.value || onto === undefined || what.id === onto.id) {
      return;
    }
    await told(this.dropped(what, onto));
  }

  private async dropped(what: Entry, onto: Entry): Promise<void> {
    const [isOut, goesOut] = [what, onto].map(({ told: { kind } }) => kind === OUTSIDE || kind === OUTSIDE_PAGE);
    if (goesOut === true) {
      await (isOut === true ? undefined : this.changes.changed("remove", [what]));
      return;
    }
    const isDone =
      what.site.toString() === onto.site.toString() &&
      (await (isOut === true ? this.changes.listed(what, onto) : this.changes.moved(what, onto)));
    if (!isDone) {
      vscode.window.setStatusBarMessage(`“${what.told.title}” cannot be moved there.`, 5000);
    }
  }
}
