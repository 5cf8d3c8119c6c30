"""Outcomes of checks that never took place, to see what the forms make of them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol, TextIO

from docs_lsp.cli.outcome import Outcome, build_outcome
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span, Text
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import SettingsFault

DOCS = '{\n  "name": "Harbour",\n  "theme": "mnit",\n  "theme": "mint"\n}\n'


class Terminal(io.StringIO):
    """Keeps what is written, and says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Writer(Protocol):
    def __call__(self, outcome: Outcome, out: TextIO) -> None: ...


def problem(
    text: str = "mnit",
    rule: str = "invalid-value",
    message: str = "There is no theme `mnit`.",
    severity: Severity = Severity.ERROR,
    related: Iterable[RelatedPlace] = (),
) -> Problem:
    """A problem at the first place of a text in `DOCS`."""
    start = DOCS.encode().index(text.encode())
    span = Span(start, start + len(text.encode()))
    return Problem(rule, "docs.json", span, message, severity, tuple(related))


def made(
    *problems: Problem,
    fixes: Iterable[Fix] = (),
    faults: Iterable[SettingsFault] = (),
    files: Mapping[str, str] | None = None,
    sites: int = 1,
) -> Outcome:
    """The outcome of a check of `docs/docs.json`, from the folder around it."""
    contents = {"docs.json": DOCS, "docs-lsp.toml": "[rules]\nx = 1\n", **(files or {})}
    report = SiteReport(
        root=Path("/project/docs"),
        ours=True,
        problems=problems,
        texts={name: Text.from_data(content) for name, content in contents.items()},
        config_faults=tuple(faults),
        files=MemoryFiles(contents),
    )
    offered = tuple(fixes)
    return build_outcome(
        [report] * sites, Path("/project"), lambda rule: True, lambda report: lambda one: offered
    )


def written(write: Writer, outcome: Outcome) -> str:
    """What a form makes of an outcome."""
    out = io.StringIO()
    write(outcome, out)
    return out.getvalue()
