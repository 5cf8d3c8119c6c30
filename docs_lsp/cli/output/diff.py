"""Renders the changes of a draft as a unified diff."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TextIO

from docs_lsp.cli.findings import display_path
from docs_lsp.cli.output.line_matches import UniqueLineMatcher
from docs_lsp.cli.terminal import escape_unsafe
from docs_lsp.files.draft import Draft

_NOWHERE = "/dev/null"
_AROUND = 3
"""The number of lines shown around a change."""


def render_diff(
    draft: Draft,
    show_path: Callable[[str], str],
    moved: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return all changes of a draft as a diff; `show_path` returns the paths as they are shown.

    Files that are `moved` have their old path in the draft. If there are any, the diff has Git's
    headers for renames, so that Git can also apply it in reverse.
    """
    pieces: list[str] = []
    for file in sorted({file for file in draft.changed if _is_changed(draft, file)} | moved.keys()):
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


def _is_changed(draft: Draft, file: str) -> bool:
    return draft.was[file] != draft.changed[file]


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
