"""Repair pages that the service's parser rejects.

For each fault there are candidates, the likeliest first. Only candidates are offered after which
the page has this fault less and no other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import KNOWN_NAMES
from docs_lsp.mdx.fault_messages import build_link_target
from docs_lsp.mdx.fences import seems_misplaced
from docs_lsp.mdx.reading import find_faults, parse_page_tags
from docs_lsp.mdx.refusal import MOST_FAULTS
from docs_lsp.mdx.syntax import FaultKind, MdxFault
from docs_lsp.rules.mdx.page_repair import (
    PageRepair,
    decode_range,
    escape_pipes,
    fix_expression,
    fix_module_line,
    fix_module_text,
    has_too_many_cells,
    remove_duplicate_import,
)
from docs_lsp.rules.mdx.tag_fixes import (
    fix_closing_tag,
    fix_split_tag,
    fix_stray_closing,
    fix_unclosed_tag,
    wrap_in_code,
)

_MOST_OFFERED = 3
_TRIED_ALONE = 1 << 17
"""Bytes up to which candidates are tried one by one."""
_MOST_READ = 1 << 21
"""Bytes of one page that are parsed to try candidates together; then no more are offered."""
_BLANK_LINES = compile_lazily(r"\n[ \t]*\n\s*")
_NAME = compile_lazily(rb"</?([A-Za-z]\w*)")
_IDENTIFIER = compile_lazily(r"[A-Za-z_$][\w$.]*")
_INCOMPLETE_TAG = compile_lazily(rb"<[^\s<>]*>?[ \t]?")
_SEPARATORS = {",": "comma", ";": "semicolon"}
_UNCLOSED = compile_lazily(rb"[\"']([^\"'\n]*?)(?=\s+[\w:-]+=[\"'][^\"'\n]*\Z)")
"""A value that goes on up to the opening quote of the next one."""
_UNCLOSED_ABOVE = compile_lazily(rb"=([\"'])([^\"'\n]*?)\s*/?>[ \t]*\n")
"""A value that goes on into the lines below its tag."""
_ATTRIBUTES_BELOW = compile_lazily(
    rb"[^\n<>]*(?:\n[ \t]*[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|\{[^{}\n]*\}))+"
)
_CURLY = str.maketrans("", "", "\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb")
_Try: TypeAlias = tuple[MdxFault, PageRepair]
_Candidates: TypeAlias = Callable[[bytes, MdxFault], Iterator[PageRepair]]


class PageRepairs:
    """The repairs of each fault of one page.

    A page with CRLF is repaired as if its lines ended in LF, so that both get the same repairs.
    """

    def __init__(self, data: bytes) -> None:
        """Parse the page; its repairs are computed on demand."""
        self._line_ends = _CrlfMap(data)
        self._data = data = data.replace(b"\r\n", b"\n")
        page = parse_page_tags(data)
        self._faults = page.faults
        # If code and text may be swapped, a tag or brace that looks wrong may be right.
        self._is_code_sure = not any(seems_misplaced(data, code) for code in page.code)
        # One wrong tag may cause several faults, but a void element is never closed by another tag.
        self._are_tags_sure = sum(map(_depends_on_other_tags, page.faults)) < 2
        self._left = _MOST_READ

    def find_repairs(self, span: Span) -> tuple[PageRepair, ...]:
        """Return up to three repairs of the fault with this range, the likeliest first."""
        return self._line_ends.restore(
            self._repairs_by_span.get(self._line_ends.remove_from(span), ())
        )

    @cached_property
    def _repairs_by_span(self) -> dict[Span, tuple[PageRepair, ...]]:
        """The repairs that remove a fault, by its span; up to three each, likeliest first."""
        if len(self._faults) >= MOST_FAULTS:
            return {}  # The page was not read to its end, so the remaining faults are unknown.
        first = {fault.span: fault for fault in reversed(self._faults)}
        waiting = {
            span: _CANDIDATES.get(fault.kind, _offer_nothing)(self._data, fault)
            for span, fault in first.items()
        }
        return self._offer_effective(first, waiting)

    def _offer_effective(
        self, first: Mapping[Span, MdxFault], waiting: Mapping[Span, Iterator[PageRepair]]
    ) -> dict[Span, tuple[PageRepair, ...]]:
        """Return the effective ones of the candidates that wait for each fault."""
        offered: dict[Span, list[PageRepair]] = {span: [] for span in first}
        while waiting:
            tries = [
                (first[span], repair)
                for span, candidates in waiting.items()
                for repair in islice(candidates, 1)
            ]
            for fault, repair in self._find_effective(tries):
                repairs = offered[fault.span]
                repairs.append(self._mark_safe_and_preferred(fault, repair, repairs))
            tried = {fault.span for fault, _ in tries}
            waiting = {
                span: candidates
                for span, candidates in waiting.items()
                if span in tried and len(offered[span]) < _MOST_OFFERED
            }
        return {span: tuple(repairs) for span, repairs in offered.items()}

    def _mark_safe_and_preferred(
        self, fault: MdxFault, repair: PageRepair, before: Sequence[PageRepair]
    ) -> PageRepair:
        """Return the repair, safe or preferred only as the first repair of a certain fault."""
        is_first = not before and self._is_certain(fault)
        return repair._replace(
            safe=is_first and repair.safe, preferred=is_first and repair.preferred
        )

    def _is_certain(self, fault: MdxFault) -> bool:
        """Return whether a fault is certainly what it looks like."""
        if not self._is_code_sure or (_depends_on_other_tags(fault) and not self._are_tags_sure):
            return False
        # A pipe that was meant as text ends a cell, and the last cell is dropped.
        is_pipe = fault.kind is FaultKind.PIPE_IN_CODE
        return is_pipe or not has_too_many_cells(self._data, fault.span.start)

    def _find_effective(self, tries: Sequence[_Try]) -> list[_Try]:
        """Return the candidates that repair their faults; none once too much has been parsed.

        If trying each alone would take too long, they are tried together, and in halves if that
        does not repair all.
        """
        size = len(self._data)
        if len(tries) < 2 or len(tries) * size <= _TRIED_ALONE:
            return [attempt for attempt in tries if self._try_together([attempt])]
        if self._left < size:
            return []
        if self._try_together(tries):
            return [*tries]
        middle = len(tries) // 2
        return [*self._find_effective(tries[:middle]), *self._find_effective(tries[middle:])]

    def _try_together(self, tries: Sequence[_Try]) -> bool:
        """Apply candidates together, and return whether that removes exactly their faults.

        Parses the changed page and deducts its size from the bytes that may still be read.
        """
        edits = sorted(edit for _, repair in tries for edit in repair.edits)
        pairs = pairwise(edits)
        if len(tries) > 1 and any(after.start <= before.end for (before, _), (after, _) in pairs):
            return False
        self._left -= len(self._data)
        after = PageRepair("", tuple(edits)).apply(self._data)
        left = Counter(fault.kind for fault in find_faults(after))
        mended = Counter(fault.kind for fault, _ in tries)
        return left == Counter(fault.kind for fault in self._faults) - mended


class _CrlfMap:
    """The offsets of a page with CRLF, and those that it has with LF."""

    def __init__(self, data: bytes) -> None:
        """Remember where the page has CRLF."""
        self._crlf = [match.start() for match in re.finditer(rb"\r\n", data)]
        self._lf = [offset - index for index, offset in enumerate(self._crlf)]

    def remove_from(self, span: Span) -> Span:
        """Return the span that a span of the page has with LF."""
        start, end = (offset - bisect_left(self._crlf, offset) for offset in span)
        return Span(start, end)

    def restore(self, repairs: Sequence[PageRepair]) -> tuple[PageRepair, ...]:
        """Return the repairs of the page for those of the page with LF; they write its CRLF."""
        if not self._crlf:
            return tuple(repairs)
        return tuple(
            repair._replace(
                edits=tuple(
                    (self._restore_in(span), new.replace("\n", "\r\n"))
                    for span, new in repair.edits
                )
            )
            for repair in repairs
        )

    def _restore_in(self, span: Span) -> Span:
        start, end = (offset + bisect_left(self._lf, offset) for offset in span)
        return Span(start, end)


def _depends_on_other_tags(fault: MdxFault) -> bool:
    """Return whether another tag may be the wrong one."""
    is_void = fault.kind is FaultKind.UNCLOSED_TAG and fault.tag in _SURELY_VOID
    return fault.kind in _OF_TAGS and not is_void


def _offer_nothing(_: bytes, __: MdxFault) -> Iterator[PageRepair]:
    return iter(())


def _escape_character(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield a backslash before the fault; preferred unless it seems to be a known tag."""
    sign = decode_range(data, Span(fault.span.start, fault.span.start + 1))
    title = f"Write `\\{sign}`"
    # A tag with the name of an element or a component is a broken one, not text.
    name = _NAME.match(data, fault.span.start)
    is_text = name is None or name[1].decode("ascii") not in KNOWN_NAMES
    repair = PageRepair.insertion(title, fault.span.start, "\\", safe=is_text)
    yield repair._replace(preferred=is_text)


