/** Options and middleware of the language client. */
import * as vscode from "vscode";
import {
  type ClientCapabilities,
  type DocumentSelector,
  type FeatureState,
  type LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ShowDocumentParams,
  type StaticFeature,
} from "vscode-languageclient/node";
import { tagClosingMiddleware } from "../tagCloser";
import { chooseRule } from "../commands/rules";
import { treeEdit } from "../navigation/undo";
import { hasVendor } from "../vendor";
import { createJsonMiddleware } from "./jsonSupport";
import { createDiagnosticMiddleware } from "./diagnostics";
import type { StaleDocuments } from "./staleDocuments";
import type { PreviewPackages } from "../preview/packages";

/** Files that make up a site, except images. */
const DOCUMENT_SELECTOR: DocumentSelector = ["**/*.json", "**/*.{md,mdx}", "**/*.{yaml,yml}", "**/docs-lsp.toml"].map(
  (pattern) => ({ scheme: "file", pattern }),
);
const PREVIEW_COMMANDS = new Set(["docsLsp.preview.start", "docsLsp.preview.restart", "docsLsp.preview.open"]);

/** Access to the session that the options belong to. */
interface ClientHooks {
  /** Return the client, or undefined while no server is running. */
  readonly getClient: () => LanguageClient | undefined;
  /** Called after a server command has been executed. */
  readonly onDidRun: (command: string) => void;
}

/** Create the options of a client. */
export function createClientOptions(
  packages: PreviewPackages,
  staleDocuments: StaleDocuments,
  log: vscode.LogOutputChannel,
  trace: vscode.LogOutputChannel,
  hooks: ClientHooks,
): LanguageClientOptions {
  return {
    documentSelector: DOCUMENT_SELECTOR,
    outputChannel: log,
    traceOutputChannel: trace,
    diagnosticCollectionName: "docs-lsp",
    // Protocol errors go to the log; the session reports errors that the user can fix.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => ({ docsLsp: { previewServer: getPreviewServerSettings(), vendorExtension: hasVendor() } }),
    diagnosticPullOptions: { onChange: true, onSave: true },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      ...createDiagnosticMiddleware(staleDocuments),
      ...createJsonMiddleware(hooks.getClient),
      ...tagClosingMiddleware,
      executeCommand: async (command, args: unknown[], next) => {
        if (PREVIEW_COMMANDS.has(command) && !(await packages.ensureInstalled())) {
          return undefined;
        }
        const commandArgs = args.length > 0 ? args : await chooseArguments(command);
        const result: unknown = commandArgs === undefined ? undefined : await (next(command, commandArgs) as Promise<unknown>);
        hooks.onDidRun(command);
        return result;
      },
      // Open the preview in an editor tab instead of the browser.
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        if (resolved?.command?.command === "docsLsp.preview.open") {
          resolved.command = { ...resolved.command, command: "docsLsp.preview.show" };
        }
        return resolved;
      },
      workspace: {
        configuration: async (params, token, next) => restrictUntrusted(await next(params, token)),
        // A change in the tree already includes all follow-up edits; they must not be applied twice.
        willRenameFiles: (event, next) => (treeEdit.isRunning ? Promise.resolve(null) : next(event)),
        willDeleteFiles: (event, next) => (treeEdit.isRunning ? Promise.resolve(null) : next(event)),
      },
      window: {
        showDocument: async (params, token, next) => ((await showInEditor(params)) ? { success: true } : next(params, token)),
      },
    },
  };
}

/** Return the `previewServer` settings (network, token store, model), from user settings only: no workspace may set them. */
function getPreviewServerSettings(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration("docsLsp.previewServer");
  const names = ["host", "store", "publicUrl", "trustedProxy", "embeddings"];
  return Object.fromEntries(names.map((name) => [name, settings.inspect(name)?.globalValue]));
}

/** Clear settings that read the git repository from `workspace/configuration` responses in untrusted workspaces. */
function restrictUntrusted<T>(answers: T): T {
  if (vscode.workspace.isTrusted || !Array.isArray(answers)) {
    return answers;
  }
  return answers.map((answer: unknown) => (typeof answer === "object" ? { ...answer, compareWith: "", translations: false } : answer)) as T;
}

/** Handle `window/showDocument` if VS Code has a better way to show the document. Return whether it was shown. */
async function showInEditor({ uri, external }: ShowDocumentParams): Promise<boolean> {
  const parsed = vscode.Uri.parse(uri);
  if (external === true) {
    // The server cannot access the clipboard, so it requests the page that has a copy button.
    const copiesUrl = new URLSearchParams(parsed.fragment).get("show") === "connect";
    if (copiesUrl) {
      await copyToClipboard(parsed.with({ path: "/mcp", fragment: "" }).toString(true));
    }
    return copiesUrl;
  }
  // Explanations are for reading, so show the Markdown preview.
  const isExplanation = parsed.path.endsWith(".md") && vscode.workspace.getWorkspaceFolder(parsed) === undefined;
  if (isExplanation) {
    await vscode.commands.executeCommand("markdown.showPreview", parsed);
  }
  return isExplanation;
}

/** Copy text to the clipboard, and confirm in the status bar. */
export async function copyToClipboard(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`Copied ${text}`, 5000);
}

/** Choose arguments for a command invoked without any; undefined if the user cancels. */
async function chooseArguments(command: string): Promise<unknown[] | undefined> {
  if (command === "docsLsp.explainRule") {
    return chooseRule();
  }
  return PREVIEW_COMMANDS.has(command) ? getActiveFile() : [];
}

/** Return the active workspace file as command arguments; the server derives the site from it. */
function getActiveFile(): string[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === "file" && vscode.workspace.getWorkspaceFolder(uri) ? [uri.toString()] : [];
}

/** Declares the client commands that the server may use in its responses. */
export class ClientCommandsFeature implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const supported = { commands: { commands: ["docsLsp.showReferences"] } };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...supported };
  }

  initialize(): void {
    // Nothing to do: the capability is already declared.
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {
    // There is no state to clear.
  }
}
