"""The wanted content of an array of the navigation: entries and elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply_edits, build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Node, Object, String
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

_SPECS = ("openapi", "asyncapi", "graphql")


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

    def iter_entries(self) -> Iterator[WantedEntry]:
        """Yield all entries in it, at any depth."""
        return iter_entries_in(self.items)

    def list_spec_sources(self) -> frozenset[str]:
        """Return the specifications that the element names, as `list_sources` finds them."""
        return list_sources(Document.from_text(self.more).tree.root)

    def render_json(self, skipped: frozenset[str]) -> str | None:
        """Return its JSON text, without other keys if entries are skipped; None if empty."""
        if self.more and not any(entry.key in skipped for entry in self.iter_entries()):
            return self.more
        texts = []
        for item in self.items:
            if isinstance(item, WantedElement):
                text = item.render_json(skipped)
                texts += [text] if text else []
            elif item.key not in skipped:
                texts.append(quote_json(item.text))
        if not texts:
            return None
        array = "[\n    {}\n  ]".format(",\n".join(texts).replace("\n", "\n    "))
        return self._replace_array(array) if self.more else self._render_with(array)

    def _render_with(self, array: str) -> str:
        """Return the JSON text of a new element with an array as rendered."""
        head = f'  "{self.kind}": {quote_json(self.title)},\n  "{self.list_key}": '
        return f"{{\n{head}{array}\n}}"

    def _replace_array(self, array: str) -> str:
        """Return the text of the existing element with another array, and its other keys as is."""
        document = Document.from_text(self.more)
        root, start = document.tree.root, document.tree.start
        assert isinstance(root, Object)
        index = next(at for at, one in enumerate(root.items) if one.key.value == self.list_key)
        edit = build_value_edit(document.text.data, root, start, index, array)
        return apply_edits(document.text.data, [edit]).decode()


def list_sources(element: Node) -> frozenset[str]:
    """Return the specifications that an element names, without the folder of a language."""
    values = [element.get(key) for key in _SPECS] if isinstance(element, Object) else []
    nodes = [value.get("source") if isinstance(value, Object) else value for value in values]
    return frozenset(strip_language(node.value) for node in nodes if isinstance(node, String))


def strip_language(path: str) -> str:
    """Return the path of a specification without the folder of a language at its start."""
    path = path.strip("/")
    first, _, rest = path.partition("/")
    return rest if first in LANGUAGE_NAMES else path


WantedItem: TypeAlias = WantedEntry | WantedElement


def iter_entries_in(items: tuple[WantedItem, ...]) -> Iterator[WantedEntry]:
    """Yield all entries in some items, at any depth."""
    for item in items:
        if isinstance(item, WantedEntry):
            yield item
        else:
            yield from item.iter_entries()


@dataclass(frozen=True, slots=True)
class WantedList:
    """The wanted content of an element."""

    items: tuple[WantedItem, ...]
    elsewhere: frozenset[str] = frozenset()
    """The keys of entries in other elements, which are not listed twice."""
