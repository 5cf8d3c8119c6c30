"""Runs the rules about redirects on a new redirect, before it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docs_lsp.cli.mcp.workspace import LoadedSite
from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex
from docs_lsp.site.routes.router import get_path_resolver, iter_redirects

_RULES = frozenset(
    ("shadowed-page", "redirect-loop", "duplicate-redirect", "reserved-path", "dead-redirect")
)
_KEYS = ("source", "destination")


def find_added_redirect_faults(site: LoadedSite, draft: Draft) -> tuple[Problem, ...]:
    """Return the findings about the last redirect of a draft, the worst first.

    Rules that a project has switched off or ignores elsewhere count too: that is about the
    redirects that it has, and not about those that agents are to add.
    """
    settings = _select_redirect_rules(site.settings)
    contents = site.snapshot.contents
    options = ReadingOptions(known=contents)
    read = read_site(site.disk.root, draft, settings, site.docs_json.name, options)
    after = read.run_site_rules()
    all_problems = (
        problem for problems in after.find_all_problems().values() for problem in problems
    )
    places = tuple(_find_last_redirect_places(after))
    about = (
        problem
        for problem in all_problems
        if any(_is_inside_any(*place, places) for place in _iter_problem_places(problem))
    )
    return tuple(sorted(about, key=lambda problem: (problem.severity, problem.rule)))


def find_shadowed_address(redirect: Redirect, overview: Overview) -> str | None:
    """Return the address of a page that a wildcard source may match without a finding, or None.

    Rules are silent about what is uncertain, and about generated pages, but a new redirect can have
    another source. The page at the folder itself is ignored: what is below it may have moved.
    """
    alone = RedirectIndex((redirect,))
    for address, is_made in _iter_page_addresses(overview):
        match = alone.find_match(address)
        if match and match.rest and (is_made or not match.certain):
            return address
    return None


def _iter_page_addresses(overview: Overview) -> Iterator[tuple[str, bool]]:
    """Yield the addresses of all pages, and whether the pages are generated."""
    yield from ((page_to_url(page.page), False) for page in overview.facts.pages)
    redirects, files = get_path_resolver(overview).redirects, overview.facts.files
    for address, page in get_accepted_site(overview).answers.items():
        if page not in files and redirects.find_match(address) is None:
            yield address, True


def _select_redirect_rules(settings: Settings) -> Settings:
    """Return settings with only the rules about redirects on, and with nothing suppressed."""
    others: dict[str, None] = dict.fromkeys(all_rules().keys() - _RULES)
    return replace(settings, rules=others, suppressions=(), baseline=None)


def _find_last_redirect_places(site: Snapshot) -> Iterator[tuple[str, Span]]:
    """Yield the places of the last redirect's values: new redirects are added at the end."""
    overview = site.get_overview()
    last: Placed | None = None
    for placed, _ in iter_redirects(overview.objects) if overview else ():
        last = placed
    if last is not None:
        yield from (last.locate_spot(last.element.find_value_spot(key)) for key in _KEYS)


def _iter_problem_places(problem: Problem) -> Iterator[tuple[str, Span]]:
    """Yield the places of a problem; a redirect loop is reported at its first redirect."""
    yield problem.file, problem.span
    yield from ((place.file, place.span) for place in problem.related)


def _is_inside_any(file: str, span: Span, places: tuple[tuple[str, Span], ...]) -> bool:
    return any(
        file == other and around.start <= span.start and span.end <= around.end
        for other, around in places
    )
