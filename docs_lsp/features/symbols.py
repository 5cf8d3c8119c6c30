"""Document symbols of docs.json: the navigation as readers see it, and the other settings.

Elements are shown by title, and if known, pages by title and endpoints by summary. Symbols are
requested after every edit, for files with tens of thousands of entries. So they are written
directly as JSON, and that of an object that has not changed is reused: it is cached with the
object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from docs_lsp.core.phrases import cut_text
from docs_lsp.core.text import Encoding
from docs_lsp.features._json_writer import (
    LineChunk,
    LinePlace,
    LineTemplate,
    RangeConverter,
    encode_string,
    find_line_place,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson, SymbolKind
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.page_titles import map_page_titles

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
_CACHED_SIZES = range(500, 10_000)
"""Sizes in bytes of objects whose symbols are cached as a whole."""
_CHILDREN = ',"children":['


def answer_document_symbols(view: View, file: str, encoding: Encoding) -> RawJson:
    """Return nested symbols as a JSON array; `[]` for a file that docs.json does not include."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return RawJson(b"[]")
    facts, contents = view.site.facts, view.site.contents
    titles_id = facts.cached_for_last(_identify_titles, contents) if facts else object()
    outline = _OutlineWriter(document, encoding, facts, contents, (titles_id, encoding))
    return RawJson(outline.render_symbols(_find_specs_around(view, file)))


def flatten_symbols(symbols: RawJson | list[Json], uri: str) -> list[Json]:
    """Return nested symbols as a flat list, for clients that do not support nested ones."""
    nested = json.loads(symbols.json) if isinstance(symbols, RawJson) else symbols
    return list(_iter_flat_symbols(nested, uri, ""))


def _iter_flat_symbols(symbols: list[Json], uri: str, container: str) -> Iterator[Json]:
    for symbol in symbols:
        shape = {
            "name": symbol["name"],
            "kind": symbol["kind"],
            "location": {"uri": uri, "range": symbol["range"]},
        }
        yield {**shape, "containerName": container} if container else shape
        yield from _iter_flat_symbols(symbol.get("children", []), uri, symbol["name"])


def _identify_titles(_facts: SiteFacts, _contents: object) -> object:
    """Return a new object, which identifies the titles of a site but does not refer to them."""
    return object()


def _find_specs_around(view: View, file: str) -> tuple[str, ...]:
    """Return the specifications that apply around a file that a `$ref` includes; else empty."""
    site = view.site
    if file == site.name:
        return ()
    _, around = site.navigator.find_file_role(file) or (None, ())
    return around[-1].element.inner.openapi if around else ()


