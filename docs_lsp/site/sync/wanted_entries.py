"""The wanted content of an array of the navigation, and keys that identify its entries.

The key of an entry does not depend on its spelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply_edits, build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Node, Object, String
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path, strip_page_extension
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import iter_operation_pages

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
        """Return the specifications that the element names, as `collect_spec_names` finds them."""
        return collect_spec_names(Document.from_text(self.more).tree.root)

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


def collect_spec_names(element: Node) -> frozenset[str]:
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


def iter_entries_in(items: Iterable[WantedItem]) -> Iterator[WantedEntry]:
    """Yield all entries in some items, at any depth."""
    for item in items:
        if isinstance(item, WantedEntry):
            yield item
        else:
            yield from item.iter_entries()


def build_key_function(overview: Overview, source: SyncSource) -> Callable[[str], str | None]:
    """Return a function that gives the key of an entry, or None for one from another source."""
    if source.specification:
        return _build_operation_key_function(overview, source.specification)
    start = "" if source.language or source.folder == "." else f"{source.folder}/"

    def key_of(entry: str) -> str | None:
        endpoint = parse_endpoint_entry(entry)
        if isinstance(endpoint, Endpoint) and source.language:
            # A language may have a specification of its own for the same operations.
            spec = strip_language(endpoint.spec or "")
            return f"{spec} {endpoint.method} {endpoint.path}".lstrip()
        if endpoint is not None:
            return entry if source.language else None
        page = _parse_page_path(entry)
        return page if page.startswith(start) else None

    return key_of


def _build_operation_key_function(
    overview: Overview, spec_file: str
) -> Callable[[str], str | None]:
    """Return a function that gives `METHOD path` for endpoints, even unknown, and pages."""
    spec = overview.facts.find_spec(spec_file)
    pages: dict[str, str] = {}
    for page in iter_operation_pages(overview.contents or {}):
        operation = page.find_operation(spec) if spec else None
        if operation is not None:
            pages[page.file.rpartition(".")[0]] = str(operation)

    def key_of(entry: str) -> str | None:
        """Return `METHOD path` of an endpoint or operation page; None if it is of another file."""
        endpoint = parse_endpoint_entry(entry)
        if not isinstance(endpoint, Endpoint):
            return pages.get(_parse_page_path(entry)) if endpoint is None else None
        if endpoint.spec and resolve_spec_path(endpoint.spec) != resolve_spec_path(spec_file):
            return None
        operation = spec.find_operation(endpoint.method, endpoint.path) if spec else None
        return str(operation) if operation else f"{endpoint.method} {endpoint.path}"

    return key_of


def build_missing_target_test(overview: Overview, source: SyncSource) -> Callable[[str], bool]:
    """Return a predicate for keys whose target no longer exists."""
    pages = overview.facts.pages
    if source.specification:
        spec = overview.facts.find_spec(source.specification)

        def is_gone(key: str) -> bool:
            method, _, path = key.partition(" ")
            operation = spec.find_operation(method, path) if spec else None
            return operation is None or operation.excluded

        return is_gone
    if source.language:
        own = f"{source.language}/"

        def is_untranslated(key: str) -> bool:
            is_page = key.startswith(own) and parse_endpoint_entry(key) is None
            return is_page and pages.find_page(key) is None

        return is_untranslated
    return lambda key: pages.find_page(key) is None


def _parse_page_path(entry: str) -> str:
    """Return the page path that an entry means, even if it is misspelt."""
    return strip_page_extension(entry_to_page_path(entry).rstrip("/"))
