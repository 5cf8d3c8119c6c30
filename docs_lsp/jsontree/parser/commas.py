"""The commas between the children of a container, and the junk that stands in their place."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import Broken, Member, Node, String, SyntaxFault
from docs_lsp.jsontree.parser import trivia
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.tokens import COLON, OPEN_ARRAY, QUOTE

_STICKING = compile_lazily(rb"[;.](?=[\s\"]|\Z)|[^,\[\]{}\n\r]+")
_NO_COMMA = compile_lazily(rb"[ \t\r\n]*(?:[,\]}]|\Z)")
_ADJACENT_TEXT = compile_lazily(rb'"[^"\n\r]+"[ \t]*(?:[,\]}:\n\r]|\Z)')


def pass_comma(container: OpenContainer, pos: int) -> None:
    """Read on behind a comma."""
    if container.comma >= 0 or not container.items:
        container.add_fault(pos, pos + 1, "This comma separates nothing: remove it.", "")
        container.reader.pos = pos + 1
    else:
        separate(container, pos)


def pass_colon(container: OpenContainer, pos: int) -> None:
    """Read on behind a colon that was typed for a comma."""
    container.add_fault(pos, pos + 1, render_wrong_separator(":"), ",")
    separate(container, pos)


def render_wrong_separator(separator: str) -> str:
    """The message about another sign where a comma belongs."""
    return f"A comma separates what stands here, not `{separator}`."


def report_missing_comma(container: OpenContainer) -> None:
    """Note that a comma is missing before the next child."""
    if container.items and container.comma < 0 and not _is_reported(container):
        container.add_fault(container.end, container.end, "A comma is missing here.", ",")


def report_trailing_comma(container: OpenContainer) -> None:
    """Note a comma before the closing bracket."""
    if container.comma >= 0:
        message = (
            "The service reads plain JSON, where no comma may stand before a closing "
            "bracket: remove it."
        )
        at = container.comma
        container.faults.append(SyntaxFault(at, at + 1, "trailing-comma", message, insert=""))


def separate(container: OpenContainer, pos: int) -> None:
    """Take what stands at an offset for the comma behind the last child."""
    container.comma = pos
    container.resume, container.settled = pos, len(container.faults)
    container.reader.pos = pos + 1


def _is_reported(container: OpenContainer) -> bool:
    """Whether a fault since the last child already reports the same mistake."""
    return (
        bool(container.faults)
        and container.faults[-1].start >= container.end
        and container.faults[-1].code == "syntax-error"
    )


def skip_junk(container: OpenContainer, first: int) -> bool:
    """Skip junk that directly follows a child, such as what a stray quote leaves.

    `first` is the byte at the position. False where there is none.
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
    junk = reader.data[start:end].rstrip()
    if not junk:
        return False
    meant = _comma_for(junk, reader.data, end)
    junk_text = junk.decode("utf-8", "replace")[:40]
    container.add_fault(start, start + len(junk), _render_junk_message(junk_text, meant), meant)
    if meant is None:
        _break_text(container)
    reader.pos = end
    return True


def _break_text(container: OpenContainer) -> None:
    """Take the last child, if it is a text, for one of which nobody knows where it ends: what it
    says so far is not what was meant, and not a mistake of its own."""
    child = container.items[-1]
    text = child.value if isinstance(child, Member) else child
    if type(text) is not String:
        return
    broken: Node = Broken(None, text.size, (SyntaxFault(0, 0, trivia.SILENT, trivia.DEPENDS),))
    if isinstance(child, Member):
        broken = Member(child.key, broken, child.value_start, child.size)
    container.items[-1] = broken


def _comma_for(junk: bytes, data: bytes, end: int) -> str | None:
    """What a semicolon or a full stop between two children was meant to be."""
    if junk not in (b";", b"."):
        return None
    return "" if _NO_COMMA.match(data, end) else ","


def _render_junk_message(junk_text: str, meant: str | None) -> str:
    if meant:
        return render_wrong_separator(junk_text)
    if meant is not None:
        return f"`{junk_text}` does not belong here: remove it."
    return f"`{junk_text}` does not belong here. Is a quote or a comma out of place?"
