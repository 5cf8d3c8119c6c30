"""Identify entries of the navigation by keys that do not depend on their spelling."""

from __future__ import annotations

from collections.abc import Callable

from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_of, strip_extension
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.specifications.operation_pages import operation_pages
from docs_lsp.site.specifications.spec_paths import spec_path
from docs_lsp.site.sync.wanted_entries import strip_language


def build_key_function(overview: Overview, source: SyncSource) -> Callable[[str], str | None]:
    """Return a function that gives the key of an entry, or None for one from another source."""
    if source.specification:
        return _operation_keys(overview, source.specification)
    folder = source.folder.strip("/")
    start = "" if source.language or folder in ("", ".") else f"{folder}/"

    def key_of(entry: str) -> str | None:
        endpoint = parse_endpoint(entry)
        if isinstance(endpoint, Endpoint) and source.language:
            # A language may have a specification of its own for the same operations.
            spec = strip_language(endpoint.spec or "")
            return f"{spec} {endpoint.method} {endpoint.path}".lstrip()
        if endpoint is not None:
            return entry if source.language else None
        page = _page(entry)
        return page if page.startswith(start) else None

    return key_of


def _operation_keys(overview: Overview, spec_file: str) -> Callable[[str], str | None]:
    spec = overview.facts.specs.get(spec_path(spec_file) or "")
    pages: dict[str, str] = {}
    for page in operation_pages(overview.contents or {}):
        operation = page.find_operation(spec) if spec else None
        if operation is not None:
            pages[page.file.rpartition(".")[0]] = str(operation)

    def key_of(entry: str) -> str | None:
        endpoint = parse_endpoint(entry)
        if not isinstance(endpoint, Endpoint):
            return pages.get(_page(entry)) if endpoint is None else None
        if endpoint.spec and spec_path(endpoint.spec) != spec_path(spec_file):
            return None
        operation = spec.find(endpoint.method, endpoint.path) if spec else None
        return str(operation) if operation else f"{endpoint.method} {endpoint.path}"

    return key_of


def build_gone_test(overview: Overview, source: SyncSource) -> Callable[[str], bool]:
    """Return a predicate for keys whose target no longer exists."""
    pages = overview.facts.pages
    if source.specification:
        spec = overview.facts.specs.get(spec_path(source.specification) or "")

        def is_gone(key: str) -> bool:
            method, _, path = key.partition(" ")
            operation = spec.find(method, path) if spec else None
            return operation is None or operation.excluded

        return is_gone
    if source.language:
        own = f"{source.language}/"

        def is_untranslated(key: str) -> bool:
            is_page = key.startswith(own) and parse_endpoint(key) is None
            return is_page and pages.find(key) is None

        return is_untranslated
    return lambda key: pages.find(key) is None


def _page(entry: str) -> str:
    """Return the page path that an entry means, even if it is misspelt."""
    return strip_extension(page_of(entry).rstrip("/"))
