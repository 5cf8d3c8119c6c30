/** Undo for changes made from the tree. */
import * as vscode from "vscode";

/** A change made from the tree. */
interface Change {
  /** Edited documents, with their versions after the change. */
  readonly files: ReadonlyMap<vscode.TextDocument, number>;
  /** Documents saved by the change, which are saved again after an undo. */
  readonly saved: readonly vscode.TextDocument[];
}

/** Which files to save after an edit. */
export interface Saving {
  /** Whether to save a file, provided that it had no unsaved changes before. */
  readonly includes: (uri: vscode.Uri) => boolean;
  /** Whether to save nothing if any of the files had unsaved changes. */
  readonly isAllOrNone?: boolean;
}

/** Applies edits, and undoes the latest one. */
export class TreeUndo {
  private readonly changes: Change[] = [];

  /** `refreshLenses` has the editor request code lenses again. */
  constructor(private readonly refreshLenses: () => void) {}

  /** Register the command. */
  register(): vscode.Disposable {
    return vscode.commands.registerCommand("docsLsp.navigation.undo", () => this.undo());
  }

  /** Apply an edit, and record it. Return whether it was applied. */
  async apply(edit: vscode.WorkspaceEdit, saving?: Saving, isRefactoring = false): Promise<boolean> {
    const dirty = new Set(getOpenDocuments().filter((document) => document.isDirty).map(({ uri }) => uri.toString()));
    if (!(await vscode.workspace.applyEdit(edit, { isRefactoring }))) {
      return false;
    }
    const uris = new Set(edit.entries().map(([uri]) => uri.toString()));
    const edited = getOpenDocuments().filter(({ uri }) => uris.has(uri.toString()));
    const clean = edited.filter(({ uri }) => !dirty.has(uri.toString()));
    const shouldSave = saving?.isAllOrNone !== true || clean.length === edited.length;
    const saved = shouldSave ? clean.filter(({ uri }) => saving?.includes(uri)) : [];
    for (const document of saved) {
      await document.save();
    }
    this.changes.push({ files: new Map(edited.map((document) => [document, document.version])), saved });
    return true;
  }

  private async undo(): Promise<void> {
    const change = this.changes.pop();
    const [first] = change?.files.keys() ?? [];
    if (change === undefined || first === undefined) {
      vscode.window.setStatusBarMessage("There is no navigation change to undo.", 5000);
      return;
    }
    if ([...change.files].some(([document, version]) => document.isClosed || document.version !== version)) {
      void vscode.window.showInformationMessage(
        "The file has changed since. Undo the navigation change in its editor.",
      );
      return;
    }
    await vscode.window.showTextDocument(first);
    await vscode.commands.executeCommand("undo");
    for (const document of change.saved) {
      await document.save();
    }
    await vscode.commands.executeCommand("docsLsp.navigation.focus");
    // An editor that loses the focus right after a change does not request them.
    this.refreshLenses();
  }
}

function getOpenDocuments(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments;
}
