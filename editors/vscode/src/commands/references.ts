/** The command by which a lens of the server shows references. */
import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageclient/node";

/** Show locations, given as the protocol writes them, at a place in a document. */
export async function showReferences(uri: string, position: Position, locations: readonly Location[]): Promise<void> {
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    place(position),
    locations.map(
      ({ uri: file, range }) =>
        new vscode.Location(vscode.Uri.parse(file), new vscode.Range(place(range.start), place(range.end))),
    ),
  );
}

function place({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
