"""Finds the new names of a site's pages, cached while the same pages come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.comparison.renamed_files import match_renamed_files
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.router import answers_of

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
                    _TextOf(before),
                    _TextOf(after),
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
    known = {_describe_redirect(redirect) for redirect in answers_of(before).redirects.all}
    if (
        not gone
        or not come
        or known.issuperset(map(_describe_redirect, answers_of(after).redirects.all))
    ):
        return {}
    targets: dict[str, str] = {}
    for page in before.facts.pages:
        match = answers_of(after).redirects.match(url_of(page.page)) if page.file in gone else None
        if (
            match
            and match.certain
            and match.target
            and _describe_redirect(match.redirect) not in known
        ):
            target = answers_of(after).answer_at(match.target.partition("#")[0])
            if target.page is not None and target.page.file in come and target.redirect is None:
                targets[page.file] = target.page.file
    counts = Counter(targets.values())
    # If several pages became one, the text decides which continues in it.
    return {old: new for old, new in targets.items() if counts[new] == 1}


def _describe_redirect(redirect: Redirect) -> tuple[str, str]:
    return redirect.source, redirect.destination


class _TextOf:
    def __init__(self, overview: Overview) -> None:
        self._contents = overview.contents or {}

    def __call__(self, file: str) -> bytes:
        page = self._contents.get(file)
        return page.reread_bytes() if page else b""
