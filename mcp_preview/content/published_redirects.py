"""The redirects of docs.json as the published site follows them (SERVICE.md, redirects)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.jsontree.nodes import to_python
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.redirects import Redirects, SourceForm
from docs_lsp.site.routes.router import redirects_in


class PublishedRedirect(NamedTuple):
    """Where a request is sent on to."""

    target: str
    """A path with its first `/`, or a URL."""
    is_permanent: bool


class PublishedRedirects:
    """All redirects of one docs.json."""

    def __init__(self, redirects: Redirects, permanent: Mapping[int, bool]) -> None:
        """`permanent` says it of each redirect, by its order."""
        self._redirects = redirects
        self._permanent = permanent

    @classmethod
    def from_overview(cls, overview: Overview) -> PublishedRedirects:
        """Read them from docs.json."""
        redirects = list(redirects_in(overview.objects))
        permanent = {}
        for placed, redirect in redirects:
            value = placed.element.get("permanent")
            permanent[redirect.order] = value is None or to_python(value) is not False
        return cls(Redirects(redirect for _, redirect in redirects), permanent)

    def find_redirect(self, path: str) -> PublishedRedirect | None:
        """The redirect that answers a path.

        None as well where nobody knows whether the service follows one: a parameter in the middle
        of its source, or a destination that its wildcard does not fill.
        """
        match = self._redirects.match(path)
        if match is None or match.redirect.form is SourceForm.PARAMETER or not match.target:
            return None
        target = match.target
        if not match.redirect.is_external:
            # What a wildcard stands for cannot make an address of another site of it.
            target = f"/{target.lstrip('/')}"
        return PublishedRedirect(target, self._permanent[match.redirect.order])
