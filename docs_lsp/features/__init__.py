"""The answers to an editor's questions in LSP's terms, each made by a pure function."""
