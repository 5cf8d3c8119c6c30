"""Fixes for JSON syntax errors: the parser knows the text to insert."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import detect_line_break, get_indent
from docs_lsp.jsontree.nodes import SyntaxFault
from docs_lsp.rules.framework.fix_context import FixContext

_BLANK_BEFORE = compile_lazily(rb"[ \t]*\Z")
_BLANK = compile_lazily(rb"[ \t]*")
_APART = (b"", b" ", b"\t", b"\n", b"\r", b"{", b"[", b",", b":")
_CLOSED_LINE = compile_lazily(rb"[ \t]*[\]}][\]}, \t]*")
_LAST_COMMA = compile_lazily(rb"([ \t\r\n]*,)[ \t\r\n]*\Z")
"""A comma after which the file ends: no child follows, and the bracket must not precede it."""
_CHILD_END = compile_lazily(rb"[ \t]*,?[ \t]*(?:[\r\n]|\Z)")
_LINE_END = compile_lazily(rb"[ \t]*(\r\n?|\n|\Z)")


def offer_syntax_fix(subject: FixContext) -> Iterator[Fix]:
    """Yield the safe fix of a syntax error or comment, if the parser knows a certain one."""
    fault = _find_parser_fault(subject)
    if fault is None or fault.insert is None:
        return
    span = subject.problem.span
    if fault.code == "comment":
        span = _widen_to_spaces(subject.data, span)
    elif fault.insert and fault.insert[0] in "]}":
        comma = _LAST_COMMA.match(subject.data, span.end)
        span = Span(span.start, comma.end(1)) if comma else span
    new = _lead_to_own_line(subject, fault) + fault.insert
    yield Fix(
        _title_syntax_fix(fault, subject),
        (subject.build_edit(span, new),),
        safe=True,
        preferred=True,
    )


def _find_parser_fault(subject: FixContext) -> SyntaxFault | None:
    """Return the parser's fault at the problem's range with the problem's rule, or None."""
    if subject.here is None:
        return None
    document = subject.here.document
    faults = subject.readings.get_or_read(document, _index_faults, key=id(document))
    return faults.get((subject.problem.span, subject.problem.rule))


def _index_faults(document: Document) -> dict[tuple[Span, str], SyntaxFault]:
    """Return the first parser fault of each place and rule, by its absolute span and the rule."""
    faults: dict[tuple[Span, str], SyntaxFault] = {}
    for at, fault in document.iter_faults():
        faults.setdefault((Span(at + fault.start, at + fault.end), fault.code), fault)
    return faults


def _title_syntax_fix(fault: SyntaxFault, subject: FixContext) -> str:
    if fault.code == "comment":
        return "Remove the comment"
    if not subject.problem_text:
        return f"Insert {code(fault.insert or '')}"
    return f"Write {code(fault.insert)}" if fault.insert else f"Remove {code(subject.problem_text)}"


def _lead_to_own_line(subject: FixContext, fault: SyntaxFault) -> str:
    """Return the line break and indent before a closing bracket that gets its own line, or "".

    It gets one if the line of the last child begins with a closing bracket, or if nothing follows
    the opening bracket and the last child in their lines.
    """
    if fault.insert not in ("}", "]") or fault.related is None or subject.here is None:
        return ""
    data, end = subject.data, subject.problem.span.start
    line = max(data.rfind(b"\n", 0, end), data.rfind(b"\r", 0, end)) + 1
    places = (
        at + each.related[0]
        for at, each in subject.here.document.iter_faults()
        if each is fault and each.related is not None
    )
    opened_at = next(places, end)
    is_block = _LINE_END.match(data, opened_at + 1) and _CHILD_END.match(data, end)
    if opened_at >= line or not (is_block or _CLOSED_LINE.fullmatch(data, line, end)):
        return ""
    return detect_line_break(data, line - 1) + get_indent(data, opened_at)


def _widen_to_spaces(data: bytes, span: Span) -> Span:
    """Widen the range of a comment to the spaces before it, or its whole line if it is alone.

    If something follows on the line, widen it to the spaces after it instead, unless two tokens
    would touch.
    """
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
