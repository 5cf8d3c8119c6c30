"""A summary of one address: its redirects, its target, and who may see it.

An address is followed as a browser would. Anything that is not known is marked as unknown, as in
`routes.router`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.core.text import Span
from docs_lsp.site.mdx.anchors import Leading
from docs_lsp.site.mdx.contents import lead_of
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import is_navigation_complete, site_marks
from docs_lsp.site.pages import PageFile
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.routes.near_pages import suggest_addresses
from docs_lsp.site.routes.redirects import MOST_HOPS, Match, normalise_path
from docs_lsp.site.routes.reserved import is_platform, is_reserved
from docs_lsp.site.routes.router import LinkStatus, answers_of, redirects_in
from docs_lsp.site.summaries.page_card import PageCard, Placement, page_card, placement_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.router import Answer, Answers


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


class RedirectStep(NamedTuple):
    """A redirect on the way."""

    source: str
    destination: str
    """The destination as docs.json has it, with its wildcard."""
    file: str
    span: Span
    """The source, inside its quotes."""


class AddressCard(NamedTuple):
    """A summary of one address."""

    address: str
    """The address as it was entered."""
    path: str
    """The final path on the site, or the URL if it is outside the site."""
    outcome: AddressOutcome
    is_certain: bool
    """Whether the effect of each redirect on the way is certain."""
    steps: tuple[RedirectStep, ...] = ()
    page: PageCard | None = None
    placement: Placement | None = None
    """The place of the page in the navigation; None if it is not listed."""
    target: str = ""
    """The target if it is not a page: a file, or a specification with an operation."""
    missing_anchor: str = ""
    """The anchor of the address if the page certainly lacks it."""
    near: tuple[str, ...] = ()
    """For a broken address: the addresses that it most likely means, best first."""

    @property
    def is_answered(self) -> bool:
        """Whether the address is not certainly broken."""
        return self.outcome not in (AddressOutcome.NOTHING, AddressOutcome.LOOP)


class _Way(NamedTuple):
    """The redirects that a reader follows, and their end."""

    hops: tuple[Match, ...]
    path: str
    answer: Answer | None
    """None outside the site, in a loop, or if the target of a redirect is unknown."""
    outcome: AddressOutcome = AddressOutcome.UNKNOWN
    is_certain: bool = True


def address_card(overview: Overview, address: str) -> AddressCard:
    """Follow an address: a path, or a URL of any host, which is treated as the site's."""
    answers = answers_of(overview)
    path, fragment = _site_path(address, answers.published)
    way = _follow(answers, path)
    steps = tuple(_step(hop, overview.cached(_objects_by_order)) for hop in way.hops)
    card = AddressCard(address, way.path, way.outcome, way.is_certain, steps)
    if way.answer is None:
        return card
    if way.answer.page is not None:
        return _card_of_page(card, way.answer.page, fragment, overview)
    return _card_without_page(card, way.answer, overview)


def _site_path(address: str, published: str) -> tuple[str, str]:
    """Return the site path of an address, and its anchor, decoded."""
    try:
        url = urlsplit(address.strip())
    except ValueError:
        return f"/{address.strip().lstrip('/')}", ""
    path = f"/{url.path.lstrip('/')}"
    if published and f"{path}/".startswith(f"{published}/"):
        path = path[len(published) :] or "/"
    return path, unquote(url.fragment)


def _follow(answers: Answers, path: str) -> _Way:
    hops: list[Match] = []
    seen: set[str] = set()
    is_certain = True
    while True:
        answer = answers.answer_at(path)
        if answer.redirect is None:
            return _Way(tuple(hops), normalise_path(path), answer, is_certain=is_certain)
        hops.append(answer.redirect)
        is_certain = is_certain and answer.status is LinkStatus.ANSWERED
        seen.add(normalise_path(path))
        target = answer.redirect.target
        if target is None:
            return _Way(tuple(hops), "", None, is_certain=False)
        if answer.redirect.redirect.is_external:
            return _Way(tuple(hops), target, None, AddressOutcome.OFF_SITE, is_certain)
        if normalise_path(target) in seen or len(hops) > MOST_HOPS:
            return _Way(tuple(hops), normalise_path(target), None, AddressOutcome.LOOP, is_certain)
        path = target


def _objects_by_order(overview: Overview) -> Mapping[int, Placed]:
    return {redirect.order: placed for placed, redirect in redirects_in(overview.objects)}


def _step(hop: Match, placed: Mapping[int, Placed]) -> RedirectStep:
    redirect = hop.redirect
    where = placed[redirect.order]
    place = where.file_span(where.element.value_spot("source"))
    return RedirectStep(redirect.source, redirect.destination, *place)


def _card_of_page(
    card: AddressCard, page_file: PageFile, fragment: str, overview: Overview
) -> AddressCard:
    contents = overview.contents or {}
    listings = overview.navigation.by_page.get(page_file.page, ())
    page = page_card(
        page_file,
        contents.get(page_file.file),
        listings,
        site_marks(overview),
        overview.facts,
        is_complete=overview.cached(is_navigation_complete),
    )
    is_missing = fragment and lead_of(contents, page_file.file, fragment).where is Leading.NOWHERE
    return card._replace(
        outcome=AddressOutcome.PAGE,
        page=page,
        placement=placement_of(page_file.page, listings),
        missing_anchor=fragment if is_missing else "",
    )


def _card_without_page(card: AddressCard, answer: Answer, overview: Overview) -> AddressCard:
    path = card.path
    target = get_accepted_site(overview).answers.get(path, "")
    file = path[1:]
    if file in overview.facts.files or target in overview.facts.files:
        outcome = AddressOutcome.FILE
        return card._replace(outcome=outcome, target=target or file)
    if target:
        return card._replace(outcome=AddressOutcome.GENERATED, target=target)
    if answer.status is LinkStatus.DEAD:
        near = suggest_addresses(path, overview)
        return card._replace(outcome=AddressOutcome.NOTHING, near=near)
    if is_reserved(path) or is_platform(path) or answer.status is LinkStatus.ANSWERED:
        return card._replace(outcome=AddressOutcome.SERVICE)
    near = (answer.here,) if answer.here else ()
    return card._replace(outcome=AddressOutcome.UNKNOWN, near=near)
