"""How a file is fixed that cannot be read as JSON: the parser knows what belongs there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.problem import Fix
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import SyntaxFault
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code

_BLANK_BEFORE = re.compile(rb"[ \t]*\Z")
_BLANK = re.compile(rb"[ \t]*")
_APART = (b"", b" ", b"\t", b"\n", b"\r", b"{", b"[", b",", b":")
_LINE_END = re.compile(rb"[ \t]*(\r\n?|\n|\Z)")


def fix_syntax_fault(subject: FixContext) -> Iterator[Fix]:
    """What makes the place readable again, where that is certain."""
    fault = _find_fault(subject)
    if fault is None or fault.insert is None:
        return
    span = subject.problem.span
    if fault.code == "comment":
        span = _widen_to_blanks(subject.data, span)
    yield Fix(
        _title(fault, subject), (subject.edit(span, fault.insert),), safe=True, preferred=True
    )


def _find_fault(subject: FixContext) -> SyntaxFault | None:
    """What the parser says of the place."""
    if subject.here is None:
        return None
    document = subject.here.document
    faults = subject.readings.get(document, _index_faults, key=id(document))
    return faults.get((subject.problem.span, subject.problem.rule))


def _index_faults(document: Document) -> dict[tuple[Span, str], SyntaxFault]:
    """The first fault of each place and kind."""
    faults: dict[tuple[Span, str], SyntaxFault] = {}
    for at, fault in document.faults():
        faults.setdefault((Span(at + fault.start, at + fault.end), fault.code), fault)
    return faults


def _title(fault: SyntaxFault, subject: FixContext) -> str:
    if fault.code == "comment":
        return "Remove the comment"
    if not subject.text:
        return f"Insert {code(fault.insert or '')}"
    return f"Write {code(fault.insert)}" if fault.insert else f"Remove {code(subject.text)}"


def _widen_to_blanks(data: bytes, span: Span) -> Span:
    """A range with the blanks before it, and with its whole line if it is alone there. Where
    something follows, it is the blanks behind it that go, as long as nothing grows together."""
    before = _BLANK_BEFORE.search(data, max(0, span.start - 1000), span.start)
    start = before.start() if before else span.start
    after = _LINE_END.match(data, span.end)
    if after is None:
        behind = _BLANK.match(data, span.end)
        stands_apart = data[span.start - 1 : span.start] in _APART
        return Span(span.start, behind.end()) if behind and stands_apart else span
    if start == 0 or data[start - 1 : start] in (b"\n", b"\r"):
        return Span(start, after.end())
    return Span(start, span.end)
