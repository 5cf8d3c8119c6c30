"""Converts refusals of the parser to faults with the range that a user has to change."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import decode_character_at
from docs_lsp.mdx.refusal import Refusal
from docs_lsp.mdx.syntax import FaultKind, MdxFault

_WHOLE = frozenset(
    (
        *(FaultKind.AUTOLINK, FaultKind.HTML_COMMENT, FaultKind.DECLARATION),
        *(FaultKind.TAG_NAME, FaultKind.EMPTY_VALUE, FaultKind.NOT_SPREAD),
    )
)
"""Faults whose range is everything that was read."""
_SIGN = frozenset((FaultKind.LESS_THAN, FaultKind.UNCLOSED_BRACE, FaultKind.UNCLOSED_VALUE))
"""Faults whose range is the first character."""
_CLOSING_QUOTES = {"\u201c": "\u201d", "\u2018": "\u2019", "\u201e": "\u201c", "\u00ab": "\u00bb"}


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
    if kind in _SIGN:
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
    line_end = text.find("\n", at)
    closing = _CLOSING_QUOTES.get(quote, quote).encode().decode("latin-1")
    close = text.find(closing, at + 1, line_end if line_end >= 0 else len(text))
    return close + len(closing) if close >= 0 else at + len(quote.encode())


def _measure_character(text: str, at: int) -> int:
    """Return the number of bytes of the character at an offset; 1 if it is not UTF-8."""
    written = decode_character_at(text, at).encode().decode("latin-1")
    return len(written) if text.startswith(written, at) else 1
