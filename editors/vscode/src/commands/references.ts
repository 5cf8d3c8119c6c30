/** Command used by the server's code lenses to show references. */
import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";

/** Show LSP locations in the references view at a position of a document. */
export async function showReferences(uri: string, position: Position, locations: readonly Location[]): Promise<void> {
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    toPosition(position),
    locations.map(
      ({ uri: file, range }) =>
        new vscode.Location(vscode.Uri.parse(file), new vscode.Range(toPosition(range.start), toPosition(range.end))),
    ),
  );
}

function toPosition({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
