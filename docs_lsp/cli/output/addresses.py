"""Writes what addresses resolve to: for people, as a table of many, and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from docs_lsp.cli.findings import SourcePlaces
from docs_lsp.cli.output.writing import write_json, write_lines
from docs_lsp.cli.terminal import Style, escape_unsafe
from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL
from docs_lsp.site.summaries.address_card import AddressCard, AddressOutcome
from docs_lsp.site.summaries.page_card import list_title_path
from docs_lsp.site.visibility import describe_audience

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.routes.redirect_card import LocatedRedirect
    from docs_lsp.site.summaries.page_card import PageCard

_VERSION = 1
_LABEL = 10
_WIDEST = 60
_BAD = "error"


CountedAddress: TypeAlias = tuple[AddressCard, int]
"""An address with what it resolves to, and how often it was in the list."""


def write_addresses(
    form: str, addresses: Sequence[CountedAddress], files: Files, out: TextIO, style: Style
) -> None:
    """Write what addresses resolve to as `text`, `table` or `json`.

    `files` are those of the site, with the redirects and entries.
    """
    places = SourcePlaces(files)
    if form == "json":
        shapes = [_encode_address(address, places) for address in addresses]
        write_json({"version": _VERSION, "addresses": shapes}, out)
    elif form == "table":
        write_lines(_render_table(addresses), out)
    else:
        out.writelines(f"{line}\n" for line in _render_cards(addresses, places, style))


# For people


def _render_cards(
    addresses: Iterable[CountedAddress], places: SourcePlaces, style: Style
) -> Iterator[str]:
    for number, (card, _) in enumerate(addresses):
        if number:
            yield ""
        yield style.paint(escape_unsafe(card.address), "bold")
        for label, value in _render_facts(card, places):
            text = f"  {label:{_LABEL}}{value}".rstrip()
            yield style.paint(text, _BAD) if label == "nothing" else text


def _render_facts(card: AddressCard, places: SourcePlaces) -> Iterator[tuple[str, str]]:
    """Yield label and text of the lines that say how an address resolves."""
    for step in card.steps:
        where = _format_place(step, places)
        redirect = step.redirect
        way = f"{escape_unsafe(redirect.source)} -> {escape_unsafe(redirect.destination)}"
        yield "redirect", f"{way}   {where}"
    yield _render_outcome(card)
    if card.doubtful:
        source = escape_unsafe(card.doubtful.redirect.source)
        where = _format_place(card.doubtful, places)
        path = escape_unsafe(card.path)
        yield "note", f"Whether the redirect from {source} matches {path} is not certain.   {where}"
    elif not card.is_certain:
        yield "note", "It is not certain that the redirect works like this."
    if card.missing_anchor:
        yield (
            "anchor",
            f"`#{escape_unsafe(card.missing_anchor)}` does not exist; the top of the page opens.",
        )
    if card.near:
        yield "near", ", ".join(map(escape_unsafe, card.near))
    if card.page:
        yield from _render_page_facts(card, card.page, places)


def _render_outcome(card: AddressCard) -> tuple[str, str]:
    """Return the label of an address's outcome, and the text after it."""
    match card.outcome:
        case AddressOutcome.PAGE:
            assert card.page is not None  # The outcome guarantees it.
            return "page", escape_unsafe(f"{card.page.file}   {card.page.title}")
        case AddressOutcome.GENERATED:
            return "page", escape_unsafe(f"{card.path}   generated from {card.target}")
        case AddressOutcome.FILE:
            return "file", escape_unsafe(card.target)
        case AddressOutcome.SERVICE:
            return "service", f"{escape_unsafe(card.path)}   handled by the service itself"
        case AddressOutcome.OFF_SITE:
            return "leads to", escape_unsafe(card.path)
        case AddressOutcome.LOOP:
            return "nothing", f"The redirects lead back to {escape_unsafe(card.path)}."
        case AddressOutcome.NOTHING if card.stopped_by:
            return (
                "nothing",
                f"{escape_unsafe(card.path)} does not exist (404): {NO_PAGES_AT_ALL}, because "
                f"{escape_unsafe(card.stopped_by)}.",
            )
        case AddressOutcome.NOTHING:
            return (
                "nothing",
                f"{escape_unsafe(card.path)} is not a page, file or redirect of this site (404).",
            )
        case AddressOutcome.UNKNOWN:
            return "unknown", "It is not known what this address shows."


