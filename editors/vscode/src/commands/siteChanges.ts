/** Commands that change a whole site, by the command line: what they would change is shown first. */
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { told } from "../navigation/change";
import { type Outcome, outcomeOf } from "../run";
import type { Programs } from "../server/program";
import { chosenSite } from "../sites";

const SCHEME = "docs-lsp-changes";
const QUESTION = "This is what would change. No file has been changed yet.";
const APPLY = "Make These Changes";
/** Has a command print what it would change, and change nothing. */
const DIFF = "--diff";
const SAVE = "Save All";
/** The exit code of a command that can do nothing. */
const REFUSED = 2;

/** A command line, and the folder in which it runs. */
interface Plan {
  readonly name: string;
  readonly args: readonly string[];
  readonly folder: string;
}

type Make = () => Promise<Plan | undefined>;

/** Registers the commands; they need no server. */
export class SiteChanges {
  private shown = "";
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(private readonly programs: () => Programs) {}

  /** The commands, until they are disposed of. */
  registered(): { dispose(): unknown }[] {
    const commands: Record<string, Make> = {
      "docsLsp.move": planMove,
      "docsLsp.freeze": planFreeze,
      "docsLsp.sync": planSync,
      "docsLsp.convert": planConvert,
    };
    return [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.changed.event,
        provideTextDocumentContent: () => this.shown,
      }),
      ...Object.entries(commands).map(([name, plan]) =>
        vscode.commands.registerCommand(name, () => told(this.run(plan))),
      ),
    ];
  }

  private async run(make: Make): Promise<void> {
    const plan = await make();
    if (plan === undefined || !(await areAllSaved())) {
      return;
    }
    let seen = await this.preview(plan);
    while (seen !== undefined) {
      const chosen = await vscode.window.showInformationMessage(QUESTION, APPLY);
      if (chosen !== APPLY || !(await areAllSaved())) {
        break;
      }
      // Files may have changed while the writer was reading.
      const now = await this.ask(plan, DIFF);
      if (now.stdout === seen) {
        const done = await this.ask(plan);
        void vscode.window.showInformationMessage(summary(done));
        break;
      }
      seen = await this.preview(plan);
    }
    await this.close();
  }

  /** Show what a command would change; the text of it, or nothing if it changes nothing. */
  private async preview(plan: Plan): Promise<string | undefined> {
    const outcome = await this.ask(plan, DIFF);
    if (outcome.code === REFUSED || outcome.code < 0) {
      void vscode.window.showErrorMessage(summary(outcome));
      return undefined;
    }
    if (outcome.stdout.trim() === "") {
      void vscode.window.showInformationMessage(summary(outcome) || "Nothing has to be changed.");
      return undefined;
    }
    this.shown = outcome.stdout;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${plan.name}.diff` });
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
    return outcome.stdout;
  }

  private async ask(plan: Plan, ...more: string[]): Promise<Outcome> {
    const program = await this.programs().module("docs_lsp", plan.name, ...more, ...plan.args);
    const title = `docs-lsp ${plan.name}`;
    const options = { location: vscode.ProgressLocation.Window, title };
    return vscode.window.withProgress(options, () => outcomeOf(program, plan.folder));
  }

  private async close(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    const ours = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === SCHEME);
    await vscode.window.tabGroups.close(ours);
  }
}

/** The command line reads files, so that unsaved changes would be left out or overwritten. */
async function areAllSaved(): Promise<boolean> {
  const dirty = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === "file");
  if (dirty.length === 0) {
    return true;
  }
  const message = "This command works on saved files, and some have unsaved changes.";
  const chosen = await vscode.window.showWarningMessage(message, { modal: true }, SAVE);
  return chosen === SAVE && (await vscode.workspace.saveAll(false));
}

/** What a command says in the end, on standard error, without its name. */
function summary({ stderr }: Outcome): string {
  return stderr.trim().replaceAll(/^docs-lsp: /gm, "");
}

/** The page in front, or the one that the entry at the cursor names; empty without one. */
function pageAtCursor(folder: string): string {
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
  const site = await chosenSite();
  const folder = site && path.dirname(site.fsPath);
  if (folder === undefined) {
    return undefined;
  }
  const here = pageAtCursor(folder);
  const old = await ask("Move a page, a folder or a file", "What is moved, as a path in the site.", here);
  const moved = old && (await ask(`Move ${old}`, "Its new path. End it with a slash to move it into a folder.", old));
  if (!old || !moved || moved === old) {
    return undefined;
  }
  return { name: "move", args: ["--", old, moved], folder };
}

async function planFreeze(): Promise<Plan | undefined> {
  const site = await chosenSite();
  const old = site && (await ask("Freeze the current version", "The name of the copy that is kept.", "v1"));
  const next = old && (await ask("Freeze the current version", "What the current version is called from now on.", "v2"));
  if (!site || !old || !next) {
    return undefined;
  }
  const folder = path.dirname(site.fsPath);
  return { name: "freeze", args: [`--next=${next}`, "--", old], folder };
}

async function planSync(): Promise<Plan | undefined> {
  const site = await chosenSite();
  return site && { name: "sync", args: [], folder: path.dirname(site.fsPath) };
}

async function planConvert(): Promise<Plan | undefined> {
  const files = await vscode.workspace.findFiles("**/mint.json", "**/node_modules/**");
  const items = files.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const [only, another] = items;
  const chosen = another === undefined ? only : await vscode.window.showQuickPick(items, { placeHolder: "Which file?" });
  if (chosen === undefined) {
    void vscode.window.showInformationMessage("No mint.json was found in this workspace.");
    return undefined;
  }
  const folder = path.dirname(chosen.uri.fsPath);
  return { name: "convert", args: ["--", "mint.json"], folder };
}

async function ask(title: string, prompt: string, value: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({ title, prompt, value, ignoreFocusOut: true });
  return answer?.trim() || undefined;
}
