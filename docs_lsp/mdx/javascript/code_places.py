"""Converts character positions of a JavaScript parser to byte offsets in a page."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Span


class CodePlaces(NamedTuple):
    """A piece of code and its byte offset in a page."""

    code: str
    base: int
    """The byte offset of the code in the page."""

    def to_byte_offset(self, characters: int) -> int:
        """Return the byte offset in the page of a character index."""
        if self.code.isascii():
            return self.base + characters
        return self.base + len(self.code[:characters].encode("utf-8", "surrogatepass"))

    def to_byte_span(self, characters: tuple[int, int]) -> Span:
        """Return the byte span in the page of a range of characters."""
        return Span(self.to_byte_offset(characters[0]), self.to_byte_offset(characters[1]))
