"""A declaration of docs-lsp.toml that cannot be followed."""

from __future__ import annotations


class SyncFault(Exception):
    """Why an element cannot be kept in step; `str` gives a sentence for the writer."""

    def __init__(self, index: int, key: str, message: str) -> None:
        """Take the number of the declaration, the key in it that is wrong, and the sentence."""
        super().__init__(message)
        self.index = index
        self.key = key
