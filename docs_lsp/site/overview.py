"""A whole site, for the questions that no single object can answer.

It is made anew when the site is looked at as a whole, and its parts only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from docs_lsp.settings import Settings
from docs_lsp.site.navigation.context import Context
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.navigation.refs import Parts
from docs_lsp.site.navigation.walk import Placed, walk

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_T = TypeVar("_T")


@dataclass(frozen=True, eq=False)
class Overview:
    """A site at one moment: its docs.json, what the disk says, and what stands in its pages."""

    main: str
    """The name of docs.json."""
    parts: Parts
    settings: Settings
    facts: SiteFacts
    contents: Mapping[str, PageContent] | None = None
    """What stands in the pages, by file; None where they have not been read."""
    _known: dict[object, object] = field(default_factory=dict)

    def once(self, make: Callable[[Overview], _T]) -> _T:
        """What a function makes of the site; made once, however many ask for it."""
        if make not in self._known:
            self._known[make] = make(self)
        return self._known[make]  # type: ignore[return-value]  # kept under what made it

    def has_made(self, make: Callable[[Overview], object]) -> bool:
        """Whether a function has been asked already, so that its answer costs nothing."""
        return make in self._known

    @cached_property
    def objects(self) -> tuple[Placed, ...]:
        """Every object of docs.json that the format knows, in the order of the text."""
        return walk(self.parts, self.main, Context(self.settings, self.facts))

    @cached_property
    def navigation(self) -> Navigation:
        """The elements of the navigation, and what they list."""
        return Navigation.of(self.objects)
