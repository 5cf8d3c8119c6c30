/** How the client speaks with the server. */
import * as vscode from "vscode";
import {
  type ClientCapabilities,
  type DocumentSelector,
  type FeatureState,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type ShowDocumentParams,
  type StaticFeature,
} from "vscode-languageclient/node";
import { askForRule } from "../commands/rules";
import { withoutDoubles } from "./jsonSupport";
import type { Shaken } from "./shaken";
import type { PreviewPackages } from "../preview/packages";

/** What a site is made from, besides pictures. */
const FILES: DocumentSelector = ["**/*.json", "**/*.{md,mdx}", "**/*.{yaml,yml}", "**/docs-lsp.toml"].map(
  (pattern) => ({ scheme: "file", pattern }),
);
const NEEDS_PACKAGES = new Set(["docsLsp.preview.start", "docsLsp.preview.restart", "docsLsp.preview.open"]);

/** The options of a client. */
export function clientOptions(
  packages: PreviewPackages,
  shaken: Shaken,
  log: vscode.LogOutputChannel,
): LanguageClientOptions {
  return {
    documentSelector: FILES,
    outputChannel: log,
    diagnosticCollectionName: "docs-lsp",
    // What goes wrong in the conversation is for the log; what the writer can mend, the session tells.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    diagnosticPullOptions: { onChange: true, onSave: true },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      ...withoutDoubles(shaken),
      executeCommand: async (command, args: unknown[], next) => {
        if (NEEDS_PACKAGES.has(command)) {
          return (await packages.ready()) ? (next(command, args.length > 0 ? args : site()) as unknown) : undefined;
        }
        const given = command === "docsLsp.explainRule" && args.length === 0 ? await askForRule() : args;
        return given === undefined ? undefined : (next(command, given) as unknown);
      },
      window: {
        showDocument: async (params, token, next) => ((await isShown(params)) ? { success: true } : next(params, token)),
      },
    },
  };
}

/** Show what this editor can show better than the protocol knows; whether it is shown. */
async function isShown({ uri, external }: ShowDocumentParams): Promise<boolean> {
  const parsed = vscode.Uri.parse(uri);
  if (external === true) {
    // The server has no way to the clipboard, so it opens the place that has a button for it.
    if (parsed.fragment === "connect") {
      await copied(uri.replace(/\/#connect$/, "/mcp"));
    }
    return parsed.fragment === "connect";
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
