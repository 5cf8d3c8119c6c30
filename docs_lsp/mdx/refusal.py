"""The exception with which the reader reports that a page is rejected, and the fault it becomes.

A fault has the range that a user has to change; a refusal has the place where the parser stops.
"""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import decode_character_at, find_line_break
from docs_lsp.mdx.syntax import FaultKind, MdxFault

MOST_FAULTS = 200
"""The number of faults after which the rest of a page is not read."""
FEW_FAULTS = 8
"""The number of faults from which tags and expressions are searched in short ranges only."""
SHORT_REACH = 2_000
"""The size of these short ranges, in bytes."""
_AT_END = frozenset((FaultKind.UNENDED_TAG, FaultKind.UNCLOSED_VALUE, FaultKind.UNCLOSED_BRACE))
_WHOLE = frozenset(
    (
        *(FaultKind.AUTOLINK, FaultKind.HTML_COMMENT, FaultKind.DECLARATION),
        *(FaultKind.TAG_NAME, FaultKind.EMPTY_VALUE, FaultKind.NOT_SPREAD),
    )
)
"""Faults whose range is everything that was read."""
_FIRST_CHARACTER = frozenset(
    (FaultKind.LESS_THAN, FaultKind.UNCLOSED_BRACE, FaultKind.UNCLOSED_VALUE)
)
"""Faults whose range is the first character."""
_CLOSING_QUOTES = {"\u201c": "\u201d", "\u2018": "\u2019", "\u201e": "\u201c", "\u00ab": "\u00bb"}


class Refusal(Exception):
    """A place at which the service's parser gives up; caught within `mdx` only.

    No frame it passes through may store it in a variable: exception and frames would form a
    reference cycle and keep everything alive until garbage collection.
    """

    def __init__(
        self, kind: FaultKind, at: int, detail: str = "", tag: str = "", resume: int = -1
    ) -> None:
        """Refuse the text at `at`, where the parser stops.

        `resume` is the offset at which reading can continue, -1 for directly after the first
        character; `tag` is the name of the tag, as far as it was read.
        """
        super().__init__(kind, at)
        self.kind = kind
        self.at = at
        self.detail = detail
        self.tag = tag
        self.resume = resume
        self.origin = -1
        """The offset at which the refused text begins, or -1 for where reading began."""
        self.stop = resume
        """The offset at which the refused text ends, however much of it is skipped."""
        self.began = 0
        """The offset at which the refused tag or expression begins."""
        self.may_continue = False
        """Whether the refused text might continue after the end."""
        self.opens = False
        """Whether the refused text is certainly meant to open a tag."""
        self.closes = False
        """Whether the refused text is meant to close a tag."""

    def set_origin(self, origin: int) -> Refusal:
        """Set the offset at which the refused text begins, and return this refusal."""
        self.origin = origin
        return self

    @property
    def is_cut_short(self) -> bool:
        """Whether the text ended too early, so that a longer text might be accepted."""
        return self.kind in _AT_END or self.may_continue

    def drop_traceback(self) -> Refusal:
        """Drop the traceback and context, so that it can be stored, and return this refusal."""
        self.__traceback__ = self.__context__ = None
        return self


def build_fault(text: str, start: int, refusal: Refusal) -> MdxFault:
    """Return the fault of a refusal; `start` is the offset at which reading began."""
    origin = refusal.origin if refusal.origin >= 0 else start
    span = _choose_span(text, origin, refusal)
    related = None
    if refusal.at > span.end and "\n" in text[span.start : refusal.at]:
        stop = min(refusal.at, len(text))
        related = Span(stop, stop)
    return MdxFault(refusal.kind, span, related, refusal.tag, refusal.detail)


def _choose_span(text: str, origin: int, refusal: Refusal) -> Span:
    """Return the range that a user has to change, by the kind of a refusal."""
    kind, at = refusal.kind, refusal.at
    if kind in _FIRST_CHARACTER:
        return Span(origin, origin + 1)
    if kind in _WHOLE:
        end = refusal.stop if refusal.stop > origin else at + _measure_character(text, at)
        return Span(origin, end)
    if kind is FaultKind.UNENDED_TAG:
        return Span(origin, min(len(text), origin + 1 + len(refusal.tag.encode())))
    if kind is FaultKind.EXPRESSION:
        return _choose_expression_span(text, origin, refusal)
    if kind is FaultKind.CURLY_QUOTES:
        return Span(at, _find_curly_value_end(text, at, refusal.detail))
    if kind is FaultKind.ATTRIBUTE_VALUE:
        return Span(at, min(len(text), at + len(refusal.detail.encode())))
    return Span(at, min(len(text), at + max(1, _measure_character(text, at))))


def _choose_expression_span(text: str, origin: int, refusal: Refusal) -> Span:
    """Return the range of the braces; of several lines only the wrong character."""
    if "\n" in text[origin : refusal.stop]:
        at = max(origin, min(refusal.at, refusal.stop - 1))
        return Span(at, at + _measure_character(text, at))
    return Span(origin, refusal.stop)


def _find_curly_value_end(text: str, at: int, quote: str) -> int:
    """Return the offset after the closing quote in the line, or after the opening one."""
    closing = _CLOSING_QUOTES.get(quote, quote).encode().decode("latin-1")
    close = text.find(closing, at + 1, find_line_break(text, at))
    return close + len(closing) if close >= 0 else at + len(quote.encode())


def _measure_character(text: str, at: int) -> int:
    """Return the number of bytes of the character at an offset; 1 if it is not UTF-8."""
    written = decode_character_at(text, at).encode().decode("latin-1")
    return len(written) if text.startswith(written, at) else 1
