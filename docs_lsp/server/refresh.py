"""Tells the client when what it shows of the files beside a document has become old.

Titles in docs.json, for instance, come from pages. Nothing tells a client to ask for them again
when a page is saved, except the server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from weakref import WeakKeyDictionary

from docs_lsp.server.digest import Desk
from docs_lsp.server.open_site import OpenSite


class Refreshing:
    """Stands before a desk, and has the client ask again when a site has come to be known better.

    The client asks again by itself after an edit, so that is no reason.
    """

    def __init__(self, desk: Desk, refresh: Callable[[str], None]) -> None:
        """Hand over to `desk`; `refresh` sends a request that has the client ask again."""
        self.requests: Iterable[str] = ()
        """The requests of that kind that the client knows."""
        self._desk = desk
        self._refresh = refresh
        self._known: WeakKeyDictionary[OpenSite, tuple[object, ...]] = WeakKeyDictionary()

    def report(self, live: OpenSite, cause: str | None = None) -> None:
        """A site has changed; `cause` is the document whose edit did it, if one did."""
        self._desk.report(live, cause)
        known = _known_of(live)
        if any(new is not old for new, old in zip_longest(known, self._known.get(live, ()))):
            self._known[live] = known
            for request in self.requests:
                self._refresh(request)

    def retract(self, live: OpenSite) -> None:
        """A site is gone."""
        self._known.pop(live, None)
        self._desk.retract(live)


def _known_of(live: OpenSite) -> tuple[object, ...]:
    """What a site's lenses and hints are made from beside its docs.json; nothing before the disk
    was looked at."""
    site = live.site
    return (site.facts, site.contents, site.settings) if site and site.facts else ()
