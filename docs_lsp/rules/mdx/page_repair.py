"""A change that may mend a page."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Span, encode


class PageRepair(NamedTuple):
    """Some replacements in one page."""

    title: str
    edits: tuple[tuple[Span, str], ...]
    safe: bool = False
    """Whether it shows readers nothing but what was meant."""
    preferred: bool = True

    @classmethod
    def insertion(cls, title: str, at: int, new: str, *, safe: bool = False) -> PageRepair:
        """A text put in at an offset."""
        return cls(title, ((Span(at, at), new),), safe)

    def apply(self, data: bytes) -> bytes:
        """The page after it."""
        for span, new in sorted(self.edits, reverse=True):
            data = data[: span.start] + encode(new) + data[span.end :]
        return data


def text_at(data: bytes, span: Span) -> str:
    """What stands at a place of a page."""
    return data[slice(*span)].decode("utf-8", "replace")
