"""Findings as Markdown, for a comment on a pull request or a job's summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.folded_findings import (
    Entry,
    FoldedFindings,
    count_findings,
    fold_findings,
    group_by_rule,
)
from docs_lsp.cli.output.summary import find_fixable, format_end
from docs_lsp.cli.output.writing import escape_markdown, write_lines
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Severity

MOST_ROWS = 50
"""Rows of the table: a comment has room for 65,536 characters."""
_LONGEST_MESSAGE = 500
_CODE = compile_lazily(r"(`[^`]*`)")


def write_report(outcome: Outcome, out: TextIO) -> None:
    """Write a heading, the counts, and a table of the findings except hints, the worst first."""
    write_lines(_render(outcome.with_faults()), out)


def _render(every: Outcome) -> Iterator[str]:
    outcome = every.select(Severity.INFORMATION)
    fixable = find_fixable(outcome.findings)
    hidden = every.list_hidden(Severity.INFORMATION)
    yield "### docs-lsp"
    yield ""
    yield _escape_cell_with_code(format_end(outcome.summary, fixable, hidden))
    entries = [entry for site in outcome.sites for entry in fold_findings(site.findings)]
    ordered = [entry for group in group_by_rule(entries) for entry in group]
    if not ordered:
        return
    yield from ("", "| | rule | place | problem |", "|---|---|---|---|")
    yield from map(_render_row, ordered[:MOST_ROWS])
    left = sum(map(count_findings, ordered[MOST_ROWS:]))
    if left:
        yield from ("", f"... and {left:,} more: `docs-lsp check --all`")


def _render_row(entry: Entry) -> str:
    first = entry.worst_first_finding if isinstance(entry, FoldedFindings) else entry
    place = f"{first.file}:{first.range.start.line}"
    count = count_findings(entry)
    more = f" and {count - 1:,} more" if count > 1 else ""
    cells: Sequence[str] = (
        entry.severity.name.lower(),
        f"`{entry.rule}`",
        f"{_escape_cell_with_code(place)}{more}",
        _escape_cell_with_code(entry.message[:_LONGEST_MESSAGE]),
    )
    return f"| {' | '.join(cells)} |"


def _escape_cell_with_code(text: str) -> str:
    """Return a text escaped for a table cell; only code in backticks stays Markdown.

    What is in backticks stays code; nothing else is Markdown or mentions a person.
    """
    pieces = _CODE.split(" ".join(text.split()))
    return "".join(
        piece.replace("|", "\\|") if index % 2 else escape_markdown(piece)
        for index, piece in enumerate(pieces)
    )
