"""Numbers of pages that add up: terminal, ready line, page and report show the same."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.phrases import format_count
from mcp_preview.content.pages import SitePages
from mcp_preview.content.reasons import BROKEN_ENTRIES


class PageCounts(NamedTuple):
    """The number of pages of a site by sort; no page is counted twice."""

    indexed: int
    refused: int
    """Pages that the service's parser refuses, which it does not publish."""
    left_out: int
    """Pages that settings of the site exclude, or that cannot be read."""
    without_page: int
    """Entries of the navigation that lead to no page, which readers get an error for."""

    @property
    def text(self) -> str:
        """The numbers in words; those that are 0 are left out, but for the first."""
        parts = [f"{self.indexed:,} indexed"]
        if self.refused:
            parts.append(f"{self.refused:,} refused by the parser")
        if self.left_out:
            parts.append(f"{self.left_out:,} excluded")
        if self.without_page:
            entries = format_count(self.without_page, "entry", "entries")
            parts.append(f"{entries} without a page")
        return ", ".join(parts)

    def as_json(self) -> dict[str, int | str]:
        """Return the numbers by name, and all in words as `text`."""
        return {**self._asdict(), "text": self.text}


def count_pages(pages: SitePages) -> PageCounts:
    """Count the pages of each sort; files that are no pages, such as snippets, are not counted."""
    refused = sum(bool(page.refused_at) for page in pages.indexed.values())
    return PageCounts(
        len(pages.indexed) - refused,
        refused,
        len(pages.left_out),
        sum(entry.reason in BROKEN_ENTRIES for entry in pages.others),
    )
