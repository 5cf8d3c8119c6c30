/** Moves entries of the tree by dragging, through an edit that the server makes. */
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import type { Session } from "../server/session";
import type { Entry } from "./entry";

const TYPE = "application/vnd.code.tree.docslsp.navigation";

/** Takes what is dragged, and drops it. */
export class DragAndDrop implements vscode.TreeDragAndDropController<Entry> {
  readonly dragMimeTypes = [TYPE];
  readonly dropMimeTypes = [TYPE];

  constructor(private readonly session: Session) {}

  handleDrag([entry]: readonly Entry[], data: vscode.DataTransfer): void {
    if (entry !== undefined && entry.told.kind !== "site") {
      data.set(TYPE, new vscode.DataTransferItem(entry));
    }
  }

  async handleDrop(onto: Entry | undefined, data: vscode.DataTransfer): Promise<void> {
    const what = data.get(TYPE)?.value as Entry | undefined;
    if (what === undefined || onto === undefined || what.id === onto.id) {
      return;
    }
    const isDone = what.site.toString() === onto.site.toString() && (await this.moved(what, onto));
    if (!isDone) {
      vscode.window.setStatusBarMessage(`“${what.told.title}” cannot stand there.`, 5000);
    }
  }

  private async moved(what: Entry, onto: Entry): Promise<boolean> {
    const { client } = this.session;
    if (client === undefined) {
      return false;
    }
    const textDocument = { uri: client.code2ProtocolConverter.asUri(what.site) };
    const params = { textDocument, source: what.told.place, target: onto.told.place };
    const edit = await client.sendRequest<WorkspaceEdit | null>("docsLsp/navigation/drop", params);
    const converted = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    return converted !== undefined && (await vscode.workspace.applyEdit(converted));
  }
}
