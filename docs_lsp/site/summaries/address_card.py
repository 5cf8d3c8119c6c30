"""A summary of one address: its redirects, its target, and who may see it.

An address is followed as a browser would. Anything that is not known is marked as unknown, as in
`routes.router`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.site.generated_pages.service_generation import collect_stopped_pages
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.mdx.contents import look_up_anchor
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.pages import PageFile, url_to_path
from docs_lsp.site.routes.accepted_site import compute_accepted_state, get_accepted_site
from docs_lsp.site.routes.redirect_card import LocatedRedirect
from docs_lsp.site.routes.redirect_chains import MOST_HOPS
from docs_lsp.site.routes.redirects import Redirect, RedirectMatch, normalise_url_path
from docs_lsp.site.routes.reserved import is_platform_file, is_search_server_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver, iter_redirects
from docs_lsp.site.routes.suggested_pages import suggest_addresses
from docs_lsp.site.summaries.generated_instead import name_generated_instead
from docs_lsp.site.summaries.page_card import PageCard, Placement, find_placement, make_page_card

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.router import PathResolution, PathResolver


class AddressOutcome(Enum):
    """The kinds of results that a reader gets."""

    PAGE = "page"
    GENERATED = "generated page"
    FILE = "file"
    SERVICE = "the service itself"
    OFF_SITE = "another site"
    LOOP = "redirect loop"
    NOTHING = "nothing"
    UNKNOWN = "unknown"


class AddressCard(NamedTuple):
    """A summary of one address."""

    address: str
    """The address as it was entered."""
    path: str
    """The final path on the site, or the URL if it is outside the site."""
    outcome: AddressOutcome
    is_certain: bool
    """Whether the effect of each redirect on the way is certain."""
    steps: tuple[LocatedRedirect, ...] = ()
    """The redirects on the way, as docs.json has them."""
    doubtful: LocatedRedirect | None = None
    """A redirect at the end that may apply in place of the page; whether it does is not known."""
    page: PageCard | None = None
    placement: Placement | None = None
    """The place of the page in the navigation; None if it is not listed."""
    target: str = ""
    """The target if it is not a page: a file, or a specification with an operation."""
    missing_anchor: str = ""
    """The anchor of the address if the page certainly lacks it."""
    near: tuple[str, ...] = ()
    """For a broken address: the addresses that it most likely means, best first."""
    stopped_by: str = ""
    """For an address without a page because none are generated: the reason, as a clause."""

    @property
    def is_answered(self) -> bool:
        """Whether the address is not certainly broken."""
        return self.outcome not in (AddressOutcome.NOTHING, AddressOutcome.LOOP)


class _FollowedRedirects(NamedTuple):
    """The redirects that a reader follows, and their end."""

    hops: tuple[RedirectMatch, ...]
    path: str
    answer: PathResolution | None
    """None outside the site, in a loop, or if the target of a redirect is unknown."""
    outcome: AddressOutcome = AddressOutcome.UNKNOWN
    is_certain: bool = True
    doubtful: RedirectMatch | None = None
    """A redirect from the end that is not followed, because perhaps it does not match."""


def make_address_card(overview: Overview, address: str) -> AddressCard:
    """Follow an address, a path or a URL of any host, to its end, and return a summary of it."""
    answers = get_path_resolver(overview)
    path, fragment = _split_address(address, answers)
    way = _follow_redirects(answers, path, overview.cached(_map_generated_pages))
    objects = overview.cached(_map_redirect_objects)
    redirects = [hop.redirect for hop in (*way.hops, way.doubtful) if hop]
    steps = [_locate_redirect(each, objects[each.order]) for each in redirects]
    doubtful = steps.pop() if way.doubtful else None
    card = AddressCard(address, way.path, way.outcome, way.is_certain, tuple(steps), doubtful)
    if way.answer is None:
        return card
    if way.answer.page is not None:
        return _complete_page_card(card, way.answer.page, fragment, overview)
    return _complete_other_card(card, way.answer, overview)


def _split_address(address: str, answers: PathResolver) -> tuple[str, str]:
    """Return the site path of an address, and its anchor, decoded.

    A public address has the base. So does one without a host, unless the site has it as it is.
    """
    try:
        url = urlsplit(address.strip())
    except ValueError:
        return f"/{address.strip().lstrip('/')}", ""
    path = f"/{url.path.lstrip('/')}"
    if url.netloc:
        path = answers.location.strip_base(path) or path
    return answers.find_own_path(path), unquote(url.fragment)


def _follow_redirects(
    answers: PathResolver, path: str, generated: Mapping[str, str]
) -> _FollowedRedirects:
    """Follow the redirects from a path to what answers, out of the site, or into a loop.

    They end at a page, one of `generated` too, if perhaps no redirect matches its address.
    """
    hops: list[RedirectMatch] = []
    seen: set[str] = set()
    is_certain = True
    while True:
        answer = answers.resolve_path(path)
        url = normalise_url_path(path)
        if answer.redirect is None:
            return _FollowedRedirects(tuple(hops), url, answer, is_certain=is_certain)
        if answer.redirect.is_doubtful and (answer.page or url in generated):
            return _FollowedRedirects(
                tuple(hops), url, answer, is_certain=False, doubtful=answer.redirect
            )
        hops.append(answer.redirect)
        is_certain = is_certain and answer.status is LinkStatus.ANSWERED
        seen.add(url)
        target = answer.redirect.target
        if target is None:
            return _FollowedRedirects(tuple(hops), "", None, is_certain=False)
        if answer.redirect.redirect.is_external:
            return _FollowedRedirects(
                tuple(hops), target, None, AddressOutcome.OFF_SITE, is_certain
            )
        path = answers.find_own_path(target)
        if path in seen or len(hops) > MOST_HOPS:
            return _FollowedRedirects(tuple(hops), path, None, AddressOutcome.LOOP, is_certain)


def _map_generated_pages(overview: Overview) -> Mapping[str, str]:
    """Return the generated pages by their address, each named by its source."""
    made = overview.cached(compute_accepted_state).made
    return {page.address: page.name for page in made if page.address}


def _map_redirect_objects(overview: Overview) -> Mapping[int, Placed]:
    """Return the objects of the redirects by their `order`."""
    return {redirect.order: placed for placed, redirect in iter_redirects(overview.objects)}


def _locate_redirect(redirect: Redirect, placed: Placed) -> LocatedRedirect:
    place = placed.locate_spot(placed.element.find_value_spot("source"))
    return LocatedRedirect(redirect, *place)


def _complete_page_card(
    card: AddressCard, page_file: PageFile, fragment: str, overview: Overview
) -> AddressCard:
    """Return a card with the data about the page that its address leads to."""
    contents = overview.contents or {}
    listings = overview.navigation.by_page.get(page_file.page, ())
    page = make_page_card(
        page_file,
        contents.get(page_file.file),
        listings,
        collect_site_marks(overview),
        overview.facts,
        is_complete=overview.cached(is_navigation_complete),
    )
    is_missing = (
        fragment
        and look_up_anchor(contents, page_file.file, fragment).where is AnchorStatus.NOWHERE
    )
    return card._replace(
        outcome=AddressOutcome.PAGE,
        page=name_generated_instead(page, overview),
        placement=find_placement(page_file.page, listings),
        missing_anchor=fragment if is_missing else "",
    )


def _complete_other_card(
    card: AddressCard, answer: PathResolution, overview: Overview
) -> AddressCard:
    """Return a card with the outcome of an address that leads to no page of a file."""
    path = card.path
    target = get_accepted_site(overview).answers.get(path, "")
    if card.doubtful:
        target = overview.cached(_map_generated_pages).get(path, target)
    file = url_to_path(path)
    if file in overview.facts.files or target in overview.facts.files:
        outcome = AddressOutcome.FILE
        return card._replace(outcome=outcome, target=target or file)
    if target:
        return card._replace(outcome=AddressOutcome.GENERATED, target=target)
    if answer.status is LinkStatus.DEAD:
        near = suggest_addresses(path, overview)
        return card._replace(outcome=AddressOutcome.NOTHING, near=near)
    if (
        is_search_server_path(path)
        or is_platform_file(path)
        or answer.status is LinkStatus.ANSWERED
    ):
        return card._replace(outcome=AddressOutcome.SERVICE)
    stopped = overview.cached(collect_stopped_pages)
    if path in stopped.addresses and get_path_resolver(overview).is_broken_without(
        path, stopped.addresses
    ):
        return card._replace(outcome=AddressOutcome.NOTHING, stopped_by=stopped.reason)
    near = (answer.path_without_first_folder,) if answer.path_without_first_folder else ()
    return card._replace(outcome=AddressOutcome.UNKNOWN, near=near)
