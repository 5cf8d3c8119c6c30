"""Answers to an editor's requests in LSP's terms, each computed by a pure function."""
