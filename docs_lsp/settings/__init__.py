"""Settings: the values, the reader of docs-lsp.toml, edits to it, and the baseline."""
