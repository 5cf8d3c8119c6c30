"""`docs-lsp url`: prints where an address of the site leads, and through which redirects."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from typing import TYPE_CHECKING

from docs_lsp.cli.exit_codes import FOUND, SUCCESS
from docs_lsp.cli.output.addresses import write_addresses
from docs_lsp.cli.sites import (
    print_inferred_location,
    print_settings_faults,
    recover_site,
    require_site,
)
from docs_lsp.cli.terminal import choose_style
from docs_lsp.core.lazy_pattern import compile_lazily
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
MOST_READ = 64 << 20
"""The maximum number of bytes of a list that are read."""

_LOCATION = compile_lazily(r"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?([^<\]]+)")
_REQUEST = compile_lazily(r'"(?:GET|HEAD) (\S+) HTTP/[\d.]+"(?:\s+(\d{3})\b)?')
_ANY_REQUEST = compile_lazily(r'"[A-Z]+ \S+ HTTP/[\d.]+"')
_FAILED = ("404", "410", None)
"""The statuses of requests that are counted; None for a log without statuses."""
_FIRST_CELL = compile_lazily(r'\s*"?([^\s",;]+)')


def run(arguments: Namespace) -> int:
    """Print what each address resolves to; return 1 if one is broken, else 0."""
    asked = dict(_iter_addresses(arguments.addresses))
    docs_json = require_site(arguments.site)
    recover_site(docs_json.parent)
    disk = DiskFiles(docs_json.parent)
    settings, faults = read_project_settings(disk)
    print_settings_faults(faults, disk)
    overview = read_site(disk.root, disk, settings, docs_json.name).get_overview()
    if overview is None:
        raise UsageFault(f"`{docs_json}` belongs to another tool.")
    _ensure_site_location(overview, asked)
    counted = [(make_address_card(overview, address), count) for address, count in asked.items()]
    if arguments.missing:
        counted = [(card, count) for card, count in counted if not card.is_answered]
    form = arguments.format or ("table" if _STANDARD_INPUT in arguments.addresses else "text")
    style = choose_style(arguments.color, sys.stdout)
    write_addresses(form, counted, disk, sys.stdout, style)
    return SUCCESS if all(card.is_answered for card, _ in counted) else FOUND


def _ensure_site_location(overview: Overview, asked: Iterable[str]) -> None:
    """Infer from the addresses where the site is published, if need be; print an inference."""
    if not find_site_location(overview):
        inferred = infer_from_urls(asked, overview.facts, "these addresses")
        overview.prime(find_declared_location, inferred)
    print_inferred_location(overview)


def _iter_addresses(addresses: list[str]) -> Iterator[tuple[str, int]]:
    """Yield addresses with how often each occurs; `-` is for the list on standard input."""
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


def count_addresses(data: bytes) -> Mapping[str, int]:
    """Count the addresses of a sitemap, a web server's log or plain lines, the most frequent first.

    Of a log only GET and HEAD requests with status 404 or 410 are counted.
    """
    text = data[:MOST_READ].decode("utf-8-sig", "replace")
    counts = Counter(
        _parse_sitemap(text) if "<loc" in text or ":loc>" in text else _parse_lines(text)
    )
    return dict(counts.most_common())


def _parse_sitemap(text: str) -> Iterator[str]:
    """Yield the URLs in the `loc` elements of a sitemap."""
    for match in _LOCATION.finditer(text):
        yield unescape(match[1]).strip()


def _parse_lines(text: str) -> Iterator[str]:
    """Yield addresses from plain lines or tables, or from a log those of requests that failed."""
    for line in text.splitlines():
        request = _REQUEST.search(line)
        if request:
            if request[2] in _FAILED:
                yield request[1]
        elif not line.startswith("#") and not _ANY_REQUEST.search(line):
            cell = _FIRST_CELL.match(line)
            # The first line of a table contains the names of its columns.
            if cell and ("/" in cell[1] or "," not in line):
                yield cell[1]
