"""The error for a declaration of docs-lsp.toml that cannot be followed."""

from __future__ import annotations


class SyncFault(Exception):
    """Raised if an element cannot be synchronised; `str` gives a sentence for the writer."""

    def __init__(self, index: int, key: str, message: str) -> None:
        """Store the index of the declaration, the key in it that is wrong, and the sentence."""
        super().__init__(message)
        self.index = index
        self.key = key
