"""What docs.json says of each page, worked out once for all pages.

It takes time that grows with the site. As long as docs.json and the list of files stay the same, a
page that is saved needs no more than a look into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docs_lsp.jsontree.nodes import to_python
from docs_lsp.site.nav.marks import site_marks
from docs_lsp.site.nav.origins import title_of
from docs_lsp.site.nav.scopes import Scope, is_kept, scopes
from docs_lsp.site.nav.whole import is_whole
from docs_lsp.site.visibility import SiteMarks
from mcp_preview.index.endpoints import Endpoints, endpoints_of

if TYPE_CHECKING:
    from docs_lsp.site.nav.navigation import Listing
    from docs_lsp.site.nav.walk import Placed
    from docs_lsp.site.overview import Overview

_SWITCHED = ("language", "version")
"""Elements that readers do not see as a section: they switch between them."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The navigation of a site, as pages see it."""

    overview: Overview
    known: Mapping[Placed, Scope]
    marks: SiteMarks
    endpoints: Endpoints
    variables: Mapping[str, str]

    @classmethod
    def of(cls, overview: Overview, *, authenticated: bool = False) -> Plan:
        """Look through docs.json; `authenticated` says that readers log in."""
        known = scopes(overview.navigation)
        marks = site_marks(overview)
        if authenticated:
            is_public = value_of(overview, "public") is True
            marks = marks._replace(authenticated=True, public=is_public)
        variables = _texts(value_of(overview, "variables"))
        return cls(overview, known, marks, endpoints_of(overview, known), variables)

    @property
    def is_whole(self) -> bool:
        """Whether all of the navigation is known."""
        return self.overview.once(is_whole)

    def kept(self, page: str) -> list[Listing]:
        """The entries of a page that the service does not drop."""
        listings = self.overview.navigation.by_page.get(page, ())
        return [one for one in listings if is_kept(one, self.known)]


def value_of(overview: Overview, key: str) -> object:
    """The value of an outermost key of docs.json as Python has it; None where there is none."""
    value = overview.objects[0].element.get(key) if overview.objects else None
    return None if value is None else to_python(value)


def trail_of(placed: Placed) -> tuple[str, ...]:
    """The titles of the sections around a page, the outermost first."""
    elements = [one.element for one in placed.outward() if one.element.kind is not None]
    titles = (title_of(one) for one in reversed(elements) if one.record.kind not in _SWITCHED)
    return tuple(sound(title) for title in titles if title)


def language_of(around: Sequence[Placed]) -> str | None:
    """The language of a page that these elements list; None for all of them."""
    found = {one.element.inner.language for one in around}
    language = found.pop() if len(found) == 1 else None
    return sound(language) if language else None


def version_of(around: Sequence[Placed]) -> str | None:
    """The version of a page that these elements list: the last one counts."""
    version = around[-1].element.inner.version if around else None
    return sound(version) if version else None


def boost_of(around: Sequence[Placed]) -> float:
    """The factor that the nearest element around the first entry sets."""
    for one in around[0].outward() if around else ():
        value = one.element.get("boost")
        number = None if value is None else to_python(value)
        if isinstance(number, int | float) and not isinstance(number, bool) and number > 0:
            return float(number)
    return 1.0


def sound(text: str) -> str:
    """A text that can be sent: an escape in docs.json may stand for half a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    return {str(key): str(each) for key, each in value.items() if isinstance(each, str | int)}
