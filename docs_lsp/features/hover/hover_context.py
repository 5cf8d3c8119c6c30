"""The context of a hover: a site at one moment, and what cards may ask of it.

The pointer rests somewhere many times a minute, also while someone types in a site of tens of
thousands of pages. So whatever looks at the whole site is only computed if that is quick.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, TypeVar

from docs_lsp.core.text import Span
from docs_lsp.features._prose import Card, ProseRenderer
from docs_lsp.features._view import View
from docs_lsp.files.files import FileFault
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.navigation.element import Spot
from docs_lsp.site.navigation.origins import get_title
from docs_lsp.site.navigation.refs import count_bytes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview, look_up_site_marks
from docs_lsp.site.routes.redirect_card import LocatedRedirect, list_redirects
from docs_lsp.site.routes.redirects import RedirectIndex
from docs_lsp.site.site_files import PICTURES
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.visibility import SiteMarks

_QUICK = 30_000
"""A docs.json of up to this many bytes is searched in a few milliseconds."""

_T = TypeVar("_T")


class HoverAnswer(NamedTuple):
    """A card, and the absolute byte range that it is about."""

    card: Card
    span: Span


class HoverContext:
    """A site at one moment, and the renderer for the client."""

    def __init__(
        self,
        view: View,
        file: str,
        prose: ProseRenderer,
        *,
        has_json_server: bool,
        shows_pictures: bool,
    ) -> None:
        """Prepare answers about a file; `answer_hover` explains the flags."""
        self._json_server = has_json_server
        self._shows_pictures = shows_pictures
        self.view = view
        self.file = file
        self.prose = prose
        self.site = view.site

    def is_shown_picture(self, file: str) -> bool:
        """Return whether a file of the site is a picture that the client shows in a card."""
        is_picture = file.lower().endswith(PICTURES) and self.view.can_client_change(file)
        return is_picture and self._shows_pictures and self.prose.markdown

    @property
    def json_server_shows_schema(self) -> bool:
        """Whether a JSON server shows the schema's description of keys and values."""
        whole = self.site.navigator.root_object if self._json_server else None
        return bool(whole and whole.element.get_text("$schema"))

    @property
    def facts(self) -> SiteFacts | None:
        """The facts read from the disk; None before it has been read."""
        return self.site.facts

    def compute_if_cheap(self, make: Callable[[Overview], _T]) -> _T | None:
        """Return what a function computes from the whole site, or None if that takes long.

        None if the site is not known yet, or computing it takes too long for a hover.
        """
        overview = self.get_overview_if_cheap(make)
        return overview.cached(make) if overview else None

    def get_overview_if_cheap(self, make: Callable[[Overview], object]) -> Overview | None:
        """Return the whole site with a function's result cached in it; None if it takes long.

        None if the site is not known yet, or computing it takes too long for a hover. For a large
        site it is computed when the user pauses.
        """
        overview = self.site.get_overview()
        if overview is None or not (self._is_small or overview.is_cached(make)):
            return None
        overview.cached(make)
        return overview

    @property
    def _is_small(self) -> bool:
        """Whether docs.json and its files are small enough to be searched at once."""
        return count_bytes(self.site.parts) < _QUICK

    def read_page_content(self, file: str) -> PageContent | None:
        """Return a page's content, read now if pages are not read yet; None if it cannot be."""
        contents = self.site.contents
        if contents is not None:
            return contents.get(file)
        try:
            return read_page(self.view.files.read(file), file)
        except FileFault:
            return None

    @cached_property
    def marks(self) -> SiteMarks:
        """The settings of the site that apply to all its pages."""
        return look_up_site_marks(self.site)

    @cached_property
    def written_redirects(self) -> tuple[LocatedRedirect, ...]:
        """The redirects of docs.json, each with its position."""
        return list_redirects(self.site.navigator)

    @cached_property
    def redirects(self) -> RedirectIndex:
        """The redirects, ready to be matched against paths."""
        return RedirectIndex(written.redirect for written in self.written_redirects)

    # Texts shared by several cards

    def describe_element(self, placed: Placed, spot: Spot | None = None) -> str:
        """Return an element in a few words, with the line of its title or of another spot in it."""
        element = placed.element
        kind = element.kind
        if kind is None or not kind.title:
            words = self.prose.render_own_markdown("`navigation`")
            spot = spot or Spot(Span(0, 0))
        else:
            title = get_title(element)
            words = (
                f"{kind.label} {self.prose.escape_text(title, 60)}" if title else f"a {kind.label}"
            )
            spot = spot or (element.find_key_spot(kind.title) if title else Spot(Span(0, 0)))
        file, span = placed.locate_spot(spot)
        return f"{words} ({self.prose.render_offset_link(file, span.start)})"
