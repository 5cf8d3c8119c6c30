"""Shared helpers of the rules about redirects: the list, chains and places."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import RelatedPlace
from docs_lsp.core.text import Span
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.link_paths import LinkPath, parse_link_path
from docs_lsp.site.routes.redirect_chains import RedirectChain
from docs_lsp.site.routes.redirects import (
    PLACEHOLDER,
    Redirect,
    SourceForm,
    find_literal_prefix,
)
from docs_lsp.site.routes.router import (
    LinkStatus,
    PathResolver,
    get_path_resolver,
    iter_redirects,
)


def list_site_redirects(overview: Overview) -> tuple[tuple[Placed, Redirect], ...]:
    """Return the redirects of a site in order, each with its object in docs.json."""
    return tuple(iter_redirects(overview.objects))


def find_redirect_at(overview: Overview, file: str, at: int) -> tuple[Placed, Redirect] | None:
    """Return the redirect whose object starts at a byte offset of a file, or None."""
    return overview.cached(_index_redirects).get((file, at))


def _index_redirects(overview: Overview) -> dict[tuple[str, int], tuple[Placed, Redirect]]:
    """Return the redirects by the file and byte offset of their objects."""
    by_place: dict[tuple[str, int], tuple[Placed, Redirect]] = {}
    for placed, redirect in overview.cached(list_site_redirects):
        by_place.setdefault((placed.file, placed.at), (placed, redirect))
    return by_place


def is_redirect_broken(redirect: Redirect, answers: PathResolver) -> bool:
    """Return whether the redirect surely ends in a 404 on this site."""
    if redirect.is_external:
        return False
    if PLACEHOLDER.search(redirect.destination):
        folder = find_literal_prefix(redirect.destination)
        # It is unknown whether the service fills in other parameters.
        is_of_many = redirect.form in (SourceForm.TAIL, SourceForm.PREFIX, SourceForm.PARAMETER)
        return is_of_many and not answers.may_have_prefix(folder)
    target = parse_link_path(redirect.destination)
    return target is not None and _is_path_missing(target, answers)


def _is_path_missing(target: LinkPath, answers: PathResolver) -> bool:
    """Return whether a path surely does not exist on this site."""
    return bool(target.path) and answers.resolve_link(target).status is LinkStatus.DEAD


class SureChain(NamedTuple):
    """A certain chain of two redirects or more."""

    chain: RedirectChain
    missing_path: str | None
    """The path at its end if that surely does not exist."""
    ends_broken: bool
    """Whether its last redirect alone ends in a 404, and is reported itself."""


def follow_sure_chain(overview: Overview, redirect: Redirect) -> SureChain | None:
    """Return a redirect's chain of two or more hops; None if uncertain or if it passes a page."""
    answers = get_path_resolver(overview)
    chain = answers.redirect_chains.find_chain(redirect)
    if chain is None or chain.cycle or chain.circle or len(chain.hops) < 2 or not chain.certain:
        return None
    # A page on the way is the mistake then, and is reported where it is.
    if any(answers.resolve_path(target or "").page for target in chain.targets[:-1]):
        return None
    last = chain.hops[-1].redirect
    return SureChain(chain, _find_broken_end(chain, answers), is_redirect_broken(last, answers))


def _find_broken_end(chain: RedirectChain, answers: PathResolver) -> str | None:
    """Return the path at the end of a chain if it surely does not exist, or None."""
    end = chain.end or "*"
    target = None if PLACEHOLDER.search(end) else parse_link_path(end)
    return target.path if target and _is_path_missing(target, answers) else None


def locate_value(placed: Placed, key: str) -> tuple[str, Span]:
    """Return the file and absolute byte span of the value of a key."""
    return placed.locate_spot(placed.element.find_value_spot(key))


def build_related_place(placed: Placed, key: str, message: str) -> RelatedPlace:
    """Return the place of a value as related information with a message."""
    file, span = locate_value(placed, key)
    return RelatedPlace(file, span, message)
