/**
 * Keeps what VS Code's own JSON support says from being said twice.
 *
 * It tells of faults of the JSON itself in every file that it looks after. The server does so too,
 * because it has fixes for them; these stay on offer where its findings are left out.
 */
import * as vscode from "vscode";
import { type Middleware, vsdiag } from "vscode-languageclient/node";
import { rulePage } from "../rulePages";
import { hasJsonSupport } from "./beside";
import type { Shaken } from "./shaken";

const BOTH = new Set(["syntax-error", "trailing-comma", "comment", "duplicate-key"]);

type Reports = Pick<Middleware, "provideDiagnostics" | "provideWorkspaceDiagnostics" | "handleDiagnostics">;

/** Leaves out findings of files that are open. */
export const withoutDoubles = (shaken: Shaken): Reports => ({
  provideDiagnostics: async (document, previous, token, next) => {
    const uri = document instanceof vscode.Uri ? document : document.uri;
    const report = await next(document, shaken.take(uri) ? undefined : previous, token);
    if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
      report.items = told(uri, report.items);
    }
    return report;
  },
  handleDiagnostics: (uri, found, next) => {
    next(uri, told(uri, found));
  },
  provideWorkspaceDiagnostics: (previous, token, reporter, next) =>
    next(previous, token, (chunk) => {
      for (const report of chunk?.items ?? []) {
        if (report.kind === vsdiag.DocumentDiagnosticReportKind.full) {
          report.items = told(report.uri, report.items);
        }
      }
      reporter(chunk);
    }),
});

function told(uri: vscode.Uri, found: vscode.Diagnostic[]): vscode.Diagnostic[] {
  const left = isCheckedElsewhere(uri) ? found.filter((one) => !BOTH.has(codeOf(one))) : found;
  for (const one of left) {
    explained(one);
  }
  return left;
}

/** Let the link of a finding's rule lead to its explanation as it is meant to be read. */
function explained(one: vscode.Diagnostic): void {
  const { code } = one;
  if (one.source === "docs-lsp" && typeof code === "object" && code.target.scheme === "file") {
    one.code = { value: code.value, target: rulePage(String(code.value), code.target) };
  }
}

function isCheckedElsewhere(uri: vscode.Uri): boolean {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const settings = vscode.workspace.getConfiguration("docsLsp", uri);
  return (
    document?.languageId === "json" &&
    settings.get("jsonServer") === "auto" &&
    hasJsonSupport(document) &&
    vscode.workspace.getConfiguration("json", uri).get("validate.enable") === true
  );
}

/** The rule of a finding. */
export function codeOf(found: vscode.Diagnostic): string {
  const { code } = found;
  return String(typeof code === "object" ? code.value : (code ?? ""));
}
