"""`docs-lsp url`: prints where an address of the site leads, and through which redirects."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.cli.address_lists import MOST_READ, count_addresses
from docs_lsp.cli.exit_codes import FOUND, SUCCESS
from docs_lsp.cli.output.addresses import CountedAddress, SiteAddresses, write_addresses
from docs_lsp.cli.sites import (
    print_inferred_location,
    print_settings_faults,
    recover_site,
    require_site,
)
from docs_lsp.cli.terminal import choose_style
from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.evaluation.check import read_project_settings, read_site
from docs_lsp.files.files import DiskFiles
from docs_lsp.site.routes.site_location import (
    find_declared_location,
    find_site_location,
    infer_from_urls,
)
from docs_lsp.site.summaries.address_card import make_address_card

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_STANDARD_INPUT = "-"


def run(arguments: Namespace) -> int:
    """Print where each address leads; return 1 if one is broken, else 0."""
    gc.disable()  # The process ends soon; collecting garbage would take a tenth of its time.
    asked = dict(_iter_addresses(arguments.addresses))
    docs_json = require_site(arguments.site)
    recover_site(docs_json.parent)
    disk = DiskFiles(docs_json.parent)
    settings, faults = read_project_settings(disk)
    if faults:
        print_settings_faults(disk.root, faults, disk)
    overview = read_site(disk.root, disk, settings, docs_json.name).get_overview()
    if overview is None:
        raise UsageFault(f"`{docs_json}` belongs to another tool.")
    _settle_site_location(overview, asked)
    cards = [
        CountedAddress(make_address_card(overview, one), count) for one, count in asked.items()
    ]
    if arguments.missing:
        cards = [card for card in cards if not card.card.is_answered]
    form = arguments.format or ("table" if _STANDARD_INPUT in arguments.addresses else "text")
    style = choose_style(arguments.color, sys.stdout)
    write_addresses(form, SiteAddresses(disk, tuple(cards)), sys.stdout, style)
    return SUCCESS if all(card.card.is_answered for card in cards) else FOUND


def _settle_site_location(overview: Overview, asked: Iterable[str]) -> None:
    """Find where the site is published, if need be from the addresses, and print an inference."""
    if not find_site_location(overview):
        inferred = infer_from_urls(asked, overview.facts, "these addresses")
        overview.prime(find_declared_location, inferred)
    print_inferred_location(overview)


def _iter_addresses(addresses: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the addresses, and how often each occurs in a list."""
    for address in addresses:
        if address == _STANDARD_INPUT:
            yield from _read_standard_input().items()
        else:
            yield address, 1


def _read_standard_input() -> Mapping[str, int]:
    """Count the addresses on standard input. Raises `UsageFault` if there are none."""
    counts = count_addresses(sys.stdin.buffer.read(MOST_READ))
    if not counts:
        raise UsageFault(
            "the list on standard input has no address. Give a sitemap, a log with the "
            "requests that failed, or one address in a line."
        )
    return counts
