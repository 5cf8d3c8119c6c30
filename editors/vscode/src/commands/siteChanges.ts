/** Commands that change a whole site by running the command line. The changes are shown as a diff first. */
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { reportErrors } from "../navigation/commands";
import { type Outcome, runProgram } from "../run";
import type { ProgramResolver } from "../server/program";
import { chooseSite } from "../sites";

const SCHEME = "docs-lsp-changes";
const REVIEW = "Review the changes. No file has been changed yet.";
const APPLY = "Apply Changes";
/** Option for a dry run that prints a diff. */
const DIFF = "--diff";
const SAVE = "Save All";
/** A file that a diff moves. */
const RENAME = /^rename from (.+)\nrename to (.+)$/gm;
/** Exit code of a command that cannot make the change. */
const EXIT_REFUSED = 2;

/** A command line, and its working directory. */
interface Plan {
  readonly name: string;
  readonly args: readonly string[];
  readonly folder: string;
}

type MakePlan = () => Promise<Plan | undefined>;

/** Commands that change a site. They work without the server. */
export class SiteChanges {
  private diff = "";
  private readonly changeEmitter = new vscode.EventEmitter<vscode.Uri>();

  constructor(private readonly getPrograms: () => ProgramResolver) {}

  /** Register the commands. */
  register(): { dispose(): unknown }[] {
    const commands: Record<string, MakePlan> = {
      "docsLsp.move": planMove,
      "docsLsp.freeze": planFreeze,
      "docsLsp.sync": planSync,
      "docsLsp.convert": planConvert,
    };
    return [
      this.changeEmitter,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.changeEmitter.event,
        provideTextDocumentContent: () => this.diff,
      }),
      ...Object.entries(commands).map(([name, plan]) =>
        vscode.commands.registerCommand(name, () => reportErrors(this.run(plan))),
      ),
    ];
  }

  private async run(makePlan: MakePlan): Promise<void> {
    const plan = await makePlan();
    if (plan === undefined || !(await ensureSaved())) {
      return;
    }
    let shownDiff = await this.showDiff(plan);
    while (shownDiff !== undefined) {
      const chosen = await vscode.window.showInformationMessage(REVIEW, APPLY);
      if (chosen !== APPLY || !(await ensureSaved())) {
        break;
      }
      // Files may have changed while the user was reading.
      const latest = await this.runPlan(plan, DIFF);
      if (latest.stdout === shownDiff) {
        const outcome = await this.runPlan(plan);
        void vscode.window.showInformationMessage(getSummary(outcome));
        await showMovedFiles(shownDiff, plan.folder);
        break;
      }
      shownDiff = await this.showDiff(plan);
    }
    await this.closeDiff();
  }

  /** Show the diff of a dry run and return it; undefined if there is nothing to change or it fails. */
  private async showDiff(plan: Plan): Promise<string | undefined> {
    const outcome = await this.runPlan(plan, DIFF);
    if (outcome.code === EXIT_REFUSED || outcome.code < 0) {
      void vscode.window.showErrorMessage(getSummary(outcome));
      return undefined;
    }
    if (outcome.stdout.trim() === "") {
      void vscode.window.showInformationMessage(getSummary(outcome) || "There is nothing to change.");
      return undefined;
    }
    this.diff = outcome.stdout;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${plan.name}.diff` });
    this.changeEmitter.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
    return outcome.stdout;
  }

  private async runPlan(plan: Plan, ...more: string[]): Promise<Outcome> {
    const program = await this.getPrograms().resolveModule("docs_lsp", plan.name, ...more, ...plan.args);
    const title = `docs-lsp ${plan.name}`;
    const options = { location: vscode.ProgressLocation.Window, title };
    return vscode.window.withProgress(options, () => runProgram(program, plan.folder));
  }

  private async closeDiff(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: groupTabs }) => groupTabs);
    const diffTabs = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === SCHEME);
    await vscode.window.tabGroups.close(diffTabs);
  }
}

/** Ask the user to save all files: the command line would ignore or overwrite unsaved changes. */
async function ensureSaved(): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === "file");
  if (dirty.length === 0) {
    return true;
  }
  const message = "Some files have unsaved changes. Save them first, since this command reads files from disk.";
  const chosen = await vscode.window.showWarningMessage(message, { modal: true }, SAVE);
  return chosen === SAVE && (await vscode.workspace.saveAll(false));
}

/** Show files that a diff has moved in place of their old tabs: a text saved there would create the old file again. */
async function showMovedFiles(diff: string, folder: string): Promise<void> {
  for (const [, from = "", to = ""] of diff.matchAll(RENAME)) {
    const [oldPath, newPath] = [path.join(folder, from), path.join(folder, to)];
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: groupTabs }) => groupTabs);
    const oldTabs = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.fsPath === oldPath);
    if (existsSync(oldPath) || !existsSync(newPath)) {
      continue;
    }
    for (const { group } of oldTabs) {
      const options = { viewColumn: group.viewColumn, preview: false, preserveFocus: true };
      await vscode.window.showTextDocument(vscode.Uri.file(newPath), options);
    }
    await vscode.window.tabGroups.close(oldTabs);
  }
}

/** Return a command's standard error, without the program name. */
function getSummary({ stderr }: Outcome): string {
  return stderr.trim().replaceAll(/^docs-lsp: /gm, "");
}

/** Return the page in the active editor, or the one that the entry at the cursor names; empty without one. */
function getPageAtCursor(folder: string): string {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") {
    return "";
  }
  const { document, selection } = editor;
  if (/\.mdx?$/.test(document.uri.path)) {
    return path.relative(folder, document.uri.fsPath).replaceAll("\\", "/");
  }
  const quoted = document.getWordRangeAtPosition(selection.active, /"[^"]+"/);
  const entry = quoted ? document.getText(quoted).slice(1, -1).replace(/^\//, "") : "";
  const isPage = [".mdx", ".md"].some((extension) => existsSync(path.join(folder, `${entry}${extension}`)));
  return isPage ? entry : "";
}

async function planMove(): Promise<Plan | undefined> {
  const site = await chooseSite();
  const folder = site && path.dirname(site.fsPath);
  if (folder === undefined) {
    return undefined;
  }
  const source = await promptFor("Move a page, a folder or a file", "Path of the page, folder or file, relative to the site", getPageAtCursor(folder));
  const destination = source && (await promptFor(`Move ${source}`, "New path. End it with a slash to move it into a folder.", source));
  if (!source || !destination || destination === source) {
    return undefined;
  }
  return { name: "move", args: ["--", source, destination], folder };
}

async function planFreeze(): Promise<Plan | undefined> {
  const site = await chooseSite();
  const archiveName = site && (await promptFor("Freeze the current version", "Name of the archived version", "v1"));
  const nextName = archiveName && (await promptFor("Freeze the current version", "New name of the current version", "v2"));
  if (!site || !archiveName || !nextName) {
    return undefined;
  }
  const folder = path.dirname(site.fsPath);
  return { name: "freeze", args: [`--next=${nextName}`, "--", archiveName], folder };
}

async function planSync(): Promise<Plan | undefined> {
  const site = await chooseSite();
  return site && { name: "sync", args: [], folder: path.dirname(site.fsPath) };
}

async function planConvert(): Promise<Plan | undefined> {
  const files = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**");
  const items = files.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const [only, another] = items;
  const chosen = another === undefined ? only : await vscode.window.showQuickPick(items, { placeHolder: "Select a mint.json" });
  if (chosen === undefined) {
    void vscode.window.showInformationMessage("This workspace has no mint.json.");
    return undefined;
  }
  const folder = path.dirname(chosen.uri.fsPath);
  return { name: "convert", args: ["--", "mint.json"], folder };
}

async function promptFor(title: string, prompt: string, value: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
  return answer?.trim() || undefined;
}
