"""The outline of docs.json: the site as its readers will find it, and the settings around it.

Elements of the navigation go by their titles, pages by theirs where these are known. The outline is
asked for after every edit, of files with tens of thousands of entries. So it is made straight from
the tree, looks at each node once, and is written as JSON right away: objects for all of it would
take three times as long.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping

from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, Written, to_json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.site.content import PageContent
from docs_lsp.site.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.frontmatter import title_of
from docs_lsp.site.pages import normalise
from docs_lsp.text import Encoding, Text


class SymbolKind:
    """The numbers of LSP's SymbolKind that an outline of docs.json uses."""

    FILE = 1
    MODULE = 2
    NAMESPACE = 3
    PACKAGE = 4
    METHOD = 6
    STRING = 15
    NUMBER = 16
    BOOLEAN = 17
    ARRAY = 18
    OBJECT = 19
    NULL = 21


_ELEMENTS = {
    "language": SymbolKind.NAMESPACE,
    "version": SymbolKind.NAMESPACE,
    "group": SymbolKind.PACKAGE,
}
_JSON = {
    "string": SymbolKind.STRING,
    "number": SymbolKind.NUMBER,
    "boolean": SymbolKind.BOOLEAN,
    "array": SymbolKind.ARRAY,
    "object": SymbolKind.OBJECT,
}
_NAVIGATION = CHILD_KEYS | {"navigation", "global"}
_LONGEST = 80
_PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*').fullmatch
_BLANK = re.compile(r"\s").search


