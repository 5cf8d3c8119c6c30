"""`docs-lsp doctor`: looks at the installation and the sites, and says what stands in the way.

What stands between the fences is what a report of a bug needs, and can be pasted there as it is: it
tells neither the name of the user's folder nor what a file says.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from docs_lsp.cli.doctor.editor import look_at_editor
from docs_lsp.cli.doctor.installation import look_at_installation
from docs_lsp.cli.doctor.packages import look_at_packages
from docs_lsp.cli.doctor.section import DoctorSection
from docs_lsp.cli.doctor.sites import look_at_sites
from docs_lsp.cli.output.terminal import safe

WELL, FOUND = 0, 1


def run(arguments: Namespace) -> int:
    """Print what was found; the exit code, 1 where something needs fixing."""
    paths = [Path(path) for path in arguments.paths] or [Path()]
    found = (
        look_at_installation(),
        *look_at_packages(),
        look_at_sites(paths),
        look_at_editor(),
    )
    for line in _lines(found):
        print(safe(_without_home(line)))
    return FOUND if any(section.faults for section in found) else WELL


def _lines(found: Iterable[DoctorSection]) -> Iterable[str]:
    sections = list(found)
    yield from _told("To mend", [fault for section in sections for fault in section.faults])
    yield from _told("Good to know", [note for section in sections for note in section.notes])
    if not any(section.faults for section in sections):
        yield from ("Nothing stands in the way.", "")
    yield from ("A report of a bug needs what follows:", "", "```text")
    for section in sections:
        yield section.title
        yield from (f"  {fact}" for fact in section.facts)
    yield "```"


def _told(heading: str, sentences: list[str]) -> Iterable[str]:
    if sentences:
        yield from (f"{heading}:", *(f"- {sentence}" for sentence in sentences), "")


def _without_home(line: str) -> str:
    """A line that does not tell the user's name by that of their folder."""
    for home in _homes():
        line = line.replace(home, "~")
    return line


def _homes() -> list[str]:
    try:
        home = Path.home()
    except RuntimeError:
        return []
    names = {str(home), os.path.realpath(home), home.as_posix()}
    return [name for name in sorted(names, key=len, reverse=True) if len(name) > 1]
