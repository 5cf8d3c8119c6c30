"""A candidate change that may repair a page."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Span, encode_text


class PageRepair(NamedTuple):
    """Replacements in one page, offered as a fix if they remove a fault."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    safe: bool = False
    """Whether it certainly shows the intended content."""
    preferred: bool = True

    @classmethod
    def insertion(cls, title: str, at: int, new: str, *, safe: bool = False) -> PageRepair:
        """Return the insertion of a string at a byte offset."""
        return cls(title, ((Span(at, at), new),), safe)

    def apply(self, data: bytes) -> bytes:
        """Return the bytes of the page after the repair."""
        for span, new in sorted(self.edits, reverse=True):
            data = data[: span.start] + encode_text(new) + data[span.end :]
        return data


def decode_range(data: bytes, span: Span) -> str:
    """Return the text of a range of a page."""
    return data[slice(*span)].decode("utf-8", "replace")
