"""What the rules about redirects share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.problem import Place
from docs_lsp.site.routes.links import redirects_in
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.nav.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect


def redirects_of(overview: Overview) -> tuple[tuple[Placed, Redirect], ...]:
    """The redirects of a site in their order, each with where it stands."""
    return tuple(redirects_in(overview.objects))


def value_of(placed: Placed, key: str) -> tuple[str, Span]:
    """The file of a value, and its absolute span there."""
    return placed.file_span(placed.element.value_spot(key))


def place_of(placed: Placed, key: str, message: str) -> Place:
    """A value as a second place."""
    file, span = value_of(placed, key)
    return Place(file, span, message)
