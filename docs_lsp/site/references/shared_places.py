"""Find all mentions of a shared definition, and its own position.

The stored content of the files shows which of them import it; only these are read again, so that
positions match the newest text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.site.mdx.content import read_syntax
from docs_lsp.site.mdx.page_names import NameRole, NamesInFile, find_exported_span, iter_variables
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.references.shared_names import (
    SharedDefinition,
    SharedKind,
    collect_names,
    map_variables_to_keys,
    resolve_imported_name,
)
from docs_lsp.site.snippets import DEFAULT

if TYPE_CHECKING:
    from docs_lsp.site.site import Site


class SharedPlace(NamedTuple):
    """A position at which a shared definition is mentioned."""

    file: str
    span: Span
    local: str
    """The local name."""
    role: NameRole | None
    """The role of the name; None for a variable, and for the name that a file exports."""


def iter_shared_places(shared: SharedDefinition, site: Site, files: Files) -> Iterator[SharedPlace]:
    """Yield all mentions of a definition in pages and component files, by file."""
    if shared.kind is SharedKind.VARIABLE:
        yield from _iter_variable_places(shared.name, site, files)
        return
    for file in _iter_mentioning_files(shared, site):
        yield from iter_places_in_file(read_bytes_or_empty(files, file), file, shared, site)


def iter_places_in_file(
    data: bytes, file: str, shared: SharedDefinition, site: Site
) -> Iterator[SharedPlace]:
    """Yield the mentions of a definition (not a variable) in one file, in order."""
    names = collect_names(data, file)
    places: dict[Span, SharedPlace] = {}
    if file == shared.file and shared.kind is SharedKind.EXPORT:
        for exported_name in (name for each in names.exports for name in each.names):
            if exported_name.name == shared.name:
                places[exported_name.span] = SharedPlace(
                    file, exported_name.span, exported_name.name, None
                )
    if any(find_exported_span(data, span) for span in places):
        locals_ = set(_iter_import_names(names, file, shared, site))
    else:
        locals_ = set(_iter_local_names(names, file, shared, site))
    for local in locals_:
        for place in names.list_occurrences(local):
            places.setdefault(place.span, SharedPlace(file, place.span, local, place.role))
    for statement in names.imports:
        for imported in statement.names:
            span = find_exported_span(data, imported.span)
            if span and shared == resolve_imported_name(
                statement, imported.exported, imported.local, file, site
            ):
                places[span] = SharedPlace(file, span, imported.exported, None)
    yield from (places[span] for span in sorted(places))


def _iter_local_names(
    names: NamesInFile, file: str, shared: SharedDefinition, site: Site
) -> Iterator[str]:
    """Yield the local names of a definition in a file."""
    if file == shared.file and shared.kind is not SharedKind.SNIPPET and shared.name != DEFAULT:
        yield shared.name
    yield from _iter_import_names(names, file, shared, site)


def _iter_import_names(
    names: NamesInFile, file: str, shared: SharedDefinition, site: Site
) -> Iterator[str]:
    """Yield the local names by which a file imports a definition."""
    for statement in names.imports:
        for name in statement.names:
            if shared == resolve_imported_name(statement, name.exported, name.local, file, site):
                yield name.local


def _iter_mentioning_files(shared: SharedDefinition, site: Site) -> Iterator[str]:
    """Yield the files that may mention a definition: its own, and those that import it."""
    if shared.kind is SharedKind.LOCAL:
        yield shared.file
        return
    for file, content in sorted((site.contents or {}).items()):
        if file == shared.file:
            yield file
            continue
        for statement in read_syntax(content).modules.imports:
            if any(
                shared == resolve_imported_name(statement, name.exported, name.local, file, site)
                for name in statement.names
            ):
                yield file
                break


def _iter_variable_places(name: str, site: Site, files: Files) -> Iterator[SharedPlace]:
    """Yield the mentions of a variable in all pages."""
    sign = name.encode()
    for file in sorted(site.contents or {}):
        data = read_bytes_or_empty(files, file) if strip_page_extension(file) != file else b""
        if sign in data:
            for variable, span in iter_variables(data):
                if variable == name:
                    yield SharedPlace(file, span, name, None)


def locate_definition(
    shared: SharedDefinition, site: Site, files: Files
) -> tuple[str, Span] | None:
    """Return the file and span of a definition; None if it cannot be located."""
    match shared.kind:
        case SharedKind.VARIABLE:
            return map_variables_to_keys(site).get(shared.name)
        case SharedKind.SNIPPET:
            return shared.file, Span(0, 0)
        case SharedKind.LOCAL:
            return None
    names = collect_names(read_bytes_or_empty(files, shared.file), shared.file)
    exported = (name for each in names.exports for name in each.names)
    spans = (name.span for name in exported if name.name == shared.name)
    return shared.file, next(spans, Span(0, 0))
