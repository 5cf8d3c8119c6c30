"""The entries of an element, sorted once for all rules about them.

Every rule about entries asks the same question here, so that one entry gets one message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docs_lsp.rules._lone_endpoints import lone_endpoint
from docs_lsp.site.entry_sorts import Sort, odd_entries, sort_of
from docs_lsp.site.navigation.element import Element, Entry

ENTRY_KEYS = frozenset(("pages", "root"))
"""The keys that hold entries."""


def entries(element: Element, wanted: Sort) -> Sequence[Entry]:
    """The entries of an element, its `root` among them, that are of one sort."""
    return element.once(sorted_entries).get(wanted, ())


def sorted_entries(element: Element) -> Mapping[Sort, Sequence[Entry]]:
    """The entries by their sort, without those that are a page as it should be."""
    facts = element.context.facts
    odd = odd_entries(element.listed, facts)
    found: dict[Sort, list[Entry]] = {}
    for entry in element.entries(odd) if odd else ():
        sort = odd[entry.text]
        if sort is Sort.MISSING and lone_endpoint(element, entry.text):
            sort = Sort.MALFORMED_ENDPOINT
        found.setdefault(sort, []).append(entry)
    root = element.root_entry() if "root" in element.values else None
    if root is not None:
        found.setdefault(sort_of(root.text, facts), []).append(root)
    return found
