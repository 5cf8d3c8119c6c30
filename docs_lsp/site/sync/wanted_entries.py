"""The wanted content of an array of the navigation: entries and elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from docs_lsp.jsontree.edits import quote_json


@dataclass(frozen=True, slots=True)
class WantedEntry:
    """A page or an endpoint."""

    key: str
    """Its key, which does not depend on the spelling."""
    text: str
    """The text for a new entry."""


@dataclass(frozen=True, slots=True)
class WantedElement:
    """An element, such as a group, and its wanted content."""

    kind: str
    title: str
    list_key: str
    """The key of its array; empty if it has none."""
    items: tuple[WantedItem, ...] = ()
    more: str = ""
    """The JSON text of the whole element, if it is made from an existing one."""
    href: str = ""

    def entries(self) -> Iterator[WantedEntry]:
        """Yield all entries in it, at any depth."""
        return entries_in(self.items)

    def render(self, skipped: frozenset[str]) -> str | None:
        """Return its JSON text without some entries; None if nothing remains."""
        if self.more and not any(entry.key in skipped for entry in self.entries()):
            return self.more
        texts = []
        for item in self.items:
            if isinstance(item, WantedElement):
                text = item.render(skipped)
                texts += [text] if text else []
            elif item.key not in skipped:
                texts.append(quote_json(item.text))
        if not texts:
            return None
        inner = ",\n".join(texts).replace("\n", "\n    ")
        head = f'  "{self.kind}": {quote_json(self.title)},\n  "{self.list_key}": '
        return f"{{\n{head}[\n    {inner}\n  ]\n}}"


WantedItem: TypeAlias = WantedEntry | WantedElement


def entries_in(items: tuple[WantedItem, ...]) -> Iterator[WantedEntry]:
    """Yield all entries in some items, at any depth."""
    for item in items:
        if isinstance(item, WantedEntry):
            yield item
        else:
            yield from item.entries()


@dataclass(frozen=True, slots=True)
class WantedList:
    """The wanted content of an element."""

    items: tuple[WantedItem, ...]
    elsewhere: frozenset[str] = frozenset()
    """The keys of entries in other elements, which are not listed twice."""
