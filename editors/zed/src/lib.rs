//! Starts docs-lsp for Zed: the program from the settings, or the one on the PATH.

use zed_extension_api::{
    self as zed, serde_json, settings::LspSettings, Command, LanguageServerId, Result, Worktree,
};

const PROGRAM: &str = "docs-lsp";

struct DocsLsp;

impl zed::Extension for DocsLsp {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let arguments = binary.as_ref().and_then(|binary| binary.arguments.clone());
        let command = binary
            .and_then(|binary| binary.path)
            .or_else(|| worktree.which(PROGRAM))
            .ok_or("docs-lsp is not on the PATH. Install it, or set `lsp.docs-lsp.binary.path`.")?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_default(),
            env: worktree.shell_env(),
        })
    }

    fn language_server_workspace_configuration(
        &mut self,
        server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<serde_json::Value>> {
        let settings = LspSettings::for_worktree(server.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.settings)
            .unwrap_or_default();
        Ok(Some(serde_json::json!({ "docsLsp": settings })))
    }
}

zed::register_extension!(DocsLsp);
