"""Ends a container: at its closing bracket, at a bracket of another kind, or without one."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.jsontree import lines
from docs_lsp.jsontree.nodes import Node, SyntaxFault
from docs_lsp.jsontree.parser import commas, trivia
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.tokens import CLOSE_OBJECT, OPEN_ARRAY, OPEN_OBJECT

_CLOSER = {"{": "}", "[": "]"}


def close_at_bracket(container: OpenContainer, closer: int, pos: int) -> Node | None:
    """Return the finished container, or None if a closing bracket does not end it.

    A bracket that is one too many is skipped, with a fault.
    """
    if closer != container.closer:
        return _close_at_other_bracket(container, closer, pos)
    reader = container.reader
    by_indent = reader.by_indent and reader.may_lack(closer)
    outer = _find_outer_openers(container, closer) if by_indent else ()
    if by_indent and _closes_outer_by_indent(reader.data, pos, outer, container.start):
        return close_without_bracket(container)
    if _is_one_too_many(container, closer, pos):
        _skip_bracket(container, closer, pos)
        return None
    commas.report_trailing_comma(container)
    if by_indent and _is_outdented(reader.data, pos, container.start):
        container.faults.append(SyntaxFault(pos, pos, trivia.SILENT, trivia.DEPENDS))
    reader.pos = container.end = pos + 1
    return container.build_node(True)


def detect_wrong_opener(container: OpenContainer, closer: int) -> bool:
    """Record and return whether the opening bracket of a container is of the wrong kind.

    That is so if its first child does not fit it and there is one closing bracket of the other kind
    too many. Records the result in the container, which is then read again as the other kind,
    unless it has no bracket or was read again already.
    """
    is_as_written = container.reader.data[container.start] == container.bracket
    container.is_misread = is_as_written and _lacks_own_closer(container, closer)
    return container.is_misread


def is_ended_by_indent(container: OpenContainer, pos: int) -> bool:
    """Return whether a child is indented so little that a bracket before it must be missing."""
    reader = container.reader
    if not reader.by_indent or len(reader.open) == 1 or not reader.may_lack(container.closer):
        return False
    return lines.is_shallower(reader.data, pos, container.start)


def ends_run(container: OpenContainer, blank: bytes, pos: int) -> bool:
    """Return whether the indentation `blank` shows that a child is not of the container."""
    if not container.reader.by_indent or (b"\n" not in blank and b"\r" not in blank):
        return False
    return is_ended_by_indent(container, pos)


def close_without_bracket(container: OpenContainer) -> Node:
    """End the container after its last child, with a fault for the missing closing bracket.

    Text read after that, such as a comma, is read again by the container around it.
    """
    name = _CLOSER[container.opener]
    return _finish_unclosed(container, "syntax-error", f"`{name}` is missing here.", name)


def close_at_end_of_file(container: OpenContainer) -> Node:
    """End the container because the text ends; the outermost one reports it for all.

    In a text that is read in part only, nothing is certainly missing.
    """
    container.resume, container.faults_before_resume = container.reader.pos, len(container.faults)
    if container.reader.stopped_at >= 0:
        return _finish_unclosed(container, trivia.SILENT, "", "")
    missing = container.reader.unclosed
    missing.append(_CLOSER[container.opener])
    if len(container.reader.open) > 1:
        return _finish_unclosed(container, trivia.SILENT, "", "")
    closers = "".join(missing) if _is_place_certain(container) else None
    names = ", ".join(f"`{name}`" for name in missing[:12])
    message = f"The file ends too early: {len(missing)} closing brackets are missing ({names})."
    if len(missing) == 1:
        message = f"{names} is missing here."
    return _finish_unclosed(container, "syntax-error", message, closers)


def _close_at_other_bracket(container: OpenContainer, closer: int, pos: int) -> Node | None:
    """Return the finished container at a closing bracket of the wrong kind, or None."""
    reader = container.reader
    if _replaces_own_closer(container, closer, pos):
        message = f"`{chr(container.closer)}` belongs here: it closes the `{container.opener}`."
        commas.report_trailing_comma(container)
        container.add_fault(pos, pos + 1, message, chr(container.closer))
        reader.has_unmatched_closers = True
        reader.pos = container.end = pos + 1
        return container.build_node(True)
    if container.reread_unopened_child(closer, pos):
        return None
    if _closes_outer_container(container, closer, pos):
        return close_without_bracket(container)
    _skip_bracket(container, closer, pos)
    return None


def _skip_bracket(container: OpenContainer, closer: int, pos: int) -> None:
    """Skip a closing bracket that is one too many, and record the fault."""
    message = f"This `{chr(closer)}` closes nothing that is open: remove it."
    container.add_fault(pos, pos + 1, message, "")
    container.reader.has_unmatched_closers = True
    container.reader.pos = pos + 1


def _is_one_too_many(container: OpenContainer, closer: int, pos: int) -> bool:
    """Return whether a bracket of the container's kind does not close it, but is one too many.

    It repeats another one, or would close the whole file although more content follows.
    """
    reader = container.reader
    is_spare = reader.by_indent and reader.bracket_balance(closer) > 0
    if is_spare and _is_repeated(reader.data, pos, container.start):
        return True
    if len(reader.open) > 1:
        return False
    rest = trivia.skip_trivia(reader.data, pos + 1, [])
    return rest < len(reader.data) and reader.data[rest] in container.continuations


def _replaces_own_closer(container: OpenContainer, closer: int, pos: int) -> bool:
    """Return whether a bracket of another kind was typed in place of a container's closing one.

    Then one of its own kind is missing, and one of the other kind too many.
    """
    data = container.reader.data
    if not _lacks_own_closer(container, closer):
        return False
    column = lines.find_column(data, pos)
    return column is None or column == lines.measure_indent(data, container.start)


def _lacks_own_closer(container: OpenContainer, closer: int) -> bool:
    """Return whether closing brackets of a container's kind are too few, of another too many."""
    balance = container.reader.bracket_balance
    return balance(container.closer) < 0 < balance(closer)


