"""The sections that the doctor's parts find, and the report that they make.

What stands between the fences is what a report of a bug needs, and can be pasted there as it is: it
holds neither the name of the user's folder nor what a file says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class DoctorSection(NamedTuple):
    """Facts, and what follows from them."""

    title: str
    facts: tuple[str, ...] = ()
    """Facts for a report of a bug."""
    faults: tuple[str, ...] = ()
    """What stands in the way, and how to fix it."""
    notes: tuple[str, ...] = ()
    """What may be on purpose."""


def report(sections: Sequence[DoctorSection]) -> Iterator[str]:
    """The lines of a report, without the user's name."""
    for line in _lines(sections):
        yield _hide_home(line)


def _lines(sections: Sequence[DoctorSection]) -> Iterator[str]:
    yield from _list("To fix", [fault for section in sections for fault in section.faults])
    yield from _list("Good to know", [note for section in sections for note in section.notes])
    if not any(section.faults for section in sections):
        yield from ("Nothing stands in the way.", "")
    yield from ("A report of a bug needs what follows:", "", "```text")
    for section in sections:
        yield section.title
        yield from (f"  {fact}" for fact in section.facts)
    yield "```"


def _list(heading: str, sentences: list[str]) -> Iterator[str]:
    if sentences:
        yield from (f"{heading}:", *(f"- {sentence}" for sentence in sentences), "")


def _hide_home(line: str) -> str:
    """A line without the user's name, which that of their folder holds."""
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
