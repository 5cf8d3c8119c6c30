"""A line in a terminal that says what a command is doing, until it prints its result."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from docs_lsp.cli.terminal import escape_unsafe, find_terminal_width
from docs_lsp.core.current_work import Work

PAUSE = 0.1
"""Seconds until it is shown, and between two of its states."""
_ERASE = "\r\x1b[K"


class ProgressLine:
    """A line in a terminal that says what a command is doing."""

    def __init__(self, work: Work, out: TextIO) -> None:
        """Describe some work in `out`, which is a terminal; nothing is written yet."""
        self._work = work
        self._out = out
        self._is_shown = False
        self._is_over = False

    def draw(self) -> None:
        """Write the current state over the line, unless it has ended."""
        if self._is_over:
            return
        text = f"docs-lsp: {describe_work(self._work)}"[: find_terminal_width(self._out) - 1]
        with suppress(OSError, ValueError):
            self._out.write(f"{_ERASE}{text}")
            self._out.flush()
            self._is_shown = True

    def erase(self) -> None:
        """Erase the line, so that something else can be written."""
        if self._is_shown:
            self._is_shown = False
            with suppress(OSError, ValueError):
                self._out.write(_ERASE)
                self._out.flush()

    def end(self) -> None:
        """Erase the line and never draw it again."""
        self._is_over = True
        self.erase()


class _ErasingStream:
    """A stream to a terminal that erases the progress line before each write."""

    def __init__(self, stream: TextIO, line: ProgressLine, *, ends: bool) -> None:
        self._stream = stream
        self._make_room = line.end if ends else line.erase

    def write(self, text: str) -> int:
        self._make_room()
        return self._stream.write(text)

    def writelines(self, lines: Any) -> None:
        self._make_room()
        self._stream.writelines(lines)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def open_progress_line(work: Work) -> Iterator[ProgressLine | None]:
    """Show a progress line while the body runs; yield None if standard error is not a terminal.

    The first output ends it; notices on standard error are written in its place.
    """
    stderr, stdout = sys.stderr, sys.stdout
    if not stderr.isatty():
        yield None
        return
    line = ProgressLine(work, stderr)
    sys.stderr = _ErasingStream(stderr, line, ends=False)
    if stdout.isatty():
        sys.stdout = _ErasingStream(stdout, line, ends=True)
    try:
        yield line
    finally:
        sys.stderr, sys.stdout = stderr, stdout
        line.end()


def describe_work(work: Work) -> str:
    """Return in words what a command is doing, and how far it has come."""
    file, rule = work.read_current()
    if not file:
        return "looking for sites"
    what = f"checking `{rule}` in" if rule else "reading"
    far = f" ({work.done:,} of {work.total:,} {work.unit})" if work.total else ""
    return f"{what} {escape_unsafe(file)}{far}"
