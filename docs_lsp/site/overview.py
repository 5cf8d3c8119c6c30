"""A whole site, for the questions that no single object can answer.

It is made anew when the site is looked at as a whole, and its parts only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from docs_lsp.memo import Memo
from docs_lsp.settings import Settings
from docs_lsp.site.navigation.context import Context
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.walk import Placed, walk

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts


@dataclass(frozen=True, eq=False)
class Overview(Memo):
    """A site at one moment: its docs.json, what the disk says, and what stands in its pages."""

    main: str
    """The name of docs.json."""
    parts: Parts
    settings: Settings
    facts: SiteFacts
    contents: Mapping[str, PageContent] | None = None
    """What stands in the pages, by file; None where they have not been read."""
    _made: dict[object, object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def objects(self) -> tuple[Placed, ...]:
        """Every object of docs.json that the format knows, in the order of the text."""
        return walk(self.parts, self.main, Context(self.settings, self.facts))

    @cached_property
    def navigation(self) -> Navigation:
        """The elements of the navigation, and what they list."""
        return Navigation.of(self.objects)
