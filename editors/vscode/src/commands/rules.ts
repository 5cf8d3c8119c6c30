/** Chooses a rule for commands invoked without one. */
import * as vscode from "vscode";
import { getCode } from "../server/diagnostics";
import { getFindings } from "../findings";

/** Return the rule at the cursor, or let the user pick one with findings, as command arguments. */
export async function chooseRule(): Promise<[string] | undefined> {
  const editor = vscode.window.activeTextEditor;
  const findings = getFindings();
  const fileFindings = findings.find(([uri]) => uri.toString() === editor?.document.uri.toString())?.[1] ?? [];
  const atCursor = fileFindings.find((diagnostic) => editor !== undefined && diagnostic.range.contains(editor.selection.active));
  if (atCursor !== undefined) {
    return [getCode(atCursor)];
  }
  const examples = new Map(findings.flatMap(([, diagnostics]) => diagnostics.map((diagnostic) => [getCode(diagnostic), diagnostic.message] as const)));
  if (examples.size === 0) {
    void vscode.window.showInformationMessage("There are no findings, so there is no rule to explain.");
    return undefined;
  }
  const items = [...examples].sort().map(([label, detail]) => ({ label, detail }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Select a rule", matchOnDetail: true });
  return chosen === undefined ? undefined : [chosen.label];
}
