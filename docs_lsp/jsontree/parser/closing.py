"""Where a container ends: at a bracket of its own, of another kind, or for want of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.jsontree import layout
from docs_lsp.jsontree.nodes import Node, SyntaxFault
from docs_lsp.jsontree.parser import commas, trivia
from docs_lsp.jsontree.parser.tokens import CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.open_container import Frame

_CLOSER = {"{": "}", "[": "]"}


def close(frame: Frame, closer: int, pos: int) -> Node | None:
    """The finished container, or None where a closing bracket does not end it."""
    if closer != frame.closer:
        return _close_by_other(frame, closer, pos)
    parser = frame.parser
    asked = parser.by_indent and parser.may_lack(closer)
    if asked and layout.is_meant_further_out(parser.data, pos, _outer(frame, closer), frame.start):
        return give_up(frame)
    if _is_stray(frame, closer, pos):
        _skip(frame, closer, pos)
        return None
    commas.trailing(frame)
    if asked and layout.is_outdented(parser.data, pos, frame.start):
        frame.faults.append(SyntaxFault(pos, pos, trivia.SILENT, trivia.DEPENDS))
    parser.pos = frame.end = pos + 1
    return frame.make(True)


def opened_by_other(frame: Frame, closer: int) -> bool:
    """Whether all this was to be closed by a bracket of another kind; to be asked where the first
    child is none of this kind. Then the container is read again as what it is, unless it has no
    bracket or was read again already."""
    is_as_written = frame.parser.data[frame.start] == frame.bracket
    frame.is_misread = is_as_written and _lacks_own_for(frame, closer)
    return frame.is_misread


def ended_by_indent(frame: Frame, pos: int) -> bool:
    """Whether a child stands so far out that a bracket before it must be missing."""
    parser = frame.parser
    if not parser.by_indent or len(parser.open) == 1 or not parser.may_lack(frame.closer):
        return False
    return layout.is_shallower(parser.data, pos, frame.start)


def give_up(frame: Frame) -> Node:
    """End the container without a closing bracket, after its last child.

    What was read behind that, a comma say, is read again by the container around it.
    """
    name = _CLOSER[frame.opener]
    return _unclosed(frame, "syntax-error", f"`{name}` is missing here.", name)


def end_of_file(frame: Frame) -> Node:
    """End the container because the text ends; the outermost one says so for all."""
    frame.resume, frame.settled = frame.parser.pos, len(frame.faults)
    missing = frame.parser.unclosed
    missing.append(_CLOSER[frame.opener])
    if len(frame.parser.open) > 1:
        return _unclosed(frame, trivia.SILENT, "", "")
    closers = "".join(missing) if _tells_where(frame) else None
    if len(missing) == 1:
        return _unclosed(frame, "syntax-error", f"`{missing[0]}` is missing here.", closers)
    names = ", ".join(f"`{name}`" for name in missing[:12])
    message = f"The file ends too early: {len(missing)} closing brackets are missing ({names})."
    return _unclosed(frame, "syntax-error", message, closers)


def _close_by_other(frame: Frame, closer: int, pos: int) -> Node | None:
    """What `close` gives at a closing bracket of the wrong kind."""
    parser = frame.parser
    if _is_mixed_up(frame, closer, pos):
        message = f"`{chr(frame.closer)}` belongs here: it closes the `{frame.opener}`."
        commas.trailing(frame)
        frame.fault(pos, pos + 1, message, chr(frame.closer))
        parser.has_strays = True
        parser.pos = frame.end = pos + 1
        return frame.make(True)
    if frame.closes_lost_child(closer, pos):
        return None
    if _closes_further_out(frame, closer, pos):
        return give_up(frame)
    _skip(frame, closer, pos)
    return None


def _skip(frame: Frame, closer: int, pos: int) -> None:
    """Pass a closing bracket that is one too many."""
    message = f"This `{chr(closer)}` closes nothing that is open: remove it."
    frame.fault(pos, pos + 1, message, "")
    frame.parser.has_strays = True
    frame.parser.pos = pos + 1


def _is_stray(frame: Frame, closer: int, pos: int) -> bool:
    """Whether a bracket of the right kind is one too many all the same: it repeats another one,
    or would close the whole file although more of it is to come."""
    parser = frame.parser
    is_asked = parser.by_indent and parser.surplus(closer) > 0
    if is_asked and layout.is_repeated(parser.data, pos, frame.start):
        return True
    if len(parser.open) > 1:
        return False
    rest = trivia.skip(parser.data, pos + 1, [], parser.conflicts)
    return rest < len(parser.data) and parser.data[rest] in frame.goes_on


def _is_mixed_up(frame: Frame, closer: int, pos: int) -> bool:
    """Whether a bracket of the wrong kind was written where a container ends: one of its own kind
    is missing, and one of the other too many."""
    data = frame.parser.data
    if not _lacks_own_for(frame, closer):
        return False
    column = layout.column(data, pos)
    return column is None or column == layout.line_indent(data, frame.start)


def _lacks_own_for(frame: Frame, closer: int) -> bool:
    """Whether a closing bracket of this kind is missing, and another kind has one too many."""
    return frame.parser.surplus(frame.closer) < 0 < frame.parser.surplus(closer)


def _closes_further_out(frame: Frame, closer: int, pos: int) -> bool:
    """Whether a bracket of the wrong kind closes a container further out."""
    own, other = frame.parser.surplus(frame.closer), frame.parser.surplus(closer)
    if own >= 0 < other:
        return False  # None is missing, and this is the kind of which there are too many.
    return layout.closes_further_out(frame.parser.data, pos, _outer(frame, closer), frame.start)


def _outer(frame: Frame, closer: int) -> list[int]:
    """Where the open brackets around a container stand that a closing bracket would fit."""
    opener = OPEN_OBJECT if closer == CLOSE_OBJECT else OPEN_ARRAY
    return [around.start for around in frame.parser.open[:-1] if around.bracket == opener]


def _tells_where(frame: Frame) -> bool:
    """Whether brackets that are missing at the end are missing just there, as far as the lines
    can tell: on a single one they may be missing anywhere."""
    parser = frame.parser
    return parser.by_indent and parser.data.find(b"\n", frame.start, frame.end) >= 0


def _unclosed(frame: Frame, code: str, message: str, insert: str | None) -> Node:
    """The container as far as it was read, with a fault where its end should be."""
    del frame.faults[frame.settled :]
    related = (frame.start, frame.start + 1, "It would close this bracket.")
    frame.faults.append(SyntaxFault(frame.end, frame.end, code, message, related, insert))
    frame.parser.pos = frame.end = frame.resume
    return frame.make(False)
