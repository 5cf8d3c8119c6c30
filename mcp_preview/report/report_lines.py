"""Lines of the report for people, of at most some 100 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

_WIDTH = 96


def limit_lines(lines: Sequence[str], most: int | None) -> Iterator[str]:
    """The lines of a list, of many the first; None prints all."""
    shown_lines = lines if most is None or len(lines) <= most + 1 else lines[:most]
    for line in shown_lines:
        yield from wrap_text(line, "  ")
    if len(shown_lines) < len(lines):
        yield f"  … and {len(lines) - len(shown_lines):,} more (`--all` prints them)"


def wrap_text(text: str, indent: str = "") -> Iterable[str]:
    """A text in lines; what continues a line of a list stands further in."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def with_copies(name: str, copies: int) -> str:
    """A name, and how many copies in other languages and versions stand with it."""
    if not copies:
        return name
    return f"{name} (and {copies} {'copy' if copies == 1 else 'copies'})"
