"""The heading of a translation that a link means by the heading ID of the original."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.site.pages import strip_page_extension

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


def find_translated_heading(file: str, anchor: str, overview: Overview) -> str | None:
    """Return the heading ID of a translated page for the ID of its original, or None.

    Only if some page of another language has that ID, and the headings of both pages have the same
    number and levels: then they correspond in order.
    """
    # Imported late, as below: few links are broken.
    from docs_lsp.translations.language_links import list_counterpart_files

    own = overview.cached_for(_list_headings, file)
    for other in list_counterpart_files(strip_page_extension(file), overview) if own else ():
        headings = overview.cached_for(_list_headings, other)
        ids = [heading_id for _, heading_id in headings]
        if [level for level, _ in headings] == [level for level, _ in own] and anchor in ids:
            return own[ids.index(anchor)][1]
    return None


def _list_headings(overview: Overview, file: str) -> tuple[tuple[int, str], ...]:
    """Return the levels and IDs of a page's headings; empty if its text is not that on the disk."""
    content = (overview.contents or {}).get(file)
    if content is None:
        return ()
    from docs_lsp.site.mdx.anchor_places import list_heading_levels

    headings = list_heading_levels(content.reread_bytes())
    is_current = [heading_id for _, heading_id in headings] == [
        *content.anchor_texts.list_heading_ids()
    ]
    return headings if is_current else ()
