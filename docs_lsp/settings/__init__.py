"""Settings: the values, the docs-lsp.toml reader, edits to it, and the baseline."""