def document_symbols(view: View, file: str, encoding: Encoding) -> Written:
    """The answer to `textDocument/documentSymbol`, nested."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return Written(b"[]")
    outline = _Outline(document.text, encoding, view.site.facts, view.site.contents)
    found = outline.inside(document.tree.root, document.tree.start)
    return Written(f"[{','.join(found)}]".encode())


def flat_symbols(symbols: Written, uri: str) -> list[Json]:
    """The same for clients that take no nested symbols."""
    return list(_flat(json.loads(symbols.json), uri, ""))


def _flat(symbols: list[Json], uri: str, container: str) -> Iterator[Json]:
    for symbol in symbols:
        shape = {
            "name": symbol["name"],
            "kind": symbol["kind"],
            "location": {"uri": uri, "range": symbol["range"]},
        }
        yield {**shape, "containerName": container} if container else shape
        yield from _flat(symbol.get("children", []), uri, symbol["name"])


class _Outline:
    """Writes the symbols of one text, in the order of the text, each as JSON."""

    def __init__(
        self,
        text: Text,
        encoding: Encoding,
        facts: SiteFacts | None,
        contents: Mapping[str, PageContent] | None,
    ) -> None:
        self.data = text.data
        self.starts = [text.line_start(line) for line in range(text.line_count)]
        self.width = encoding.width
        self.counts_bytes = encoding is Encoding.UTF8 or text.data.isascii()
        self.facts = facts
        self.contents = contents or {}

    def inside(self, node: Node, at: int, key: str = "") -> Iterator[str]:
        """What is in an object or a list that stands under a key."""
        if isinstance(node, Object):
            for start, member in zip(node.starts, node.items, strict=True):
                yield self.member(member, at + start)
        elif isinstance(node, Array):
            yield from self.items(node, at, key)

    def member(self, member: Member, at: int) -> str:
        """A key with what is under it."""
        value, name = member.value, member.key.value
        within: Iterable[str] = ()
        if name == "navigation" and isinstance(value, Object):
            within = self.children(value, at + member.value_start)
        elif isinstance(value, Container):
            within = self.inside(value, at + member.value_start, name)
        kind = SymbolKind.MODULE
        if name != "navigation":
            kind = _JSON.get(value.json_kind, SymbolKind.NULL)
        detail = _short(value.value) if isinstance(value, String) else ""
        whole = self.range(at, member.size)
        return _symbol(name or "…", kind, whole, self.range(at, member.key.size), detail, within)

    def items(self, node: Array, at: int, key: str) -> Iterator[str]:
        """The pages, elements and other objects of a list."""
        for start, item in zip(node.starts, node.items, strict=True):
            if type(item) is String:
                if key == "pages":
                    yield self.entry(item, at + start)
            elif isinstance(item, Object):
                yield self.element(item, at + start)

    def element(self, node: Object, at: int) -> str:
        """An element of the navigation, or another object in a list."""
        kind = next((kind for kind in KINDS if kind in node.by_key), "")
        name, key = _name_of(node, kind)
        selected = self.range(at, min(node.size, 1))
        if key is not None:
            start, end = node.value_span(key)
            selected = self.range(at + start, end - start)
        symbol_kind = _ELEMENTS.get(kind, SymbolKind.MODULE if kind else SymbolKind.OBJECT)
        within = self.children(node, at)
        return _symbol(name, symbol_kind, self.range(at, node.size), selected, kind, within)

    def children(self, node: Object, at: int) -> Iterator[str]:
        """What an element holds. Which list it stands in can be seen from what it is."""
        for start, member in zip(node.starts, node.items, strict=True):
            key = member.key.value
            if key in CHILD_KEYS:
                yield from self.inside(member.value, at + start + member.value_start, key)
            elif key in _NAVIGATION:
                yield self.member(member, at + start)

    def entry(self, item: String, at: int) -> str:
        """A page or an endpoint."""
        text = item.value
        place = self.range(at, item.size)
        if " " in text and isinstance(parse_endpoint(text), Endpoint):
            return _symbol(_short(text), SymbolKind.METHOD, place, place)
        title = self.title(text)
        if title:
            return _symbol(title, SymbolKind.FILE, place, place, _short(text))
        return _symbol(_short(text) or "…", SymbolKind.FILE, place, place)

    def title(self, entry: str) -> str:
        """The title of a page that has been read; empty for another one."""
        if self.facts is None or not self.contents:
            return ""
        found = self.facts.pages.find(entry) or self.facts.pages.find(normalise(entry).rstrip("/"))
        content = self.contents.get(found.file) if found else None
        return _short(title_of(entry, content.frontmatter)) if content and found else ""

    def range(self, at: int, size: int) -> str:
        """The range of so many bytes from an absolute offset on."""
        starts, end = self.starts, at + size
        line = last = bisect_right(starts, at) - 1
        if line + 1 < len(starts) and end >= starts[line + 1]:
            last = bisect_right(starts, end) - 1
        start_column, end_column = at - starts[line], end - starts[last]
        if not self.counts_bytes:
            start_column = self.width(self.data[starts[line] : at])
            end_column = self.width(self.data[starts[last] : end])
        return (
            f'{{"start":{{"line":{line},"character":{start_column}}},'
            f'"end":{{"line":{last},"character":{end_column}}}}}'
        )


def _symbol(
    name: str,
    kind: int,
    whole: str,
    selected: str,
    detail: str = "",
    children: Iterable[str] = (),
) -> str:
    more = f',"detail":{_text(detail)}' if detail else ""
    if within := ",".join(children):
        more += f',"children":[{within}]'
    ranges = f'"range":{whole},"selectionRange":{selected}'
    return f'{{"name":{_text(name)},"kind":{kind},{ranges}{more}}}'


def _text(text: str) -> str:
    # Most texts need no escapes, and are quicker to look at than to write.
    return f'"{text}"' if _PLAIN(text) else to_json(text).decode()


def _name_of(node: Object, kind: str) -> tuple[str, str | None]:
    """What an object goes by, and the key that says it."""
    for key in (kind, "label", "name", "title", "source", "href", "$ref"):
        value = node.get(key)
        if isinstance(value, String) and value.value.strip():
            return _short(value.value), key
    return kind or "…", kind or None


def _short(text: str) -> str:
    if _BLANK(text):
        text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
