"""Reads addresses for `docs-lsp url` from a sitemap, a web server's log, or plain lines.

Of a log only requests with status 404 or 410 are used, and only those that browsers make.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape

from docs_lsp.core.lazy_pattern import compile_lazily

MOST_READ = 64 << 20
"""The maximum number of bytes of a list that are read."""

_PLACE = compile_lazily(r"<(?:\w+:)?loc>\s*(?:<!\[CDATA\[)?([^<\]]+)")
_REQUEST = compile_lazily(r'"(?:GET|HEAD) (\S+) HTTP/[\d.]+"(?:\s+(\d{3})\b)?')
_ANY_REQUEST = compile_lazily(r'"[A-Z]+ \S+ HTTP/[\d.]+"')
_GONE = ("404", "410", None)
_FIRST_CELL = compile_lazily(r'\s*"?([^\s",;]+)')


def count_addresses(data: bytes) -> Mapping[str, int]:
    """Count addresses of a list or sitemap, or failed ones of a log, most frequent first."""
    text = data[:MOST_READ].decode("utf-8-sig", "replace")
    counts = Counter(
        _parse_sitemap(text) if "<loc" in text or ":loc>" in text else _parse_lines(text)
    )
    return dict(counts.most_common())


def _parse_sitemap(text: str) -> Iterator[str]:
    for match in _PLACE.finditer(text):
        yield unescape(match[1]).strip()


def _parse_lines(text: str) -> Iterator[str]:
    """Yield addresses from plain lines or tables, or from a log those of requests that failed."""
    for line in text.splitlines():
        request = _REQUEST.search(line)
        if request:
            if request[2] in _GONE:
                yield request[1]
        elif not line.startswith("#") and not _ANY_REQUEST.search(line):
            cell = _FIRST_CELL.match(line)
            # The first line of a table contains the names of its columns.
            if cell and ("/" in cell[1] or "," not in line):
                yield cell[1]
