"""Reads the commas between the children of a container, and unexpected text in their place."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import Broken, Member, Node, String, SyntaxFault
from docs_lsp.jsontree.parser import trivia
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.tokens import COLON, OPEN_ARRAY, QUOTE

_STICKING = compile_lazily(rb"[;.](?=[\s\"]|\Z)|[^,\[\]{}\n\r]+")
_COMMA = compile_lazily(rb"[ \t\r\n]*,")
_NO_COMMA = compile_lazily(rb"[ \t\r\n]*(?:[,\]}]|\Z)")
_ADJACENT_TEXT = compile_lazily(rb'"[^"\n\r]+"[ \t]*(?:[,\]}:\n\r]|\Z)')


def read_comma(container: OpenContainer, pos: int) -> None:
    """Continue after a comma; records a fault if it separates nothing."""
    if container.comma >= 0 or not container.items:
        container.add_fault(pos, pos + 1, "This comma separates nothing: remove it.", "")
        container.reader.pos = pos + 1
    else:
        accept_as_comma(container, pos)


def read_colon_for_comma(container: OpenContainer, pos: int) -> None:
    """Continue after a colon that was typed instead of a comma, and record the fault."""
    container.add_fault(pos, pos + 1, render_wrong_separator(":"), ",")
    accept_as_comma(container, pos)


def render_wrong_separator(separator: str) -> str:
    """Return the message about another character in the place of a comma."""
    return f"Write a comma here, not `{separator}`."


def report_missing_comma(container: OpenContainer) -> None:
    """Record a fault if a comma is missing before the next child."""
    if container.items and container.comma < 0 and not _is_reported(container):
        container.add_fault(container.end, container.end, "A comma is missing here.", ",")


def report_trailing_comma(container: OpenContainer) -> None:
    """Record a fault if a comma precedes the closing bracket."""
    if container.comma >= 0:
        message = "A comma before a closing bracket is not allowed in JSON. Remove it."
        at = container.comma
        container.faults.append(SyntaxFault(at, at + 1, "trailing-comma", message, insert=""))


def read_plain_comma(container: OpenContainer) -> bool:
    """Continue after a comma that directly follows the last child; returns whether there is one."""
    reader = container.reader
    comma = _COMMA.match(reader.data, reader.pos)
    if comma is None or reader.faults_left < 0:
        return False
    accept_as_comma(container, comma.end() - 1)
    return True


def accept_as_comma(container: OpenContainer, pos: int) -> None:
    """Treat the character at an offset as the comma after the last child, and read on after it."""
    container.comma = pos
    container.resume, container.faults_before_resume = pos, len(container.faults)
    container.reader.pos = pos + 1


def _is_reported(container: OpenContainer) -> bool:
    """Return whether a fault since the last child already reports the same mistake."""
    return (
        bool(container.faults)
        and container.faults[-1].start >= container.end
        and container.faults[-1].code == "syntax-error"
    )


def skip_unexpected_text(container: OpenContainer, first: int) -> bool:
    """Skip text right after a child that is not JSON, and record the fault; return whether any is.

    `first` is the byte at the position.
    """
    reader, start = container.reader, container.end
    if reader.pos != start or not container.items or container.comma >= 0:
        return False
    if first == COLON and container.bracket == OPEN_ARRAY:
        return False
    if first == QUOTE and _ADJACENT_TEXT.match(reader.data, start):
        return False
    match = _STICKING.match(reader.data, start)
    end = match.end() if match else start
    unexpected = reader.data[start:end].rstrip()
    if not unexpected:
        return False
    meant = _choose_replacement(unexpected, reader.data, end)
    shown = unexpected.decode("utf-8", "replace")[:40]
    container.add_fault(
        start, start + len(unexpected), _render_unexpected_message(shown, meant), meant
    )
    if meant is None:
        _make_last_string_broken(container)
    reader.pos = end
    return True


def _make_last_string_broken(container: OpenContainer) -> None:
    """Replace the last child, if it is a string, by a broken one, since its end is uncertain.

    Its value so far is not the intended one, and must not be reported.
    """
    child = container.items[-1]
    text = child.value if isinstance(child, Member) else child
    if type(text) is not String:
        return
    broken: Node = Broken(None, text.size, (SyntaxFault(0, 0, trivia.SILENT, trivia.DEPENDS),))
    if isinstance(child, Member):
        broken = Member(child.key, broken, child.value_start, child.size)
    container.items[-1] = broken


def _choose_replacement(unexpected: bytes, data: bytes, end: int) -> str | None:
    """Return `,` or an empty text for a `;` or `.` between two children; None for other text."""
    if unexpected not in (b";", b"."):
        return None
    return "" if _NO_COMMA.match(data, end) else ","


def _render_unexpected_message(shown: str, meant: str | None) -> str:
    if meant:
        return render_wrong_separator(shown)
    if meant is not None:
        return f"`{shown}` does not belong here: remove it."
    return f"`{shown}` does not belong here. Is a quote or a comma out of place?"
