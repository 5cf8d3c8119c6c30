/** Undo for changes made from the tree. */
import * as path from "node:path";
import * as vscode from "vscode";

/** A change made from the tree. */
interface Change {
  /** Files that it edited, in the order of the edit, except those that it moved. */
  readonly files: readonly EditedFile[];
  /** Documents saved by the change, which are saved again after an undo. */
  readonly saved: readonly vscode.Uri[];
}

/** A file before and after a change. */
interface EditedFile {
  readonly uri: vscode.Uri;
  /** Text before the change; undefined if the change created the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Which files to save after an edit. */
export interface Saving {
  /** Whether to save a file, provided that it had no unsaved changes before. */
  readonly includes: (uri: vscode.Uri) => boolean;
  /** Whether to save nothing if any of the files had unsaved changes. */
  readonly isAllOrNone?: boolean;
}

/** Whether an edit from the tree is moving or deleting files; it already includes all follow-up changes. */
export const treeEdit = { isRunning: false };

/** Applies edits, and undoes the latest one. */
export class TreeUndo {
  private readonly changes: Change[] = [];
  /** The last action: keys may follow one another faster than files are changed. */
  private lastAction: Promise<unknown> = Promise.resolve();

  /** `refreshLenses` has the editor request code lenses again. */
  constructor(private readonly refreshLenses: () => void) {}

  /** Register the command. */
  register(): vscode.Disposable {
    return vscode.commands.registerCommand("docsLsp.navigation.undo", () => this.enqueue(() => this.undo()));
  }

  /** Apply an edit, and record it. Return whether it was applied. */
  apply(edit: vscode.WorkspaceEdit, saving?: Saving, isRefactoring = false): Promise<boolean> {
    return this.enqueue(() => this.applyAndRecord(edit, saving, isRefactoring));
  }

  /** Run an action after the previous ones. */
  private enqueue<T>(action: () => Promise<T>): Promise<T> {
    const result = this.lastAction.then(action);
    this.lastAction = result.catch(() => undefined);
    return result;
  }

  private async applyAndRecord(edit: vscode.WorkspaceEdit, saving: Saving | undefined, isRefactoring: boolean): Promise<boolean> {
    const dirty = new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));
    const uris = [...new Map(edit.entries().map(([uri]) => [uri.toString(), uri])).values()];
    const texts = await Promise.all(uris.map(readText));
    if (!(await applyTreeEdit(edit, isRefactoring))) {
      return false;
    }
    const documents = (await Promise.all(uris.map(openDocument))).filter((document) => document !== undefined);
    const files = documents.map((document): EditedFile => {
      const before = texts[uris.findIndex((uri) => isSame(uri, document.uri))];
      return { uri: document.uri, before, after: document.getText() };
    });
    const clean = documents.filter(({ uri }) => !dirty.has(uri.toString()));
    const shouldSave = saving?.isAllOrNone !== true || clean.length === documents.length;
    const saved = shouldSave ? clean.filter(({ uri }) => saving?.includes(uri)) : [];
    for (const document of saved) {
      await document.save();
    }
    this.changes.push({ files, saved: saved.map(({ uri }) => uri) });
    return true;
  }

  private async undo(): Promise<void> {
    const change = this.changes.pop();
    const edited = change?.files.filter(({ before }) => before !== undefined) ?? [];
    const [first] = edited;
    if (change === undefined || first === undefined) {
      vscode.window.setStatusBarMessage("There is no navigation change to undo.", 5000);
      return;
    }
    if ((await findOthers(edited, "after")).length > 0) {
      void vscode.window.showInformationMessage(
        "The file has changed since. Undo the navigation change in its editor.",
      );
      return;
    }
    const created = change.files.filter(({ before }) => before === undefined);
    const keptPages = await findOthers(await findOthers(created, "after"), "before");
    if (keptPages.length === 0) {
      await vscode.window.showTextDocument(first.uri);
      await vscode.commands.executeCommand("undo");
    }
    // The editor undoes whatever was done last in it.
    const remaining = await findOthers(change.files.filter((file) => !keptPages.includes(file)), "before");
    await applyTreeEdit(await createInverse(remaining));
    for (const uri of change.saved.filter((saved) => edited.some((file) => isSame(file.uri, saved)))) {
      await (await openDocument(uri))?.save();
    }
    for (const { uri } of keptPages) {
      void vscode.window.showInformationMessage(`“${path.basename(uri.path)}” has been edited since, so the file is kept.`);
    }
    await vscode.commands.executeCommand("docsLsp.navigation.focus");
    // An editor that loses the focus right after a change does not request them.
    this.refreshLenses();
  }
}

async function applyTreeEdit(edit: vscode.WorkspaceEdit, isRefactoring = false): Promise<boolean> {
  treeEdit.isRunning = true;
  try {
    return await vscode.workspace.applyEdit(edit, { isRefactoring });
  } finally {
    treeEdit.isRunning = false;
  }
}

/** Create the edit that restores files as they were before a change. */
async function createInverse(files: readonly EditedFile[]): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, before } of files) {
    const document = await openDocument(uri);
    if (before === undefined) {
      edit.deleteFile(uri, { ignoreIfNotExists: true });
    } else if (document !== undefined) {
      edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), before);
    }
  }
  return edit;
}

/** Return the files that do not have the text that they had before or after their change. */
async function findOthers(files: readonly EditedFile[], when: "before" | "after"): Promise<EditedFile[]> {
  const texts = await Promise.all(files.map(({ uri }) => readText(uri)));
  return files.filter((file, index) => texts[index] !== file[when]);
}

/** Read the text of a file, with unsaved changes; undefined if it does not exist. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  return (await openDocument(uri))?.getText();
}

async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  return Promise.resolve(vscode.workspace.fs.stat(uri))
    .then(() => vscode.workspace.openTextDocument(uri))
    .catch(() => undefined);
}

function isSame(uri: vscode.Uri, other: vscode.Uri): boolean {
  return uri.toString() === other.toString();
}
