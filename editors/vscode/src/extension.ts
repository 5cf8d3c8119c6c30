/** Entry point: starts the language client and everything that displays its results. */
import * as vscode from "vscode";
import { SiteCommands } from "./commands/siteCommands";
import { showReferences } from "./commands/references";
import { IssueReport } from "./commands/issue";
import { SiteChanges } from "./commands/siteChanges";
import { TagCloser } from "./tagCloser";
import { registerNewSite } from "./newSite";
import { NavigationView } from "./navigation/view";
import { PreviewCommands } from "./preview/commands";
import { PreviewPackages } from "./preview/packages";
import { PreviewState } from "./preview/state";
import { registerRulePages } from "./rulePages";
import { offerToDisableSchema } from "./schema";
import { ProgramResolver } from "./server/program";
import { Session } from "./server/session";
import { SiteWatcher } from "./siteWatcher";
import { StatusBar } from "./statusBar";
import { onDidChangeVendor } from "./vendor";

let activeSession: Session | undefined;

/**
 * Activate the extension: VS Code calls this if a workspace contains a docs.json, or when a file is
 * opened that may belong to a site. The server starts only once there is a site.
 */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let cachedRuntime: Runtime | undefined;
  const getRuntime = (): Runtime => (cachedRuntime ??= createRuntime(context));
  const watcher = new SiteWatcher(() => startExtension(context, getRuntime()));
  const changes = new SiteChanges(() => getRuntime().programs);
  context.subscriptions.push(watcher, registerNewSite(), ...changes.register());
  await watcher.startOrWait();
}

/** The program resolver and the log it writes to. */
interface Runtime {
  readonly log: vscode.LogOutputChannel;
  readonly programs: ProgramResolver;
}

function createRuntime(context: vscode.ExtensionContext): Runtime {
  const log = vscode.window.createOutputChannel("docs-lsp", { log: true });
  context.subscriptions.push(log);
  return { log, programs: new ProgramResolver(context, log) };
}

/** Start the server, and register views and commands. */
async function startExtension(context: vscode.ExtensionContext, { log, programs }: Runtime): Promise<void> {
  const packages = new PreviewPackages(context, programs, log);
  const session = new Session(programs, packages, log);
  activeSession = session;
  const state = new PreviewState(session);
  const navigation = new NavigationView(session);
  const actions = new SiteCommands(session, state);
  const preview = new PreviewCommands(session, state, programs, packages);
  const issue = new IssueReport(context, programs, session);
  context.subscriptions.push(
    session,
    state,
    navigation,
    new StatusBar(session, state),
    ...preview.register(),
    ...actions.register(),
    issue.register(),
    registerRulePages(),
    new TagCloser(() => session.client).register(),
    vscode.commands.registerCommand("docsLsp.restartServer", () => session.restart()),
    vscode.commands.registerCommand("docsLsp.showLogs", () => {
      log.show();
    }),
    vscode.commands.registerCommand("docsLsp.showReferences", showReferences),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["interpreter", "path", "previewServer", "logLevel"].some((name) => event.affectsConfiguration(`docsLsp.${name}`))) {
        void session.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => session.restart()),
    onDidChangeVendor(() => session.restart()),
    programs.onDidChangeInterpreter(() => session.restart()),
  );
  await vscode.commands.executeCommand("setContext", "docsLsp.active", true);
  await session.restart();
  if (session.client !== undefined) {
    void offerToDisableSchema(context);
  }
}

/** Shut down the server; VS Code calls this before it exits. */
export async function deactivate(): Promise<void> {
  await activeSession?.shutDown();
}
