"""Writes where addresses lead: for people, as a table of many, and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from docs_lsp.cli.source_places import SourcePlaces
from docs_lsp.cli.terminal import Style, escape_unsafe
from docs_lsp.core.text import Span
from docs_lsp.site.audience_words import describe_audience
from docs_lsp.site.summaries.address_card import AddressCard, AddressOutcome
from docs_lsp.site.summaries.page_card import list_title_path

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.summaries.page_card import PageCard

_VERSION = 1
_LABEL = 10
_WIDEST = 60
_BAD = "error"


class CountedAddress(NamedTuple):
    """An address with what it resolves to, and how often it was in the list."""

    card: AddressCard
    times: int = 1


class SiteAddresses(NamedTuple):
    """Addresses of one site with what they resolve to."""

    files: Files
    """The files that contain the redirects and entries."""
    asked: tuple[CountedAddress, ...]


def write_addresses(form: str, addresses: SiteAddresses, out: TextIO, style: Style) -> None:
    """Write where addresses lead as `text`, `table` or `json`."""
    places = _ReportedPlaces(addresses.files)
    if form == "json":
        shapes = [_encode_address(asked_address, places) for asked_address in addresses.asked]
        json.dump({"version": _VERSION, "addresses": shapes}, out, ensure_ascii=False, indent=2)
        out.write("\n")
        return
    lines = _render_table(addresses) if form == "table" else _render_cards(addresses, places, style)
    out.writelines(f"{escape_unsafe(line) if form == 'table' else line}\n" for line in lines)


class _ReportedPlaces:
    """Converts places in the files of a site to lines and columns."""

    def __init__(self, files: Files) -> None:
        self._places = SourcePlaces(files)

    def build_place(self, file: str, span: Span) -> dict[str, Any]:
        line, column = self._places.find_line_and_column(file, span)
        return {"file": file, "line": line, "column": column}

    def format_place(self, file: str, span: Span) -> str:
        line, column = self._places.find_line_and_column(file, span)
        return escape_unsafe(f"{file}:{line}:{column}")


# For people


def _render_cards(addresses: SiteAddresses, places: _ReportedPlaces, style: Style) -> Iterator[str]:
    for number, one in enumerate(addresses.asked):
        if number:
            yield ""
        yield style.paint(escape_unsafe(one.card.address), "bold")
        for label, value in _render_facts(one.card, places):
            text = f"  {label:{_LABEL}}{value}".rstrip()
            yield style.paint(text, _BAD) if label == "nothing" else text


def _render_facts(card: AddressCard, places: _ReportedPlaces) -> Iterator[tuple[str, str]]:
    """Yield label and text of the lines that say how an address resolves."""
    for redirect, file, span in card.steps:
        where = places.format_place(file, span)
        way = f"{escape_unsafe(redirect.source)} -> {escape_unsafe(redirect.destination)}"
        yield "redirect", f"{way}   {where}"
    yield _render_outcome(card)
    if not card.is_certain:
        yield "note", "Whether the redirect answers like that is not certain."
    if card.missing_anchor:
        yield (
            "anchor",
            f"`#{escape_unsafe(card.missing_anchor)}` is not there; readers see the top.",
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
            return "page", escape_unsafe(f"{card.path}   made of {card.target}")
        case AddressOutcome.FILE:
            return "file", escape_unsafe(card.target)
        case AddressOutcome.SERVICE:
            return "service", f"{escape_unsafe(card.path)}   answered by the service itself"
        case AddressOutcome.OFF_SITE:
            return "leads to", escape_unsafe(card.path)
        case AddressOutcome.LOOP:
            return "nothing", f"The redirects lead back to {escape_unsafe(card.path)}."
        case AddressOutcome.NOTHING:
            return (
                "nothing",
                f"{escape_unsafe(card.path)} is not a page, file or redirect of this site (404).",
            )
        case AddressOutcome.UNKNOWN:
            return "unknown", "It is not known here what this address shows."


def _render_page_facts(
    card: AddressCard, page: PageCard, places: _ReportedPlaces
) -> Iterator[tuple[str, str]]:
    if card.steps:
        yield "address", escape_unsafe(card.path)
    placement = card.placement
    for listing, trail in zip(page.accepted_listings, _iter_trails(card), strict=False):
        where = places.format_place(listing.file, listing.span)
        yield "listed", f"{escape_unsafe(' > '.join(trail)) or 'at the top'}   {where}"
    if placement and placement.languages:
        yield "language", escape_unsafe(", ".join(placement.languages))
    if placement and placement.versions:
        yield "version", escape_unsafe(", ".join(placement.versions))
    if page.sight:
        yield "seen by", escape_unsafe(describe_audience(page.sight.audience))
        yield "search", f"{'found' if page.sight.searchable else 'not found'}: {page.sight.text}"


def _iter_trails(card: AddressCard) -> Iterator[tuple[str, ...]]:
    """Yield the titles that lead to each entry of the page."""
    for listing in card.page.accepted_listings if card.page else ():
        yield list_title_path(listing.placed)


def _render_table(addresses: SiteAddresses) -> Iterator[str]:
    rows = [
        (
            asked_address.card.outcome.value,
            str(asked_address.times),
            *_render_address_and_target(asked_address.card),
        )
        for asked_address in addresses.asked
    ]
    head = ("answer", "count", "address", "leads to")
    has_counts = any(asked_address.times > 1 for asked_address in addresses.asked)
    columns = [at for at in range(4) if at != 1 or has_counts]
    widths = [min(_WIDEST, max(len(row[at]) for row in (head, *rows))) for at in range(4)]
    for row in (head, *rows):
        cells = (
            f"{row[at]:>{widths[at]}}" if at == 1 else f"{row[at]:{widths[at]}}" for at in columns
        )
        yield "  ".join(cells).rstrip()


def _render_address_and_target(card: AddressCard) -> tuple[str, str]:
    """Return the address, and where it leads or a suggestion."""
    if card.page:
        return card.address, card.page.file
    if card.near:
        return card.address, f"did you mean {card.near[0]}?"
    return card.address, card.target or (card.path if card.steps else "")


# For programs


def _encode_address(one: CountedAddress, places: _ReportedPlaces) -> dict[str, Any]:
    card, page, placement = one.card, one.card.page, one.card.placement
    sight = page.sight if page else None
    return {
        "address": card.address,
        "count": one.times,
        "outcome": card.outcome.value,
        "certain": card.is_certain,
        "path": card.path,
        "redirects": [
            {
                "source": redirect.source,
                "destination": redirect.destination,
                **places.build_place(file, span),
            }
            for redirect, file, span in card.steps
        ],
        "page": {"path": page.page, "file": page.file, "title": page.title} if page else None,
        "target": card.target or None,
        "listings": [
            {"trail": [*trail], **places.build_place(listing.file, listing.span)}
            for listing, trail in zip(
                page.accepted_listings if page else (), _iter_trails(card), strict=True
            )
        ],
        "languages": [*placement.languages] if placement else [],
        "versions": [*placement.versions] if placement else [],
        "public": sight.audience.public if sight else None,
        "groups": sorted(sight.audience.groups or ()) if sight else [],
        "search": {"found": sight.searchable, "why": sight.text} if sight else None,
        "missingAnchor": card.missing_anchor or None,
        "near": [*card.near],
    }
