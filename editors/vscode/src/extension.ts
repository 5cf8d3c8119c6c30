/** Starts everything: one session with the language server, and what shows it. */
import * as vscode from "vscode";
import { Actions } from "./commands/actions";
import { showReferences } from "./commands/references";
import { IssueReport } from "./commands/issue";
import { SiteChanges } from "./commands/siteChanges";
import { TagClosing } from "./closing";
import { newSiteCommand } from "./newSite";
import { NavigationView } from "./navigation/view";
import { PreviewCommands } from "./preview/commands";
import { PreviewPackages } from "./preview/packages";
import { PreviewState } from "./preview/state";
import { registerRulePages } from "./rulePages";
import { offerToLeaveSchema } from "./schema";
import { Programs } from "./server/program";
import { Session } from "./server/session";
import { SiteWait } from "./siteWait";
import { StatusBar } from "./statusBar";
import { onDidChangeVendor } from "./vendor";

let session: Session | undefined;

/**
 * Called by VS Code when a workspace holds a docs.json, or when a file is opened that may be one or
 * belong to one. Without a site nothing is started: it waits for one.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let made: Runtime | undefined;
  const runtime = (): Runtime => (made ??= makeRuntime(context));
  const wait = new SiteWait(() => begin(context, runtime()));
  const changes = new SiteChanges(() => runtime().programs);
  context.subscriptions.push(wait, newSiteCommand(), ...changes.registered());
  await wait.look();
}

/** What starts programs, and the log in which it says so. */
interface Runtime {
  readonly log: vscode.LogOutputChannel;
  readonly programs: Programs;
}

function makeRuntime(context: vscode.ExtensionContext): Runtime {
  const log = vscode.window.createOutputChannel("docs-lsp", { log: true });
  context.subscriptions.push(log);
  return { log, programs: new Programs(context, log) };
}

/** Start the server and all that shows it. */
async function begin(context: vscode.ExtensionContext, { log, programs }: Runtime): Promise<void> {
  const packages = new PreviewPackages(context, programs, log);
  const started = new Session(programs, packages, log);
  session = started;
  const state = new PreviewState(started);
  const navigation = new NavigationView(started);
  const actions = new Actions(started, state);
  const preview = new PreviewCommands(started, state, programs, packages);
  const issue = new IssueReport(context, programs, started);
  context.subscriptions.push(
    started,
    state,
    navigation,
    new StatusBar(started, state),
    ...preview.registered(),
    ...actions.registered(),
    issue.registered(),
    registerRulePages(),
    new TagClosing(() => started.client).registered(),
    vscode.commands.registerCommand("docsLsp.restartServer", () => started.restart()),
    vscode.commands.registerCommand("docsLsp.showLogs", () => {
      log.show();
    }),
    vscode.commands.registerCommand("docsLsp.showReferences", showReferences),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["interpreter", "path", "previewServer", "logLevel"].some((name) => event.affectsConfiguration(`docsLsp.${name}`))) {
        void started.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    onDidChangeVendor(() => started.restart()),
    programs.onDidChangeInterpreter(() => started.restart()),
  );
  await vscode.commands.executeCommand("setContext", "docsLsp.active", true);
  await started.restart();
  if (started.client !== undefined) {
    void offerToLeaveSchema(context);
  }
}

/** Called by VS Code before it leaves. */
export async function deactivate(): Promise<void> {
  await session?.end();
}
