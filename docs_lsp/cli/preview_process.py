"""The preview as a process: its command line, and the saved questions that it is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

_PROGRAM = "mcp-preview: "
"""The beginning of the sentence that the preview prints before it ends with an error."""


def build_preview_command(*arguments: str) -> list[str]:
    """Return the command line that runs the preview with these arguments."""
    # No file in the user's folder may be imported as one of our modules.
    return [sys.executable, "-P", "-m", "mcp_preview", *arguments]


class QuestionsUnasked(Exception):
    """Raised with the preview's reason why questions could not be asked."""


class MovedRank(NamedTuple):
    """A question whose page has another rank than before."""

    question: str
    page: tuple[str, ...]
    """The paths of the pages that answer it."""
    before: int | None
    """From 1; None if it was not among the results of a search."""
    now: int | None
    lost: bool
    """Whether it was among the first results, and no longer is."""
    why: str
    """The reasons why it is not first now, in sentences; empty if there are none."""


class RankChanges(NamedTuple):
    """The changes of the ranks of all saved questions."""

    compared: int
    """The number of questions that were asked in both states."""
    lost: int
    moved: tuple[MovedRank, ...]
    """Lost ones first, then those that rank lower, then those that rank higher."""


@contextmanager
def start_asking(folder: Path, before: str, now: str | None) -> Iterator[Callable[[], RankChanges]]:
    """Ask saved questions in a process; yield a function that waits for the changed ranks.

    `before` and `now` name commits; None means the files as they are. The function raises
    `QuestionsUnasked`. The process is ended with the body.
    """
    options = ["--format", "json", "--questions-only", "--exact", "--against", before]
    if now is not None:
        options += ["--at", now]
    with subprocess.Popen(
        build_preview_command("report", str(folder), *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:

        def wait_for_changes() -> RankChanges:
            printed, said = process.communicate()
            if process.returncode != 0:
                raise QuestionsUnasked(_extract_reason(said.decode("utf-8", "replace")))
            return _parse_changes(json.loads(printed)["questions"]["comparisons"][0])

        try:
            yield wait_for_changes
        finally:
            process.kill()  # This does nothing if the process has ended.


def _parse_changes(shape: dict[str, Any]) -> RankChanges:
    moved = (
        MovedRank(
            one["question"], tuple(one["page"]), one["before"], one["now"], one["lost"], one["why"]
        )
        for one in shape["changes"]
    )
    return RankChanges(shape["compared"], shape["lost"], tuple(moved))


def _extract_reason(message: str) -> str:
    """Return the reason that a process printed before it ended, as one sentence or several."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    begin = next((at for at, line in enumerate(lines) if line.startswith(_PROGRAM)), 0)
    return " ".join(lines[begin:]).removeprefix(_PROGRAM) or "the preview ended unexpectedly."
