/** How the client speaks with the server. */
import * as vscode from "vscode";
import type {
  ClientCapabilities,
  DocumentSelector,
  FeatureState,
  LanguageClientOptions,
  StaticFeature,
} from "vscode-languageclient/node";
import { askForRule } from "../commands/rules";
import { withoutDoubles, withoutDoublesEverywhere } from "./jsonSupport";
import type { PreviewPackages } from "../preview/packages";

/** What a site is made from, besides pictures. */
const FILES: DocumentSelector = ["**/*.json", "**/*.{md,mdx}", "**/*.{yaml,yml}", "**/docs-lsp.toml"].map(
  (pattern) => ({ scheme: "file", pattern }),
);
const NEEDS_PACKAGES = new Set(["docsLsp.preview.start", "docsLsp.preview.restart", "docsLsp.preview.open"]);

/** The options of a client. */
export function clientOptions(packages: PreviewPackages, log: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: FILES,
    outputChannel: log,
    diagnosticCollectionName: "docs-lsp",
    diagnosticPullOptions: { onChange: true, onSave: true },
    markdown: { isTrusted: false, supportHtml: false },
    middleware: {
      ...withoutDoubles,
      ...withoutDoublesEverywhere,
      executeCommand: async (command, args: unknown[], next) => {
        if (NEEDS_PACKAGES.has(command)) {
          return (await packages.ready()) ? (next(command, args.length > 0 ? args : site()) as unknown) : undefined;
        }
        const given = command === "docsLsp.explainRule" && args.length === 0 ? await askForRule() : args;
        return given === undefined ? undefined : (next(command, given) as unknown);
      },
      window: {
        // An explanation is there to be read, not to be edited.
        showDocument: async (params, token, next) => {
          const uri = vscode.Uri.parse(params.uri);
          if (params.external !== true && uri.path.endsWith(".md") && !vscode.workspace.getWorkspaceFolder(uri)) {
            await vscode.commands.executeCommand("markdown.showPreview", uri);
            return { success: true };
          }
          return next(params, token);
        },
      },
    },
  };
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
