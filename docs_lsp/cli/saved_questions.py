"""How saved questions do in two states of a site, asked of the preview as a process of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from docs_lsp.cli.preview_process import preview_command

_SAID_BY = "mcp-preview: "


class QuestionsUnasked(Exception):
    """Questions that could not be asked; `str` gives the preview's reason."""


class MovedRank(NamedTuple):
    """A question whose page is found at another place than before."""

    question: str
    page: tuple[str, ...]
    """The pages that answer it, each as its path."""
    before: int | None
    """From 1; None where it was not among the hits that one search gives."""
    now: int | None
    lost: bool
    """Whether it was among the first hits, and is not now."""
    why: str
    """What keeps it from the first place now, in sentences; empty where nothing does."""


class RankChanges(NamedTuple):
    """What has become of the ranks of all saved questions."""

    compared: int
    """How many questions were asked in both states."""
    lost: int
    moved: tuple[MovedRank, ...]
    """Lost ones first, then those that stand lower, then those that stand higher."""


class SavedQuestions:
    """A process that asks the questions of a site while we look at everything else."""

    def __init__(self, folder: Path, before: str, now: str | None) -> None:
        """Begin to ask; `before` and `now` name commits, and None means the files as they are."""
        options = ["--format", "json", "--questions-only", "--exact", "--against", before]
        if now is not None:
            options += ["--at", now]
        self._process = subprocess.Popen(
            preview_command("report", str(folder), *options),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()  # Which does nothing to one that has ended.
        self._process.__exit__(kind, error, trace)

    def changes(self) -> RankChanges:
        """Wait for the ranks. Raises `QuestionsUnasked`."""
        printed, said = self._process.communicate()
        if self._process.returncode != 0:
            raise QuestionsUnasked(_reason(said.decode("utf-8", "replace")))
        return _changes(json.loads(printed)["questions"]["comparisons"][0])


def _changes(shape: dict[str, Any]) -> RankChanges:
    moved = (
        MovedRank(
            one["question"],
            tuple(one["page"]),
            one["before"],
            one["now"],
            one["lost"],
            one["why"],
        )
        for one in shape["changes"]
    )
    return RankChanges(shape["compared"], shape["lost"], tuple(moved))


def _reason(message: str) -> str:
    """What a process said of why it has ended, as one sentence or several."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    begin = next((at for at, line in enumerate(lines) if line.startswith(_SAID_BY)), 0)
    return " ".join(lines[begin:]).removeprefix(_SAID_BY) or "the preview has ended early."
