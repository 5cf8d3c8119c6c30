/** Undoes what was changed from the tree, wherever the focus is. */
import * as vscode from "vscode";

/** A change that was made from the tree. */
interface Change {
  /** The files that it has edited, with their versions afterwards. */
  readonly files: ReadonlyMap<vscode.TextDocument, number>;
  /** Those that were saved with it, and are saved again when it is undone. */
  readonly saved: readonly vscode.TextDocument[];
}

/** What is saved together with an edit. */
export interface Saving {
  /** Whether a file is to be saved, provided it had no unsaved changes before. */
  readonly wants: (uri: vscode.Uri) => boolean;
  /** Whether nothing is saved if one of the files had unsaved changes. */
  readonly isAllOrNone?: boolean;
}

/** Makes edits, remembers them, and undoes the last one. */
export class TreeUndo {
  private readonly changes: Change[] = [];

  /** The command, until it is disposed of. */
  registered(): vscode.Disposable {
    return vscode.commands.registerCommand("docsLsp.navigation.undo", () => this.undo());
  }

  /** Make an edit, and remember it; whether it was made. */
  async apply(edit: vscode.WorkspaceEdit, saving?: Saving, isRefactoring = false): Promise<boolean> {
    const dirty = new Set(documents().filter((one) => one.isDirty).map(({ uri }) => uri.toString()));
    if (!(await vscode.workspace.applyEdit(edit, { isRefactoring }))) {
      return false;
    }
    const uris = new Set(edit.entries().map(([uri]) => uri.toString()));
    const edited = documents().filter(({ uri }) => uris.has(uri.toString()));
    const clean = edited.filter(({ uri }) => !dirty.has(uri.toString()));
    const areToBeSaved = saving?.isAllOrNone !== true || clean.length === edited.length;
    const saved = areToBeSaved ? clean.filter(({ uri }) => saving?.wants(uri)) : [];
    for (const document of saved) {
      await document.save();
    }
    this.changes.push({ files: new Map(edited.map((document) => [document, document.version])), saved });
    return true;
  }

  private async undo(): Promise<void> {
    const last = this.changes.pop();
    const [first] = last?.files.keys() ?? [];
    if (last === undefined || first === undefined) {
      vscode.window.setStatusBarMessage("No change of the navigation can be undone.", 5000);
      return;
    }
    if ([...last.files].some(([document, version]) => document.isClosed || document.version !== version)) {
      void vscode.window.showInformationMessage(
        "The file has changed since. Undo the change of the navigation in its editor.",
      );
      return;
    }
    await vscode.window.showTextDocument(first);
    await vscode.commands.executeCommand("undo");
    for (const document of last.saved) {
      await document.save();
    }
    await vscode.commands.executeCommand("docsLsp.navigation.focus");
  }
}

function documents(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments;
}
