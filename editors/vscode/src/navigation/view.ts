/** placeholder */
import * as vscode from "vscode";
import type { Session } from "../server/session";
export class NavigationView implements vscode.Disposable {
  constructor(private readonly session: Session) {}
  dispose(): void { this.session.client; }
}
