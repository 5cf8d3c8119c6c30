"""Renders the changes of a draft as a unified diff."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import Match, SequenceMatcher
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.files.draft import Draft

_NOWHERE = "/dev/null"
_AROUND = 3
"""The number of lines shown around a change."""


def render_diff(
    draft: Draft, show_path: Callable[[str], str], moved: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return all changes of a draft as a diff; `show_path` returns the paths as they are shown.

    Files that are `moved` have their old path in the draft. If there are any, the diff has Git's
    headers for renames, so that Git can also apply it in reverse.
    """
    pieces: list[str] = []
    changed = {file for file, content in draft.changed.items() if content != draft.was[file]}
    for file in sorted(changed | moved.keys()):
        before, content = draft.was.get(file), draft.changed.get(file)
        old, new = f"a/{show_path(file)}", f"b/{show_path(moved.get(file, file))}"
        if moved:
            pieces.append(f"diff --git {old} {new}\n")
        if file in moved:
            pieces.append(f"rename from {old[2:]}\nrename to {new[2:]}\n")
        if before != content:
            old, new = (_NOWHERE if before is None else old), (_NOWHERE if content is None else new)
            pieces += _diff_file(before or b"", content or b"", old, new)
    return "".join(pieces)


def print_draft_diff(draft: Draft, root: Path) -> None:
    """Print all changes of a draft as a diff; its files are below `root`."""
    print_diff(render_diff(draft, lambda file: display_path(root / file, Path())), sys.stdout)


def print_diff(text: str, out: TextIO) -> None:
    """Print a diff: escaped to a terminal, byte for byte to a file.

    In a file, line ends and letters of another encoding must still fit when the diff is applied.
    """
    if out.isatty():
        lines = text.split("\n")[:-1]
        out.writelines(
            f"{escape_unsafe(line.removesuffix(chr(13)).expandtabs())}\n" for line in lines
        )
        return
    out.flush()
    out.buffer.write(text.encode("utf-8", "surrogateescape"))


def _diff_file(before: bytes, after: bytes, old: str, new: str) -> Iterator[str]:
    lines, lines_after = _split_lines(before), _split_lines(after)
    groups = UniqueLineMatcher(None, lines, lines_after).get_grouped_opcodes(_AROUND)
    for number, group in enumerate(groups):
        if number == 0:
            yield f"--- {old}\n+++ {new}\n"
        (_, start, _, start_after, _), (*_, end, _, end_after) = group[0], group[-1]
        yield f"@@ -{_format_range(start, end)} +{_format_range(start_after, end_after)} @@\n"
        for tag, at, stop, at_after, stop_after in group:
            signs = (" ", "") if tag == "equal" else ("-", "+")
            yield from (_format_line(signs[0], line) for line in lines[at:stop])
            if signs[1]:
                yield from (
                    _format_line(signs[1], line) for line in lines_after[at_after:stop_after]
                )


def _format_range(start: int, end: int) -> str:
    """Return a line range for the header of a hunk; for no lines, the line before."""
    if end - start == 1:
        return str(end)
    return f"{start + (end > start)},{end - start}"


def _format_line(sign: str, line: str) -> str:
    return (
        f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"
    )


def _split_lines(data: bytes) -> list[str]:
    # Only LF ends a line of a diff; other line ends belong to the line.
    text = data.decode("utf-8", "surrogateescape")
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [text.rpartition("\n")[2]] * (
        not text.endswith("\n") and bool(text)
    )


_FEW_LINES = 2_000


class UniqueLineMatcher(SequenceMatcher[str]):
    """A `SequenceMatcher` anchored at the lines that both versions contain exactly once.

    Between two anchors, and in files of few lines, it compares as `difflib` does.
    """

    a: Sequence[str]
    b: Sequence[str]

    def get_matching_blocks(self) -> list[Match]:
        """Return all runs of equal lines, and an empty one at the end."""
        if max(len(self.a), len(self.b)) < _FEW_LINES:
            return super().get_matching_blocks()
        blocks: list[Match] = []
        for at, at_after, size in _find_matches(self.a, self.b):
            last = blocks[-1] if blocks else Match(-1, -1, 0)
            if (last.a + last.size, last.b + last.size) == (at, at_after):
                blocks[-1] = last._replace(size=last.size + size)
            else:
                blocks.append(Match(at, at_after, size))
        return [*blocks, Match(len(self.a), len(self.b), 0)]


def _find_matches(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the runs of equal lines in order: both start lines, and the size."""
    at = at_after = 0
    for place, place_after in (*_find_anchors(before, after), (len(before), len(after))):
        gap, gap_after = before[at:place], after[at_after:place_after]
        if gap and gap_after:
            inner = SequenceMatcher(None, gap, gap_after).get_matching_blocks()
            yield from ((at + a, at_after + b, size) for a, b, size in inner if size)
        if place < len(before):
            yield place, place_after, 1
        at, at_after = place + 1, place_after + 1


def _find_anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of lines that are unique in both versions, as many as have the same order."""
    once, once_after = _find_single_lines(before), _find_single_lines(after)
    pairs = [(place, once_after[line]) for line, place in once.items() if line in once_after]
    return _find_longest_increase(pairs)


def _find_single_lines(lines: Sequence[str]) -> dict[str, int]:
    """Return the line numbers of the lines that occur exactly once."""
    counts = Counter(lines)
    return {line: place for place, line in enumerate(lines) if counts[line] == 1}


def _find_longest_increase(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest selection of pairs whose second numbers increase along with the first."""
    # For each length of a selection, the least second number at its end, and its last pair.
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [second]
        last[length : length + 1] = [index]
    increase = []
    place = last[-1] if last else -1
    while place >= 0:
        increase.append(pairs[place])
        place = before[place]
    return increase[::-1]
