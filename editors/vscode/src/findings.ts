/** Selects and counts the diagnostics published by docs-lsp. */
import * as vscode from "vscode";

/** Number of findings by severity, and of files that have any. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
  readonly files: number;
}

/** Return all docs-lsp diagnostics, grouped by file. */
export function getFindings(): [vscode.Uri, vscode.Diagnostic[]][] {
  return vscode.languages
    .getDiagnostics()
    .map(([uri, diagnostics]): [vscode.Uri, vscode.Diagnostic[]] => [uri, diagnostics.filter((diagnostic) => diagnostic.source === "docs-lsp")])
    .filter(([, diagnostics]) => diagnostics.length > 0);
}

/** Count findings by severity. */
export function countFindings(findings: readonly [vscode.Uri, vscode.Diagnostic[]][]): FindingCounts {
  const allDiagnostics = findings.flatMap(([, diagnostics]) => diagnostics);
  const countSeverity = (severity: vscode.DiagnosticSeverity): number => allDiagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const errors = countSeverity(vscode.DiagnosticSeverity.Error);
  const warnings = countSeverity(vscode.DiagnosticSeverity.Warning);
  return { errors, warnings, others: allDiagnostics.length - errors - warnings, files: findings.length };
}
