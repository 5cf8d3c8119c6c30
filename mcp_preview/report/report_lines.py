"""Lines of the text report, of at most about 100 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from docs_lsp.core.phrases import format_count

_WIDTH = 96


def iter_limited_lines(lines: Sequence[str], most: int | None) -> Iterator[str]:
    """Yield the wrapped lines of a list, or the first `most` with a count of the others."""
    shown_lines = lines if most is None or len(lines) <= most + 1 else lines[:most]
    for line in shown_lines:
        yield from wrap_text(line, "  ")
    if len(shown_lines) < len(lines):
        yield f"  … and {len(lines) - len(shown_lines):,} more (`--all` prints them)"


def wrap_text(text: str, indent: str = "") -> Iterable[str]:
    """Return a text as lines of 96 columns; continued lines of a list are indented further."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def add_copy_count(name: str, copies: int) -> str:
    """Return a name, with the number of copies in other languages and versions if any."""
    if not copies:
        return name
    return f"{name} (and {format_count(copies, 'copy', 'copies')})"
