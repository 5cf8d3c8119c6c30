/** How the client speaks with the server. */
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
import { closingIsOurs } from "../closing";
import { askForRule } from "../commands/rules";
import { moving } from "../navigation/change";
import { hasVendor } from "../vendor";
import { besideJson } from "./beside";
import { withoutDoubles } from "./jsonSupport";
import type { Shaken } from "./shaken";
import type { PreviewPackages } from "../preview/packages";

/** What a site is made from, besides pictures. */
const FILES: DocumentSelector = ["**/*.json", "**/*.{md,mdx}", "**/*.{yaml,yml}", "**/docs-lsp.toml"].map(
  (pattern) => ({ scheme: "file", pattern }),
);
const NEEDS_PACKAGES = new Set(["docsLsp.preview.start", "docsLsp.preview.restart", "docsLsp.preview.open"]);

/** What the options need of the conversation that they are for. */
interface Conversation {
  /** The client, while there is a server that answers. */
  readonly client: () => LanguageClient | undefined;
  /** A command of the server has been run. */
  readonly ran: (command: string) => void;
}

/** The options of a client. */
export function clientOptions(
  packages: PreviewPackages,
  shaken: Shaken,
  log: vscode.LogOutputChannel,
  trace: vscode.LogOutputChannel,
  conversation: Conversation,
): LanguageClientOptions {
  return {
    documentSelector: FILES,
    outputChannel: log,
    traceOutputChannel: trace,
    diagnosticCollectionName: "docs-lsp",
    // What goes wrong in the conversation is for the log; what the writer can mend, the session tells.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: () => ({ docsLsp: { previewServer: previewServer(), vendorExtension: hasVendor() } }),
    diagnosticPullOptions: { onChange: true, onSave: true },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      ...withoutDoubles(shaken),
      ...besideJson(conversation.client),
      ...closingIsOurs,
      executeCommand: async (command, args: unknown[], next) => {
        if (NEEDS_PACKAGES.has(command) && !(await packages.ready())) {
          return undefined;
        }
        const given = args.length > 0 ? args : await argumentsOf(command);
        const result: unknown = given === undefined ? undefined : await (next(command, given) as Promise<unknown>);
        conversation.ran(command);
        return result;
      },
      // A page beside the text is nearer than one in the browser.
      resolveCodeLens: async (lens, token, next) => {
        const resolved = await next(lens, token);
        if (resolved?.command?.command === "docsLsp.preview.open") {
          resolved.command = { ...resolved.command, command: "docsLsp.preview.show" };
        }
        return resolved;
      },
      workspace: {
        configuration: async (params, token, next) => asTrusted(await next(params, token)),
        // The edit of a rename in the tree has all that follows: asked once more, it would be made twice.
        willRenameFiles: (event, next) => (moving.isOurs ? Promise.resolve(null) : next(event)),
      },
      window: {
        showDocument: async (params, token, next) => ((await isShown(params)) ? { success: true } : next(params, token)),
      },
    },
  };
}

/** Who reaches the preview, where it keeps its tokens and has its model: settings of this machine, which no workspace has. */
function previewServer(): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration("docsLsp.previewServer");
  const names = ["host", "store", "publicUrl", "trustedProxy", "embeddings"];
  return Object.fromEntries(names.map((name) => [name, settings.inspect(name)?.globalValue]));
}

/** Answers to `workspace/configuration`, as they count here: the repository of a folder that is not trusted is not read. */
function asTrusted<T>(answers: T): T {
  if (vscode.workspace.isTrusted || !Array.isArray(answers)) {
    return answers;
  }
  return answers.map((one: unknown) => (typeof one === "object" ? { ...one, compareWith: "", translations: false } : one)) as T;
}

/** Show what this editor can show better than the protocol knows; whether it is shown. */
async function isShown({ uri, external }: ShowDocumentParams): Promise<boolean> {
  const parsed = vscode.Uri.parse(uri);
  if (external === true) {
    // The server has no way to the clipboard, so it opens the place that has a button for it.
    const isToCopy = new URLSearchParams(parsed.fragment).get("show") === "connect";
    if (isToCopy) {
      await copied(parsed.with({ path: "/mcp", fragment: "" }).toString(true));
    }
    return isToCopy;
  }
  // An explanation is there to be read, not to be edited.
  const isToRead = parsed.path.endsWith(".md") && vscode.workspace.getWorkspaceFolder(parsed) === undefined;
  if (isToRead) {
    await vscode.commands.executeCommand("markdown.showPreview", parsed);
  }
  return isToRead;
}

/** Put an address on the clipboard, and say so. */
export async function copied(address: string): Promise<void> {
  await vscode.env.clipboard.writeText(address);
  vscode.window.setStatusBarMessage(`Copied ${address}`, 5000);
}

/** What a command is given that was given nothing; nothing where it is not to be run after all. */
async function argumentsOf(command: string): Promise<unknown[] | undefined> {
  if (command === "docsLsp.explainRule") {
    return askForRule();
  }
  return NEEDS_PACKAGES.has(command) ? site() : [];
}

/** The file in front of the writer, which says which site is meant. */
function site(): string[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === "file" && vscode.workspace.getWorkspaceFolder(uri) ? [uri.toString()] : [];
}

/** Says which of our commands the server may name in its answers. */
export class KnownCommands implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const known = { commands: { commands: ["docsLsp.showReferences"] } };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...known };
  }

  initialize(): void {
    // Nothing to be done: the server has been told.
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {
    // Nothing is kept.
  }
}
