"""The sections of the doctor, and the report that they make.

The part between the fences is meant for a bug report and can be pasted there as it is: it contains
neither the name of the user's folder nor the content of files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class DoctorSection(NamedTuple):
    """Facts of one area, with faults and notes."""

    title: str
    facts: tuple[str, ...] = ()
    """Facts for a bug report."""
    faults: tuple[str, ...] = ()
    """Faults that need fixing, with how to fix them."""
    notes: tuple[str, ...] = ()
    """Remarks on what may be intended."""


def render_report(sections: Sequence[DoctorSection]) -> Iterator[str]:
    """Yield the lines of a report, with `~` for the home folder, which has the user's name."""
    homes = _list_home_paths()
    for line in _iter_report_lines(sections):
        for home in homes:
            line = line.replace(home, "~")
        yield line


def _iter_report_lines(sections: Sequence[DoctorSection]) -> Iterator[str]:
    yield from _iter_list_lines(
        "To fix", [fault for section in sections for fault in section.faults]
    )
    yield from _iter_list_lines(
        "Good to know", [note for section in sections for note in section.notes]
    )
    if not any(section.faults for section in sections):
        yield from ("No problems were found.", "")
    yield from ("Include this in a bug report:", "", "```text")
    for section in sections:
        yield section.title
        yield from (f"  {fact}" for fact in section.facts)
    yield "```"


def _iter_list_lines(heading: str, sentences: list[str]) -> Iterator[str]:
    if sentences:
        yield from (f"{heading}:", *(f"- {sentence}" for sentence in sentences), "")


def _list_home_paths() -> list[str]:
    try:
        home = Path.home()
    except RuntimeError:
        return []
    names = {str(home), os.path.realpath(home), home.as_posix()}
    return [name for name in sorted(names, key=len, reverse=True) if len(name) > 1]
