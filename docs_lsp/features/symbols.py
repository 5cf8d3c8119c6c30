"""Document symbols of docs.json: the navigation as readers see it, and the other settings.

Elements are shown by title, and if known, pages by title and endpoints by summary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from docs_lsp.core.text import Encoding
from docs_lsp.features._json_writer import RangeConverter
from docs_lsp.features._outline import OutlineName, OutlineWriter
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson, SymbolKind
from docs_lsp.jsontree.document import Document
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.page_titles import map_page_titles

_PAGE = OutlineName(SymbolKind.FILE, "")


def answer_document_symbols(view: View, file: str, encoding: Encoding) -> RawJson:
    """Return the answer to `textDocument/documentSymbol`, nested."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return RawJson(b"[]")
    facts, contents = view.site.facts, view.site.contents
    naming = facts.cached_for_last(_TitlesIdentity, contents) if facts else _TitlesIdentity()
    namer = _EntryNamer(facts, contents)
    outline = OutlineWriter(
        document, RangeConverter(document.text, encoding), namer.name_entry, (naming, encoding)
    )
    written = outline.render_symbols(
        document.tree.root, document.tree.start, _find_specs_around(view, file)
    )
    return RawJson(written)


def flatten_symbols(symbols: RawJson | list[Json], uri: str) -> list[Json]:
    """Return symbols for clients that do not support nested ones."""
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


class _TitlesIdentity:
    """Identifies the titles of a site without referring to them: other titles, another object."""

    def __init__(self, *_made_from: object) -> None:
        """Ignore the arguments that titles are computed from."""


def _find_specs_around(view: View, file: str) -> tuple[str, ...]:
    """Return the specifications that apply around a file that a `$ref` includes; else empty."""
    site = view.site
    if file == site.name:
        return ()
    home = site.navigator.find_file_role(file)
    return home.around[-1].element.inner.openapi if home and home.around else ()


class _EntryNamer:
    """Names the entries of `pages` for the outline."""

    def __init__(self, facts: SiteFacts | None, contents: Mapping[str, PageContent] | None) -> None:
        self._facts = facts
        self._titles = (
            facts.cached_for_last(map_page_titles, contents) if facts and contents else {}
        )

    def name_entry(self, entry: str, spec_sources: tuple[str, ...]) -> OutlineName:
        """Return the outline name of an entry, given the specifications that apply."""
        title = self._titles.get(entry)
        if title:
            return OutlineName(SymbolKind.FILE, title)
        if " " in entry:
            endpoint = parse_endpoint_entry(entry)
            if isinstance(endpoint, Endpoint):
                return OutlineName(
                    SymbolKind.METHOD, self._find_operation_summary(endpoint, spec_sources)
                )
        other = normalise_entry(entry).rstrip("/")
        return (
            _PAGE if other == entry else OutlineName(SymbolKind.FILE, self._titles.get(other, ""))
        )

    def _find_operation_summary(self, endpoint: Endpoint, spec_sources: tuple[str, ...]) -> str:
        match = find_listed_operation(endpoint, spec_sources, self._facts) if self._facts else None
        return (match.operation.summary or "").strip() if match else ""