def _closes_outer_container(container: OpenContainer, closer: int, pos: int) -> bool:
    """Return whether a bracket of the wrong kind closes a container further out."""
    balance = container.reader.bracket_balance
    if balance(container.closer) >= 0 < balance(closer):
        return False  # One of this kind is too many, none of its own is missing.
    outer = _find_outer_openers(container, closer)
    return _matches_outer_indent(container.reader.data, pos, outer, container.start)


def _find_outer_openers(container: OpenContainer, closer: int) -> list[int]:
    """Return the offsets of the open brackets around a container that a closing bracket fits."""
    opener = OPEN_OBJECT if closer == CLOSE_OBJECT else OPEN_ARRAY
    return [around.start for around in container.reader.open[:-1] if around.bracket == opener]


def _is_place_certain(container: OpenContainer) -> bool:
    """Return whether a missing bracket's place is certain: several lines, read by indentation."""
    reader = container.reader
    return reader.by_indent and reader.data.find(b"\n", container.start, container.end) >= 0


def _finish_unclosed(container: OpenContainer, code: str, message: str, insert: str | None) -> Node:
    """Return the container up to its last child, with a fault; the reader goes back to there.

    Faults recorded after its last child are dropped, since the text there is read again.
    """
    end = container.end
    del container.faults[container.faults_before_resume :]
    related = (container.start, container.start + 1, "It would close this bracket.")
    container.faults.append(SyntaxFault(end, end, code, message, related, insert))
    container.reader.count_faults(container.faults[-1:])
    container.reader.pos = container.end = container.resume
    return container.build_node(False)


# Decisions by indentation, if brackets do not match


def _is_repeated(data: bytes, offset: int, opener: int) -> bool:
    """Return whether a closing bracket only repeats the one before it.

    It is indented too deeply for the open bracket, and follows another one of its kind on a line
    with the same indentation.
    """
    indent = lines.measure_indent(data, offset)
    if indent <= lines.measure_indent(data, opener):
        return False
    near = max(opener, offset - lines.NEAR)
    before = near + len(data[near:offset].rstrip()) - 1
    return data[before] == data[offset] and lines.measure_indent(data, before) == indent


def _matches_outer_indent(data: bytes, offset: int, outer: Sequence[int], opener: int) -> bool:
    """Return whether a bracket of the wrong kind closes one of the `outer` brackets of its kind.

    `opener` is the innermost open bracket. If the bracket starts its line, the indentation decides;
    otherwise any outer bracket suffices. A bracket that closes nothing is one too many.
    """
    at = lines.find_column(data, offset)
    if at is None or not outer:
        return bool(outer)
    return any(lines.measure_indent(data, start) == at for start in outer) or (
        lines.measure_indent(data, opener) > at
    )


def _closes_outer_by_indent(data: bytes, offset: int, outer: Sequence[int], opener: int) -> bool:
    """Return whether a bracket of a container's kind is indented as one further out."""
    if not _is_outdented(data, offset, opener):
        return False
    at = lines.find_column(data, offset)
    return any(lines.measure_indent(data, start) == at for start in outer)


def _is_outdented(data: bytes, offset: int, opener: int) -> bool:
    """Return whether a closing bracket starts its line, indented less than its opening one."""
    at = lines.find_column(data, offset)
    return at is not None and at < lines.measure_indent(data, opener)
