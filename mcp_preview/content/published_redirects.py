"""Follows the redirects of docs.json as the published site does (SERVICE.md, redirects)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from docs_lsp.jsontree.nodes import to_python
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import escape_path
from docs_lsp.site.routes.redirects import RedirectIndex, SourceForm
from docs_lsp.site.routes.router import iter_redirects


class PublishedRedirect(NamedTuple):
    """The redirect of a request."""

    target: str
    """The target: a path with its leading `/`, or a URL."""
    is_permanent: bool
    is_doubtful: bool = False
    """Whether the service perhaps does not redirect the request."""


class PublishedRedirects:
    """All redirects of one docs.json."""

    def __init__(self, redirects: RedirectIndex, permanent: Mapping[int, bool]) -> None:
        """Store the redirects; `permanent` says of each, by its order, whether it is permanent."""
        self._redirects = redirects
        self._permanent = permanent

    @classmethod
    def from_overview(cls, overview: Overview) -> PublishedRedirects:
        """Read the redirects of docs.json."""
        redirects = list(iter_redirects(overview.objects))
        permanent = {}
        for placed, redirect in redirects:
            value = placed.element.get("permanent")
            permanent[redirect.order] = value is None or to_python(value) is not False
        return cls(RedirectIndex(redirect for _, redirect in redirects), permanent)

    def find_redirect(self, path: str) -> PublishedRedirect | None:
        """Return the redirect that applies to a decoded path; None without one or if it is unclear.

        It is for a parameter in the middle of the source, or a destination with an unfilled
        wildcard.
        """
        match = self._redirects.find_match(escape_path(path))
        if match is None or match.redirect.form is SourceForm.PARAMETER or not match.target:
            return None
        target = match.target
        if not match.redirect.is_external:
            # The text of a wildcard must not turn it into a URL of another site.
            target = f"/{target.lstrip('/')}"
        return PublishedRedirect(target, self._permanent[match.redirect.order], match.is_doubtful)
