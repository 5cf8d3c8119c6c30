"""Changes to a page that fix nothing: converting the selection, moving it into a snippet, back.

Each change is made and read again before it is offered: the page must have no new faults, and the
inserted tags must be tags. Nothing is offered for a part of a paragraph, a table or a list item.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.refactor.pages import components, snippets
from docs_lsp.refactor.pages.page_lines import find_selected_lines
from docs_lsp.refactor.selection import Offer


def collect_page_offers(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """Yield the refactorings for a range in a page or a snippet."""
    lines = find_selected_lines(site, files, file, span)
    if lines is None:
        return
    if not lines.cuts_block:
        yield from components.offer_callout(lines)
        yield from components.offer_list_components(lines)
    if lines.is_selected and not lines.cuts_block:
        yield from components.offer_wrapping(lines)
        yield from snippets.offer_extraction(lines)
    yield from snippets.offer_inlining(lines)
