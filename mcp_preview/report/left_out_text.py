"""Text about pages that are not indexed: possible mistakes page by page, others as counts.

Pages that the site hides are hidden on purpose, and snippets are not pages: lists of these, often
of hundreds, would hide the few entries that need a correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from docs_lsp.files.files import escape_path
from mcp_preview.content.pages import ExcludedPage, SitePages
from mcp_preview.content.reasons import BELOW, BROKEN_ENTRIES, HIDDEN_BY, NO_PAGES
from mcp_preview.report.finding import group_by
from mcp_preview.report.report_lines import add_copy_count, iter_limited_lines, wrap_text

_MOST_SORTS = 5


def iter_left_out_lines(pages: SitePages, most: int | None) -> Iterator[str]:
    """Yield the lines about unindexed pages, at most `most` for each reason; None for all.

    Entries that cause errors for readers come first.
    """
    broken = [page for page in pages.excluded if page.reason in BROKEN_ENTRIES]
    rest = [page for page in pages.excluded if page.reason not in BROKEN_ENTRIES | NO_PAGES.keys()]
    hidden = [page for page in rest if page.reason in HIDDEN_BY]
    yield from _iter_reason_lines(broken, most)
    yield from _iter_reason_lines([page for page in rest if page.reason not in HIDDEN_BY], most)
    if most is None:
        yield from _iter_reason_lines(hidden, most)
    elif hidden:
        yield from wrap_text(
            f"Not indexed because the site hides them: "
            f"{_render_counts(hidden, _describe_hider)}. `--all` "
            "prints "
            "them."
        )
        yield ""
    files = [page for page in pages.others if page.reason in NO_PAGES]
    if files:
        counts = _render_counts(files, lambda page: NO_PAGES[page.reason])
        yield from wrap_text(f"Files that are no pages: {counts}. `--format json` names them.")
        yield ""


def _iter_reason_lines(pages: Iterable[ExcludedPage], most: int | None) -> Iterator[str]:
    """Yield the lines for each reason, the least frequent first."""
    reasons = {
        reason: group_by(excluded, lambda page: page.original)
        for reason, excluded in group_by(pages, lambda page: page.reason).items()
    }
    for reason, copies in sorted(reasons.items(), key=lambda item: len(item[1])):
        yield from wrap_text(f"Not indexed: {reason}")
        yield from iter_limited_lines(
            [_render_copies_line(group) for group in copies.values()], most
        )
        yield ""


def _render_copies_line(copies: list[ExcludedPage]) -> str:
    """Return the line for a page and its copies."""
    page = min(
        copies, key=lambda left_out: (left_out.path != left_out.original, len(left_out.path))
    )
    line = add_copy_count(escape_path(page.file or page.path), len(copies) - 1)
    detail = page.detail
    if page.file and f"`{page.file}`" in detail:
        return line
    if detail.endswith(f"in `{page.where}`") and page.line:
        entry = detail.removeprefix(f"`{page.path}` in ")
        detail = f"{entry}, line {page.line}"
    return f"{line}  ({escape_path(detail)})" if detail else line


def _render_counts(pages: Iterable[ExcludedPage], describe: Callable[[ExcludedPage], str]) -> str:
    """Return the numbers of pages of each description, the most frequent first."""
    counts = Counter(map(describe, pages)).most_common()
    parts = [f"{count:,} {what}" for what, count in counts[:_MOST_SORTS]]
    rest = sum(count for _, count in counts[_MOST_SORTS:])
    return ", ".join((*parts, *([f"{rest:,} in other ways"] if rest else [])))


def _describe_hider(page: ExcludedPage) -> str:
    """Return the text after the count in "12 pages …" for a hidden page."""
    hider = HIDDEN_BY[page.reason]
    return f"{hider} {page.detail}" if hider == BELOW else hider
