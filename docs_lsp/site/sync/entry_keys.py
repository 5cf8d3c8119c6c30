"""Identify entries of the navigation by keys that do not depend on their spelling."""

from __future__ import annotations

from collections.abc import Callable

from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path, strip_page_extension
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.operation_pages import iter_operation_pages
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.sync.wanted_entries import strip_language


def build_key_function(overview: Overview, source: SyncSource) -> Callable[[str], str | None]:
    """Return a function that gives the key of an entry, or None for one from another source."""
    if source.specification:
        return _build_operation_key_function(overview, source.specification)
    folder = source.folder.strip("/")
    start = "" if source.language or folder in ("", ".") else f"{folder}/"

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
    spec = overview.facts.specs.get(resolve_spec_path(spec_file) or "")
    pages: dict[str, str] = {}
    for page in iter_operation_pages(overview.contents or {}):
        operation = page.find_operation(spec) if spec else None
        if operation is not None:
            pages[page.file.rpartition(".")[0]] = str(operation)

    def key_of(entry: str) -> str | None:
        endpoint = parse_endpoint_entry(entry)
        if not isinstance(endpoint, Endpoint):
            return pages.get(_parse_page_path(entry)) if endpoint is None else None
        if endpoint.spec and resolve_spec_path(endpoint.spec) != resolve_spec_path(spec_file):
            return None
        operation = spec.find_operation(endpoint.method, endpoint.path) if spec else None
        return str(operation) if operation else f"{endpoint.method} {endpoint.path}"

    return key_of


def build_gone_test(overview: Overview, source: SyncSource) -> Callable[[str], bool]:
    """Return a predicate for keys whose target no longer exists."""
    pages = overview.facts.pages
    if source.specification:
        spec = overview.facts.specs.get(resolve_spec_path(source.specification) or "")

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
