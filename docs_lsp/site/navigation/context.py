"""What a navigation element inherits from those around it (SERVICE.md, nearest-specification)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.settings import Settings

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


class Context(NamedTuple):
    """All that a check of one object may know beyond the object itself.

    Equal contexts give equal findings, so findings are kept under their context.
    """

    settings: Settings
    facts: SiteFacts | None = None
    """What the disk says; None where it is unknown, and checks of files stay silent."""
    parent: str = ""
    """The kind of the element around; empty outside the navigation."""
    in_pages: bool = False
    """Whether the element stands in a `pages` array: a group inside a group, say."""
    openapi: tuple[str, ...] = ()
    """The specifications in force: site paths or URLs, as written."""
    asyncapi: tuple[str, ...] = ()
    directory: str | None = None
    language: str | None = None
    version: str | None = None
    product: str | None = None
    tab: str | None = None
    hidden: bool = False
    """Whether an element around is hidden and takes its pages out of search."""