class _OutlineWriter:
    """Writes the symbols of one text, in the order of the text."""

    def __init__(
        self,
        document: Document,
        encoding: Encoding,
        facts: SiteFacts | None,
        contents: Mapping[str, PageContent] | None,
        basis: object,
    ) -> None:
        """Prepare to write a document; outlines of one `basis` share cached symbols.

        Two outlines with the same `basis` give an object the same name and columns. The basis is
        cached with the objects, so it must not refer to the site, which holds them.
        """
        self._document = document
        self._text = document.text
        self._template = LineTemplate(RangeConverter(document.text, encoding))
        self._facts = facts
        self._titles = (
            facts.cached_for_last(map_page_titles, contents) if facts and contents else {}
        )
        self._basis = basis
        self._done: list[bytes] = []
        self._is_in_chunk = False
        self._before = "["
        """Text to write before the next symbol."""

    def render_symbols(self, spec_sources: tuple[str, ...]) -> bytes:
        """Return the symbols as a JSON array; `spec_sources` apply around the whole document."""
        tree = self._document.tree
        self._write_children(tree.root, tree.start, "", spec_sources)
        self._template.pieces.append("[]" if self._before == "[" else "]")
        self._flush_pending()
        return b"".join(self._done)

    def _flush_pending(self) -> None:
        """Append the pieces written so far to the finished ones."""
        self._done.append(self._template.take_json())

    def _write_children(self, node: Node, at: int, key: str, spec_sources: tuple[str, ...]) -> None:
        """Write the symbols in an object or an array that is the value of a key."""
        if isinstance(node, Object):
            for start, member in zip(node.starts, node.items, strict=True):
                self._write_member(member, at + start, spec_sources)
        elif isinstance(node, Array):
            self._write_items(node, at, key, spec_sources)

    def _write_member(self, member: Member, at: int, spec_sources: tuple[str, ...]) -> None:
        """Write a key and the symbols in its value."""
        value, name = member.value, member.key.value
        kind = SymbolKind.MODULE
        if name != "navigation":
            kind = _JSON.get(value.json_kind, SymbolKind.NULL)
        detail = _shorten_text(value.value) if isinstance(value, String) else ""
        whole = self._template.render_range(at, at + member.size)
        self._open_symbol(
            name or "…", kind, whole, self._template.render_range(at, at + member.key.size), detail
        )
        if name == "navigation" and isinstance(value, Object):
            self._write_element_children(value, at + member.value_start, spec_sources)
        elif isinstance(value, Container):
            self._write_children(value, at + member.value_start, name, spec_sources)
        self._close_symbol()

    def _write_items(self, node: Array, at: int, key: str, spec_sources: tuple[str, ...]) -> None:
        """Write the objects of an array, and its strings if it is `pages`."""
        for start, item in zip(node.starts, node.items, strict=True):
            if type(item) is String:
                if key == "pages":
                    self._write_entry(item, at + start, spec_sources)
            elif isinstance(item, Object):
                self._write_or_reuse_element(item, at + start, spec_sources)

    def _write_or_reuse_element(self, node: Object, at: int, spec_sources: tuple[str, ...]) -> None:
        """Write an object in an array; one of medium size is cached, and reused if possible."""
        if self._is_in_chunk or node.size not in _CACHED_SIZES:
            self._write_element(node, at, spec_sources)
            return
        place = find_line_place(self._text, at)
        if place is None:
            self._write_element(node, at, spec_sources)
            return
        self._template.pieces.append(self._before)
        self._flush_pending()
        cache = node.cache = node.cache or {}
        chunk: LineChunk | None = cache.get(_OutlineWriter)
        if chunk is None or not chunk.fits((self._basis, spec_sources), place):
            chunk = self._render_chunk(node, at, place, spec_sources)
        chunk = cache[_OutlineWriter] = chunk.move_to_line(place.line)
        self._done.append(chunk.written)
        self._before = ","

    def _render_chunk(
        self, node: Object, at: int, place: LinePlace, spec_sources: tuple[str, ...]
    ) -> LineChunk:
        """Return the symbol of an object in an array, to be cached with the object."""
        self._before, self._is_in_chunk = "", True
        self._write_element(node, at, spec_sources)
        self._is_in_chunk = False
        return self._template.take_chunk((self._basis, spec_sources), place)

    def _write_element(self, node: Object, at: int, spec_sources: tuple[str, ...]) -> None:
        kind = next((kind for kind in KINDS if kind in node.by_key), "")
        name, key = _choose_symbol_name(node, kind)
        start, end = node.get_value_span(key) if key is not None else (0, min(node.size, 1))
        symbol_kind = _ELEMENTS.get(kind, SymbolKind.MODULE if kind else SymbolKind.OBJECT)
        whole = self._template.render_range(at, at + node.size)
        self._open_symbol(
            name, symbol_kind, whole, self._template.render_range(at + start, at + end), kind
        )
        self._write_element_children(node, at, spec_sources)
        self._close_symbol()

    def _write_element_children(self, node: Object, at: int, spec_sources: tuple[str, ...]) -> None:
        """Write the elements and entries in an object; its other keys are skipped."""
        if "openapi" in node.by_key:
            spec_sources = list_sources(node.get("openapi")) or spec_sources
        for start, member in zip(node.starts, node.items, strict=True):
            key = member.key.value
            if key in CHILD_KEYS:
                self._write_children(
                    member.value, at + start + member.value_start, key, spec_sources
                )
            elif key in _NAVIGATION:
                self._write_member(member, at + start, spec_sources)

    def _write_entry(self, item: String, at: int, spec_sources: tuple[str, ...]) -> None:
        """Write a page or an endpoint."""
        text = item.value
        kind, title = self._choose_kind_and_title(text, spec_sources)
        place = self._template.render_range(at, at + item.size)
        self._template.repeat_lines()  # It is written twice.
        name, detail = (title, text) if title else (text or "…", "")
        self._open_symbol(_shorten_text(name), kind, place, place, _shorten_text(detail))
        self._template.pieces.append("}")
        self._before = ","

    def _choose_kind_and_title(self, entry: str, spec_sources: tuple[str, ...]) -> tuple[int, str]:
        """Return the SymbolKind and the title of an entry; no title if it is shown as written."""
        title = self._titles.get(entry)
        if title:
            return SymbolKind.FILE, title
        endpoint = parse_endpoint_entry(entry) if " " in entry else None
        if isinstance(endpoint, Endpoint):
            facts = self._facts
            match = find_listed_operation(endpoint, spec_sources, facts) if facts else None
            return SymbolKind.METHOD, (match.operation.summary or "").strip() if match else ""
        return SymbolKind.FILE, self._titles.get(normalise_entry(entry).rstrip("/"), "")

    def _open_symbol(
        self, name: str, kind: int, full_range: str, selected: str, detail: str
    ) -> None:
        """Begin a symbol; its ranges must be rendered in this order, immediately before."""
        more = f',"detail":{encode_string(detail)}' if detail else ""
        self._template.pieces.append(
            f'{self._before}{{"name":{encode_string(name)},"kind":{kind},"range":{full_range},'
            f'"selectionRange":{selected}{more}'
        )
        self._before = _CHILDREN

    def _close_symbol(self) -> None:
        self._template.pieces.append("}" if self._before is _CHILDREN else "]}")
        self._before = ","


def _choose_symbol_name(node: Object, kind: str) -> tuple[str, str | None]:
    """Return the symbol name of an object, and the key that it comes from, if any."""
    for key in (kind, "label", "name", "title", "source", "href", "$ref"):
        value = node.get(key)
        if isinstance(value, String) and value.value.strip():
            return _shorten_text(value.value), key
    return kind or "…", kind or None


def _shorten_text(text: str) -> str:
    """Return a text on one line and cut to the length of an outline label."""
    if "  " in text or not text.isprintable():
        text = " ".join(text.split())
    return cut_text(text, _LONGEST)
