"""Finds the new names of a site's pages, cached while the same pages come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.comparison.renamed_files import match_renamed_files
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect


class _Last(NamedTuple):
    gone: Set[str]
    come: Mapping[str, PageContent | None]
    redirected: Mapping[str, str]
    renames: Mapping[str, str]


class RenamedPages:
    """The new names of one state's pages in another state. Safe in any thread.

    The last result is cached, because the user goes on typing after moving pages, and matching
    reads the texts of removed pages.
    """

    def __init__(self, _before: Overview) -> None:
        """Start without a result."""
        self._last = _Last(frozenset(), {}, {}, {})

    def find_renamed(
        self, gone: Set[str], come: Set[str], before: Overview, after: Overview
    ) -> Mapping[str, str]:
        """Return the new names of files that are `gone`, among those that have `come`.

        New redirects decide first, then the texts; `before` is always the same.
        """
        there = after.contents or {}
        texts = {file: there.get(file) for file in come}
        redirected = _match_redirected_files(gone, come, before, after)
        last = self._last
        if (last.gone, last.come, last.redirected) != (gone, texts, redirected):
            renames = {
                **redirected,
                **match_renamed_files(
                    gone - redirected.keys(),
                    come - set(redirected.values()),
                    _PageReader(before),
                    _PageReader(after),
                ),
            }
            self._last = last = _Last(frozenset(gone), texts, redirected, renames)
        return last.renames


def _match_redirected_files(
    gone: Set[str], come: Set[str], before: Overview, after: Overview
) -> Mapping[str, str]:
    """Return the new files of pages whose addresses a new redirect leads to a new page.

    Such a redirect says what became of the page, even if its text differs.
    """
    known = {_describe_redirect(redirect) for redirect in get_path_resolver(before).redirects.all}
    if (
        not gone
        or not come
        or known.issuperset(map(_describe_redirect, get_path_resolver(after).redirects.all))
    ):
        return {}
    targets: dict[str, str] = {}
    for page in before.facts.pages:
        match = (
            get_path_resolver(after).redirects.find_match(page_to_url(page.page))
            if page.file in gone
            else None
        )
        if (
            match
            and match.certain
            and match.target
            and _describe_redirect(match.redirect) not in known
        ):
            target = get_path_resolver(after).resolve_path(match.target.partition("#")[0])
            if target.page is not None and target.page.file in come and target.redirect is None:
                targets[page.file] = target.page.file
    counts = Counter(targets.values())
    # If several pages became one, the text decides which continues in it.
    return {old: new for old, new in targets.items() if counts[new] == 1}


def _describe_redirect(redirect: Redirect) -> tuple[str, str]:
    return redirect.source, redirect.destination


class _PageReader:
    def __init__(self, overview: Overview) -> None:
        self._contents = overview.contents or {}

    def __call__(self, file: str) -> bytes:
        """Return the content of a page, read again; empty if the page is unknown."""
        page = self._contents.get(file)
        return page.reread_bytes() if page else b""
