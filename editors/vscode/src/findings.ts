/** The findings of the server, among all that are shown. */
import * as vscode from "vscode";

/** How many findings there are of each kind. */
export interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly others: number;
  readonly files: number;
}

/** All findings of the server, by file. */
export function ours(): [vscode.Uri, vscode.Diagnostic[]][] {
  return vscode.languages
    .getDiagnostics()
    .map(([uri, all]): [vscode.Uri, vscode.Diagnostic[]] => [uri, all.filter((one) => one.source === "docs-lsp")])
    .filter(([, found]) => found.length > 0);
}

/** Count findings. */
export function counted(found: readonly [vscode.Uri, vscode.Diagnostic[]][]): Counts {
  const all = found.flatMap(([, one]) => one);
  const of = (severity: vscode.DiagnosticSeverity): number => all.filter((one) => one.severity === severity).length;
  const errors = of(vscode.DiagnosticSeverity.Error);
  const warnings = of(vscode.DiagnosticSeverity.Warning);
  return { errors, warnings, others: all.length - errors - warnings, files: found.length };
}
