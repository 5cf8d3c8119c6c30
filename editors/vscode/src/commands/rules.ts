/** Which rule is meant, when a command is given none. */
import * as vscode from "vscode";
import { codeOf } from "../server/jsonSupport";
import { ours } from "../findings";

/** The rule at the cursor, or the one that is chosen among those that found something; as a command's arguments. */
export async function askForRule(): Promise<[string] | undefined> {
  const editor = vscode.window.activeTextEditor;
  const found = ours();
  const here = found.find(([uri]) => uri.toString() === editor?.document.uri.toString())?.[1] ?? [];
  const atCursor = here.find((one) => editor !== undefined && one.range.contains(editor.selection.active));
  if (atCursor !== undefined) {
    return [codeOf(atCursor)];
  }
  const examples = new Map(found.flatMap(([, all]) => all.map((one) => [codeOf(one), one.message] as const)));
  if (examples.size === 0) {
    void vscode.window.showInformationMessage("Nothing was found, so there is no rule to explain.");
    return undefined;
  }
  const items = [...examples].sort().map(([label, detail]) => ({ label, detail }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Which rule?", matchOnDetail: true });
  return chosen === undefined ? undefined : [chosen.label];
}