def _write_link(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield the Markdown link for an address in angle brackets."""
    link = f"[{fault.detail}]({build_link_target(fault.detail)})"
    yield PageRepair(f"Write `{link}`", ((fault.span, link),), safe=True)


def _rewrite_comment(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield an HTML comment as an MDX comment, with and without its blank lines."""
    text = decode_range(data, fault.span).removeprefix("<!--").removesuffix("-->")
    if "*/" not in text:
        title = "Convert it to an MDX comment"
        yield PageRepair(title, ((fault.span, f"{{/*{text}*/}}"),), safe=True)
        joined = _BLANK_LINES.sub("\n", text)
        yield PageRepair(title, ((fault.span, f"{{/*{joined}*/}}"),), safe=True)


def _quote_declaration(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield a declaration such as `<!DOCTYPE html>` in backticks, and escaped."""
    yield PageRepair("Put it in backticks", ((fault.span, f"`{decode_range(data, fault.span)}`"),))
    yield from _escape_character(data, fault)


def _fix_tag_name(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a `<` without a tag name: in backticks if closed, and escaped."""
    text = decode_range(data, fault.span)
    if text.endswith(">") and "`" not in text:
        yield wrap_in_code(data, fault.span)
    yield from _escape_character(data, fault)


def _fix_attribute(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for a character that cannot begin an attribute."""
    name = _SEPARATORS.get(fault.detail)
    if name:
        yield PageRepair(f"Remove the {name}", ((fault.span, ""),), safe=True)
    start = find_line_start(data, fault.span.start)
    unclosed = _UNCLOSED.search(data, start, fault.span.start)
    if unclosed:
        yield PageRepair.insertion("Close the quote", unclosed.end(1), unclosed[0][:1].decode())
    if fault.detail in ("'", '"'):
        yield PageRepair.insertion("Write `=` before the value", fault.span.start, "=", safe=True)
        for opened in deque(_UNCLOSED_ABOVE.finditer(data, 0, fault.span.start), maxlen=1):
            yield PageRepair.insertion("Close the quote", opened.end(2), opened[1].decode())
        yield PageRepair("Remove this quote", ((fault.span, ""),))
    if fault.detail == "<" and (stray := _INCOMPLETE_TAG.match(data, fault.span.start)):
        yield PageRepair("Remove it", ((Span(*stray.span()), ""),))
    start = max(data.rfind(f"<{fault.tag}".encode(), 0, fault.span.start), 0)
    end = data.find(b"\n", start, fault.span.start)
    if end >= 0:
        yield PageRepair.insertion("Add `>`", end, ">")
    yield PageRepair.insertion("Write `\\<`", start, "\\")


def _fix_attribute_value(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for an attribute value without quotes or braces."""
    value = decode_range(data, fault.span)
    if value.startswith("`"):
        yield PageRepair("Put it in braces", ((fault.span, f"{{{value}}}"),), safe=True)
    end = data.find(b"/>", fault.span.end)
    if value.startswith("<") and end >= 0 and b"\n" not in data[fault.span.start : end]:
        span = Span(fault.span.start, end + len("/>"))
        yield PageRepair(
            "Put it in braces", ((span, f"{{{decode_range(data, span)}}}"),), safe=True
        )
    title = "Put it in quotes"
    line = data[fault.span.start : find_line_end(data, fault.span.start)]
    for quote in ('"', "'"):
        if quote.encode() in line:
            yield PageRepair.insertion(title, fault.span.start, quote, safe=True)
    bare = value.strip("\"'")
    if bare and not bare.startswith(("<", "`")):
        yield PageRepair(title, ((fault.span, f'"{bare}"'),), safe=True)


def _straighten_quotes(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield an attribute value in straight quotes instead of curly ones."""
    value = decode_range(data, fault.span).translate(_CURLY)
    quote = "'" if '"' in value else '"'
    yield PageRepair(
        "Write straight quotes", ((fault.span, f"{quote}{value.strip(quote)}{quote}"),), safe=True
    )


def _close_value(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for the closing quote of an attribute value."""
    quote = decode_range(data, fault.span)
    end = data.find(b"\n", fault.span.end)
    line = data[fault.span.end : end if end >= 0 else len(data)]
    places = [match.start() for match in re.finditer(rb"\s*/?>|\s+[\w-]+=|\s*$", line)]
    for place in places:
        at = fault.span.end + place
        yield PageRepair.insertion("Close the quote", at, quote)


def _add_tag_end(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield candidates for the end of a tag, after the attributes in the lines below it."""
    below = _ATTRIBUTES_BELOW.match(data, fault.span.end)
    at = below.end() if below else fault.span.end
    at += len(data[at : find_line_end(data, at)].rstrip())
    yield PageRepair.insertion("Add `>`", at, ">")
    yield PageRepair.insertion("Add `/>`", at, " />")
    yield from _escape_character(data, fault)


def _fix_empty_value(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield two quotes in place of an empty attribute value; never preferred."""
    yield PageRepair('Write `""`', ((fault.span, '""'),), preferred=False)


def _spread_expression(data: bytes, fault: MdxFault) -> Iterator[PageRepair]:
    """Yield `{...name}` for an expression among the attributes, and its removal."""
    if _IDENTIFIER.fullmatch(fault.detail):
        spread = f"{{...{fault.detail}}}"
        yield PageRepair("Spread it", ((fault.span, spread),), preferred=False)
    yield PageRepair("Remove it", ((fault.span, ""),), preferred=False)


_OF_TAGS = frozenset(
    (
        *(FaultKind.STRAY_CLOSING, FaultKind.WRONG_CLOSING, FaultKind.SPLIT_TAG),
        FaultKind.UNCLOSED_TAG,
    )
)
"""Faults of tags that do not match."""
_SURELY_VOID = frozenset(("br", "hr", "img", "input", "wbr"))
"""Void elements whose names no writer gives to a placeholder, as in `git push <source>`."""
_CANDIDATES: dict[FaultKind, _Candidates] = {
    FaultKind.LESS_THAN: _escape_character,
    FaultKind.AUTOLINK: _write_link,
    FaultKind.HTML_COMMENT: _rewrite_comment,
    FaultKind.DECLARATION: _quote_declaration,
    FaultKind.TAG_NAME: _fix_tag_name,
    FaultKind.ATTRIBUTE: _fix_attribute,
    FaultKind.ATTRIBUTE_VALUE: _fix_attribute_value,
    FaultKind.CURLY_QUOTES: _straighten_quotes,
    FaultKind.UNCLOSED_VALUE: _close_value,
    FaultKind.UNENDED_TAG: _add_tag_end,
    FaultKind.CLOSING_TAG: fix_closing_tag,
    FaultKind.EMPTY_VALUE: _fix_empty_value,
    FaultKind.NOT_SPREAD: _spread_expression,
    FaultKind.UNCLOSED_BRACE: _escape_character,
    FaultKind.EXPRESSION: fix_expression,
    FaultKind.MODULE: fix_module_line,
    FaultKind.MODULE_TEXT: fix_module_text,
    FaultKind.DECLARED_TWICE: remove_duplicate_import,
    FaultKind.UNCLOSED_TAG: fix_unclosed_tag,
    FaultKind.STRAY_CLOSING: fix_stray_closing,
    FaultKind.WRONG_CLOSING: fix_stray_closing,
    FaultKind.SPLIT_TAG: fix_split_tag,
    FaultKind.PIPE_IN_CODE: lambda data, fault: escape_pipes(data, fault.span.start),
}
