"""From the characters that a parser counts to the bytes of a page."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Span


class CodePlaces(NamedTuple):
    """Where a piece of text stands in a page."""

    code: str
    base: int
    """The offset of its first byte in the page."""

    def offset(self, characters: int) -> int:
        """That of a character, in bytes of the page."""
        if self.code.isascii():
            return self.base + characters
        return self.base + len(self.code[:characters].encode("utf-8", "surrogatepass"))

    def span(self, characters: tuple[int, int]) -> Span:
        """That between two characters, in bytes of the page."""
        return Span(self.offset(characters[0]), self.offset(characters[1]))
