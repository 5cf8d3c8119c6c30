"""Limits of the output of a command, and of the result of a tool call.

A command in a pipe may print much more than a call returns, since the next one counts or sorts it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from docs_lsp.core.lines import find_line_start

MAX_CALL_OUTPUT = 30 * 1024
"""The most bytes of UTF-8 of a result; the service has the same limit."""
SECONDS = 4.0
"""The seconds that a walk may take: less than the limit of the whole command."""
MAX_COMMAND_OUTPUT = 5_000_000
"""The most characters that a walk prints, many since other commands may count or sort them."""


@dataclass(slots=True)
class WalkBudget:
    """The time and output that a walk may still use."""

    until: float = field(default_factory=lambda: time.monotonic() + SECONDS)
    characters: int = MAX_COMMAND_OUTPUT

    def spend(self, characters: int = 0) -> None:
        """Subtract characters. Raises `TimeoutError` if the time is over."""
        self.characters -= characters
        if time.monotonic() > self.until:
            raise TimeoutError

    @property
    def is_used_up(self) -> bool:
        """Whether no more output is allowed."""
        return self.characters <= 0

    def describe_truncation(self, command: str) -> str:
        """Return the message about incomplete output; empty if it is complete."""
        return render_truncation_message(command, MAX_COMMAND_OUTPUT) if self.is_used_up else ""


def render_truncation_message(command: str, size: int) -> str:
    """Return the message of a command whose output was limited to a size."""
    return f"{command}: the output ends after {size:,} characters; search fewer files\n"


def limit_output(text: str) -> str:
    """Return a text cut to 30 KB, with a note on how to get the rest if it is longer."""
    size = len(text.encode("utf-8", "replace"))
    note = (
        f"[Only the first part of {size:,} bytes is shown. Read less at once: "
        "`head -n 80 FILE`, `sed -n '81,160p' FILE`, or `rg -C 3 \"word\" FILE`.]\n"
    )
    return truncate_with_note(text, MAX_CALL_OUTPUT, note)


def truncate_with_note(text: str, size: int, note: str) -> str:
    """Return a text of at most `size` bytes: unchanged, or its first lines and a note that fits."""
    data = text.encode("utf-8", "replace")
    if len(data) <= size:
        return text
    room = size - len(note.encode("utf-8", "replace")) - 1
    if room < 0:
        return data[:size].decode("utf-8", "ignore")
    end = find_line_start(data, room)
    if end < room // 2:
        end = room  # A very long line is cut, not left out.
    return f"{data[:end].decode('utf-8', 'ignore')}\n{note}"
