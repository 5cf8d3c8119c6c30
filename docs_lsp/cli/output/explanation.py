"""Renders a rule's explanation for a terminal: wrapped paragraphs, examples with carets."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from docs_lsp.cli.terminal import Style, count_char_columns, escape_unsafe
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.rules.framework.explanation import (
    MANUAL,
    SERVICE_PAGE,
    Block,
    Example,
    describe_severity_and_fixes,
    parse_explanation,
)
from docs_lsp.rules.framework.rule import Rule

MOST_COLUMNS = 100
"""The maximum line width, however wide the terminal is: longer lines are hard to read."""

_INDENT = "  "
_PIECES = compile_lazily("([«»⟦⟧])")
_CARETS = {"«": "^", "⟦": "-"}
_OPENING = {"»": "«", "⟧": "⟦"}


def render_explanation(rule: Rule, style: Style, columns: int) -> Iterator[str]:
    """Yield the lines of a rule's explanation, at most 100 columns wide."""
    width = max(min(columns, MOST_COLUMNS), 40)
    parts = parse_explanation(rule)
    severity = "hint" if rule.severity is None else rule.severity.name.lower()
    yield (
        f"{style.paint(rule.name, 'bold')}  "
        f"{style.paint(describe_severity_and_fixes(rule).lower(), severity)}"
    )
    yield from _wrap_text(parts.title, width)
    for section in parts.sections:
        yield ""
        if section.heading:
            yield style.paint(section.heading, "bold")
        for index, block in enumerate(section.blocks):
            if index:
                yield ""
            yield from (
                _INDENT + line if line else "" for line in _render_block(block, style, width)
            )
    if parts.source:
        yield ""
        source = parts.source.replace(SERVICE_PAGE.name, str(SERVICE_PAGE))
        yield style.paint(f"Source: {escape_unsafe(source)}", "hint")
    yield style.paint(f"Manual: {MANUAL}/rules/{rule.name}.md", "hint")


def _render_block(block: Block, style: Style, width: int) -> Iterator[str]:
    if isinstance(block, Example):
        yield from _render_example(block, style)
    else:
        yield from _wrap_text(block, width - len(_INDENT))


def _render_example(example: Example, style: Style) -> Iterator[str]:
    yield f"{example.caption}:"
    for file in example.files:
        yield ""
        if file.name:
            yield style.paint(f"{_INDENT}{file.name}", "bold")
        yield from (_INDENT + line for line in _render_marked_lines(file.text.rstrip(), style))


def _render_marked_lines(text: str, style: Style) -> Iterator[str]:
    """Yield the lines of an example, with a line of marks below.

    Carets are under what is reported, dashes under what the report refers to.
    """
    for line in text.splitlines():
        shown, column = "", 0
        starts: dict[str, int] = {}
        below: dict[int, str] = {}
        for piece in _PIECES.split(line):
            if piece in _CARETS:
                starts[piece] = column
            elif piece in _OPENING:
                mark = _OPENING[piece]
                start = starts.pop(mark, 0)
                for each in range(start, max(column, start + 1)):
                    below[each] = "^" if below.get(each) == "^" else _CARETS[mark]
            else:
                shown += piece
                column += sum(map(count_char_columns, piece))
        yield shown
        if below:
            carets = "".join(below.get(each, " ") for each in range(max(below) + 1))
            yield style.paint(carets, "error")


def _wrap_text(text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        escape_unsafe(text), width, break_long_words=False, break_on_hyphens=False
    )