def _render_page_facts(
    card: AddressCard, page: PageCard, places: SourcePlaces
) -> Iterator[tuple[str, str]]:
    if card.steps:
        yield "address", escape_unsafe(card.path)
    placement = card.placement
    for listing in page.accepted_listings:
        titles = escape_unsafe(" > ".join(list_title_path(listing.placed)))
        yield "listed", f"{titles or 'at the top'}   {_format_place(listing, places)}"
    if placement and placement.languages:
        yield "language", escape_unsafe(", ".join(placement.languages))
    if placement and placement.versions:
        yield "version", escape_unsafe(", ".join(placement.versions))
    if page.sight:
        yield "seen by", escape_unsafe(describe_audience(page.sight.audience))
        yield "search", f"{'found' if page.sight.searchable else 'not found'}: {page.sight.text}"


def _format_place(located: LocatedRedirect | Listing, places: SourcePlaces) -> str:
    line, column = places.find_line_and_column(located.file, located.span)
    return escape_unsafe(f"{located.file}:{line}:{column}")


def _render_table(addresses: Iterable[CountedAddress]) -> Iterator[str]:
    rows = [
        (card.outcome.value, str(times), *_render_address_and_target(card))
        for card, times in addresses
    ]
    head = ("answer", "count", "address", "leads to")
    has_counts = any(times > 1 for _, times in addresses)
    columns = [at for at in range(4) if at != 1 or has_counts]
    widths = [min(_WIDEST, max(len(row[at]) for row in (head, *rows))) for at in range(4)]
    for row in (head, *rows):
        cells = (
            f"{row[at]:>{widths[at]}}" if at == 1 else f"{row[at]:{widths[at]}}" for at in columns
        )
        yield "  ".join(cells).rstrip()


def _render_address_and_target(card: AddressCard) -> tuple[str, str]:
    """Return the address, and its target or a suggestion."""
    if card.page:
        return card.address, card.page.file
    if card.near:
        return card.address, f"did you mean {card.near[0]}?"
    return card.address, card.target or (card.path if card.steps else "")


# For programs


def _encode_address(counted: CountedAddress, places: SourcePlaces) -> dict[str, Any]:
    card, times = counted
    page, placement = card.page, card.placement
    sight = page.sight if page else None
    return {
        "address": card.address,
        "count": times,
        "outcome": card.outcome.value,
        "certain": card.is_certain,
        "path": card.path,
        "redirects": [
            {
                "source": step.redirect.source,
                "destination": step.redirect.destination,
                **_encode_place(step, places),
            }
            for step in card.steps
        ],
        "page": {"path": page.page, "file": page.file, "title": page.title} if page else None,
        "target": card.target or None,
        "listings": [
            {"trail": [*list_title_path(listing.placed)], **_encode_place(listing, places)}
            for listing in (page.accepted_listings if page else ())
        ],
        "languages": [*placement.languages] if placement else [],
        "versions": [*placement.versions] if placement else [],
        "public": sight.audience.public if sight else None,
        "groups": sorted(sight.audience.groups or ()) if sight else [],
        "search": {"found": sight.searchable, "why": sight.text} if sight else None,
        "missingAnchor": card.missing_anchor or None,
        "near": [*card.near],
    }


def _encode_place(located: LocatedRedirect | Listing, places: SourcePlaces) -> dict[str, Any]:
    line, column = places.find_line_and_column(located.file, located.span)
    return {"file": located.file, "line": line, "column": column}
