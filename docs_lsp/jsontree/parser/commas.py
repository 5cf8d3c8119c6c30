"""The commas between the children of a container: in place, missing, too many, or other signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.jsontree.nodes import SyntaxFault

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.open_container import Frame


def pass_comma(frame: Frame, pos: int) -> None:
    """Read on behind a comma."""
    if frame.comma >= 0 or not frame.items:
        frame.fault(pos, pos + 1, "This comma separates nothing: remove it.", "")
        frame.parser.pos = pos + 1
    else:
        separate(frame, pos)


def pass_colon(frame: Frame, pos: int) -> None:
    """Read on behind a colon that was typed for a comma."""
    frame.fault(pos, pos + 1, said_of(":"), ",")
    separate(frame, pos)


def said_of(found: str) -> str:
    """The message about another sign where a comma belongs."""
    return f"A comma separates what stands here, not `{found}`."


def missing(frame: Frame) -> None:
    """Note that a comma is missing before the next child."""
    if frame.items and frame.comma < 0 and not _is_told(frame):
        frame.fault(frame.end, frame.end, "A comma is missing here.", ",")


def trailing(frame: Frame) -> None:
    """Note a comma before the closing bracket."""
    if frame.comma >= 0:
        message = (
            "The service reads plain JSON, where no comma may stand before a closing "
            "bracket: remove it."
        )
        fault = SyntaxFault(frame.comma, frame.comma + 1, "trailing-comma", message, insert="")
        frame.faults.append(fault)


def separate(frame: Frame, pos: int) -> None:
    """Take what stands at an offset for the comma behind the last child."""
    frame.comma = pos
    frame.resume, frame.settled = pos, len(frame.faults)
    frame.parser.pos = pos + 1


def _is_told(frame: Frame) -> bool:
    """Whether a fault since the last child already tells of the same mistake."""
    return (
        bool(frame.faults)
        and frame.faults[-1].start >= frame.end
        and frame.faults[-1].code == "syntax-error"
    )
