"""Find all mentions of a shared definition, and its own position.

The stored content of the files shows which of them import it; only these are read again, so that
positions match the newest text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, bytes_of
from docs_lsp.site.mdx.content import syntax_of
from docs_lsp.site.mdx.page_names import NameRole, NamesInFile, find_exported_span, variables_in
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.references.shared_names import (
    SharedKind,
    SharedThing,
    names_of,
    resolve_import,
    variable_keys,
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


def find_shared_places(shared: SharedThing, site: Site, files: Files) -> Iterator[SharedPlace]:
    """Yield all mentions of a definition in pages and component files, by file."""
    if shared.kind is SharedKind.VARIABLE:
        yield from _places_of_variable(shared.name, site, files)
        return
    for file in _find_naming_files(shared, site):
        yield from places_in(bytes_of(files, file), file, shared, site)


def places_in(data: bytes, file: str, shared: SharedThing, site: Site) -> Iterator[SharedPlace]:
    """Yield the mentions of a definition (not a variable) in one file, in order."""
    names = names_of(data, file)
    places: dict[Span, SharedPlace] = {}
    if file == shared.file and shared.kind is SharedKind.EXPORT:
        for exported_name in (name for each in names.exports for name in each.names):
            if exported_name.name == shared.name:
                places[exported_name.span] = SharedPlace(
                    file, exported_name.span, exported_name.name, None
                )
    if any(find_exported_span(data, span) for span in places):
        locals_ = set(_local_import_names(names, file, shared, site))
    else:
        locals_ = set(_locals(names, file, shared, site))
    for local in locals_:
        for place in names.places_of_name(local):
            places.setdefault(place.span, SharedPlace(file, place.span, local, place.role))
    for statement in names.imports:
        for imported in statement.names:
            span = find_exported_span(data, imported.span)
            if span and shared == resolve_import(
                statement, imported.exported, imported.local, file, site
            ):
                places[span] = SharedPlace(file, span, imported.exported, None)
    yield from (places[span] for span in sorted(places))


def _locals(names: NamesInFile, file: str, shared: SharedThing, site: Site) -> Iterator[str]:
    """Yield the local names of a definition in a file."""
    if file == shared.file and shared.kind is not SharedKind.SNIPPET and shared.name != DEFAULT:
        yield shared.name
    yield from _local_import_names(names, file, shared, site)


def _local_import_names(
    names: NamesInFile, file: str, shared: SharedThing, site: Site
) -> Iterator[str]:
    for statement in names.imports:
        for name in statement.names:
            if shared == resolve_import(statement, name.exported, name.local, file, site):
                yield name.local


def _find_naming_files(shared: SharedThing, site: Site) -> Iterator[str]:
    """Yield the files that may mention a definition: its own, and those that import it."""
    if shared.kind is SharedKind.LOCAL:
        yield shared.file
        return
    for file, content in sorted((site.contents or {}).items()):
        if file == shared.file:
            yield file
            continue
        for statement in syntax_of(content).modules.imports:
            if any(
                shared == resolve_import(statement, name.exported, name.local, file, site)
                for name in statement.names
            ):
                yield file
                break


def _places_of_variable(name: str, site: Site, files: Files) -> Iterator[SharedPlace]:
    sign = name.encode()
    for file in sorted(site.contents or {}):
        data = bytes_of(files, file) if strip_extension(file) != file else b""
        if sign in data:
            for variable, span in variables_in(data):
                if variable == name:
                    yield SharedPlace(file, span, name, None)


def definition_of(shared: SharedThing, site: Site, files: Files) -> tuple[str, Span] | None:
    """Return the file and span of a definition; None if it cannot be located."""
    match shared.kind:
        case SharedKind.VARIABLE:
            return variable_keys(site).get(shared.name)
        case SharedKind.SNIPPET:
            return shared.file, Span(0, 0)
        case SharedKind.LOCAL:
            return None
    names = names_of(bytes_of(files, shared.file), shared.file)
    exported = (name for each in names.exports for name in each.names)
    span = next(
        (exported_name.span for exported_name in exported if exported_name.name == shared.name),
        Span(0, 0),
    )
    return shared.file, span
