"""Document symbols of docs.json: the navigation as readers see it, and the other settings.

Elements are shown by title, and if known, pages by title and endpoints by summary.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from docs_lsp.core.text import Encoding
from docs_lsp.features._json_writer import Ranges
from docs_lsp.features._outline import Called, Outline
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson, SymbolKind
from docs_lsp.jsontree.document import Document
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.pages import normalise
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.page_titles import read_page_titles

_PAGE = Called(SymbolKind.FILE, "")


def document_symbols(view: View, file: str, encoding: Encoding) -> RawJson:
    """Return the answer to `textDocument/documentSymbol`, nested."""
    document = view.site.parts.get(file)
    if not isinstance(document, Document):
        return RawJson(b"[]")
    facts, contents = view.site.facts, view.site.contents
    naming = facts.cached(_Naming, contents) if facts else _Naming()
    namer = _Namer(facts, contents)
    outline = Outline(
        document, Ranges(document.text, encoding), namer.name_entry, (naming, encoding)
    )
    written = outline.render_symbols(
        document.tree.root, document.tree.start, _specs_in_force(view, file)
    )
    return RawJson(written)


def flatten_symbols(symbols: RawJson | list[Json], uri: str) -> list[Json]:
    """Return symbols for clients that do not support nested ones."""
    nested = json.loads(symbols.json) if isinstance(symbols, RawJson) else symbols
    return list(_flatten_symbols(nested, uri, ""))


def _flatten_symbols(symbols: list[Json], uri: str, container: str) -> Iterator[Json]:
    for symbol in symbols:
        shape = {
            "name": symbol["name"],
            "kind": symbol["kind"],
            "location": {"uri": uri, "range": symbol["range"]},
        }
        yield {**shape, "containerName": container} if container else shape
        yield from _flatten_symbols(symbol.get("children", []), uri, symbol["name"])


class _Naming:
    """Identifies the titles of a site without referring to them: other titles, another object."""

    def __init__(self, *_made_from: object) -> None:
        """Ignore the arguments that titles are computed from."""


def _specs_in_force(view: View, file: str) -> tuple[str, ...]:
    """Return the specifications that apply around a file included by a `$ref`."""
    site = view.site
    if file == site.name:
        return ()
    home = site.navigator.home_of(file)
    return home.around[-1].element.inner.openapi if home and home.around else ()


class _Namer:
    """Names the entries of `pages` for the outline."""

    def __init__(self, facts: SiteFacts | None, contents: Mapping[str, PageContent] | None) -> None:
        self._facts = facts
        self._titles = facts.cached(read_page_titles, contents) if facts and contents else {}

    def name_entry(self, entry: str, in_force: tuple[str, ...]) -> Called:
        """Return the outline name of an entry, given the specifications that apply."""
        title = self._titles.get(entry)
        if title:
            return Called(SymbolKind.FILE, title)
        if " " in entry:
            endpoint = parse_endpoint(entry)
            if isinstance(endpoint, Endpoint):
                return Called(SymbolKind.METHOD, self._summary(endpoint, in_force))
        other = normalise(entry).rstrip("/")
        return _PAGE if other == entry else Called(SymbolKind.FILE, self._titles.get(other, ""))

    def _summary(self, endpoint: Endpoint, in_force: tuple[str, ...]) -> str:
        match = find_listed_operation(endpoint, in_force, self._facts) if self._facts else None
        return (match.operation.summary or "").strip() if match else ""
