"""Changes to a docs.json that nobody needs but a writer may want: moving content about.

Each kind of change is a module with one function that offers what can be done with what is
selected, or with the `$ref` at the cursor. What an offer changes is worked out when it is taken up.

Beside these stands what a tree of the navigation asks for: `dropping`, `creating`, `hiding` and
`removing`, about the places that `placing` finds.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.files import Files
from docs_lsp.refactor import (
    adding,
    endpoint_pages,
    grouping,
    joining,
    languages,
    moving,
    parting,
    sorting,
)
from docs_lsp.refactor.selection import Offer, selected
from docs_lsp.snapshot import Snapshot
from docs_lsp.text import Span

__all__ = ["Offer", "offers"]

_MAKERS = (
    grouping.offers,
    moving.offers,
    sorting.offers,
    adding.offers,
    endpoint_pages.offers,
    parting.offers,
    languages.offers,
)


def offers(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """What can be done with the entries and elements in a span of docs.json or one of its parts."""
    selection = selected(site, files, file, span)
    if selection is not None:
        for make in _MAKERS:
            yield from make(selection)
    yield from joining.offers(site, file, span)
