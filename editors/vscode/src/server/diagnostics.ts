/**
 * Removes diagnostics that VS Code's own JSON support reports too.
 *
 * Both report JSON syntax errors. The server's quick fixes for them remain available even if its
 * diagnostics are hidden.
 */
import * as vscode from "vscode";
import { type Middleware, vsdiag } from "vscode-languageclient/node";
import { getRulePage } from "../rulePages";
import { hasJsonSupport } from "./jsonSupport";
import type { StaleDocuments } from "./staleDocuments";

const REPORTED_BY_VSCODE = new Set(["syntax-error", "trailing-comma", "comment", "duplicate-key"]);

type DiagnosticMiddleware = Pick<Middleware, "provideDiagnostics" | "provideWorkspaceDiagnostics" | "handleDiagnostics">;

/** Create middleware that hides duplicate diagnostics and links codes to rule pages. */
export const createDiagnosticMiddleware = (staleDocuments: StaleDocuments): DiagnosticMiddleware => ({
  provideDiagnostics: async (document, previous, token, next) => {
    const uri = document instanceof vscode.Uri ? document : document.uri;
    const report = await next(document, staleDocuments.take(uri) ? undefined : previous, token);
    if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
      report.items = prepareDiagnostics(uri, report.items);
    }
    return report;
  },
  handleDiagnostics: (uri, diagnostics, next) => {
    next(uri, prepareDiagnostics(uri, diagnostics));
  },
  provideWorkspaceDiagnostics: (previous, token, reporter, next) =>
    next(previous, token, (chunk) => {
      for (const report of chunk?.items ?? []) {
        if (report.kind === vsdiag.DocumentDiagnosticReportKind.full) {
          report.items = prepareDiagnostics(report.uri, report.items);
        }
      }
      reporter(chunk);
    }),
});

function prepareDiagnostics(uri: vscode.Uri, diagnostics: vscode.Diagnostic[]): vscode.Diagnostic[] {
  const remaining = isCheckedByVscode(uri) ? diagnostics.filter((diagnostic) => !REPORTED_BY_VSCODE.has(getCode(diagnostic))) : diagnostics;
  for (const diagnostic of remaining) {
    linkToRulePage(diagnostic);
  }
  return remaining;
}

/** Link the code of a diagnostic to the rendered explanation of its rule. */
function linkToRulePage(diagnostic: vscode.Diagnostic): void {
  const { code } = diagnostic;
  if (diagnostic.source === "docs-lsp" && typeof code === "object" && code.target.scheme === "file") {
    diagnostic.code = { value: code.value, target: getRulePage(String(code.value), code.target) };
  }
}

function isCheckedByVscode(uri: vscode.Uri): boolean {
  const document = vscode.workspace.textDocuments.find((candidate) => candidate.uri.toString() === uri.toString());
  const settings = vscode.workspace.getConfiguration("docsLsp", uri);
  return (
    document?.languageId === "json" &&
    settings.get("jsonServer") === "auto" &&
    hasJsonSupport(document) &&
    vscode.workspace.getConfiguration("json", uri).get("validate.enable") === true
  );
}

/** Return the rule name of a diagnostic. */
export function getCode(diagnostic: vscode.Diagnostic): string {
  const { code } = diagnostic;
  return String(typeof code === "object" ? code.value : (code ?? ""));
}
