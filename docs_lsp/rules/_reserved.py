"""The paths that links and redirects name, for the rules about the service's own ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.site.routes.reserved import is_reserved
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.api.places import Path
    from docs_lsp.site.api.spec_reader import Source
    from docs_lsp.site.overview import Overview

__all__ = ["is_reserved", "own_addresses", "path_in_site"]

_TAIL = re.compile(r"[?#].*", re.DOTALL)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def path_in_site(href: str) -> str | None:
    """The path that a link within the site leads to; None for every other link."""
    plain = href.strip()
    if plain.startswith(("#", "//")) or _SCHEME.match(plain):
        return None
    return _TAIL.sub("", plain)


def own_addresses(
    overview: Overview, is_theirs: Callable[[str], bool]
) -> Iterator[tuple[str, Span, str]]:
    """The addresses that specifications give the pages of their operations, of those that are the
    service's own: file, place and path of each."""
    for file, spec in overview.facts.specs.items():
        if spec.read is None or file not in overview.facts.files:
            continue
        for operation in (*spec.operations.values(), *spec.webhooks.values()):
            for name, block in operation.blocks.items():
                href = block.get("href") if isinstance(block, dict) else None
                path = path_in_site(href) if isinstance(href, str) else None
                if path and is_theirs(path):
                    yield file, _span((*operation.keys, name, "href"), spec.read.source), path


def _span(keys: Path, source: Source) -> Span:
    # Nearly no site asks, so these are not loaded with the rules.
    from docs_lsp.site.api.places import Paths
    from docs_lsp.site.api.spec_places import value_span

    return value_span(keys, source.entries(Paths([keys])), source.data)
