"""Find names that pages share, and all mentions of each.

They are snippets, exports of files, and variables of docs.json. The stored content of the files
shows which of them import a definition; only these are read again, so that positions match the
newest text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.mdx.reading import may_contain_modules
from docs_lsp.site.imported_files import ALL, DEFAULT, ImportTargetKind, resolve_import_source
from docs_lsp.site.mdx.content import read_syntax
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.page_names import (
    NameRole,
    NamesInFile,
    collect_page_names,
    collect_script_names,
    find_exported_span,
    iter_variables,
)
from docs_lsp.site.navigation.variables import read_variables
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxImport
    from docs_lsp.site.site import Site


_TYPESCRIPT = ".tsx"
_KEPT = 8
"""Number of files whose names are cached, for further look-ups in the same files."""


class SharedKind(Enum):
    """The kinds of shared names."""

    SNIPPET = "snippet"
    """The text of a whole file."""
    EXPORT = "export"
    VARIABLE = "variable"
    LOCAL = "local"
    """A local name for something that cannot be examined."""
    ANOTHER = "another"
    """Not shared: a name that a function defines, or that is not defined."""


class SharedDefinition(NamedTuple):
    """A definition that pages share by name."""

    kind: SharedKind
    file: str
    """The site path of the file that defines it; empty for a variable.

    For a local name, it is the page.
    """
    name: str
    """Its name in that file; `default` for a whole snippet and for a default export."""


class SharedMention(NamedTuple):
    """A mention of a shared definition in a file."""

    shared: SharedDefinition
    span: Span
    local: str
    """The local name."""


_ANOTHER = SharedDefinition(SharedKind.ANOTHER, "", "")


@lru_cache(maxsize=_KEPT)
def collect_names(data: bytes, file: str) -> NamesInFile:
    """Return the imports, exports and uses of names in a page or a component file; cached."""
    if file.endswith(COMPONENTS):
        return collect_script_names(data, is_typescript=file.endswith(_TYPESCRIPT))
    return collect_page_names(data)


def find_shared_mention(data: bytes, file: str, offset: int, site: Site) -> SharedMention | None:
    """Return the mention of a shared definition at a byte offset of a file, or None.

    The file is docs.json, a part of it, a page or a component file.
    """
    if file in site.parts:
        candidates = _iter_variables_in_part(file, site)
    elif file.endswith((*PAGE_EXTENSIONS, *COMPONENTS)):
        candidates = _iter_mentions(data, file, site)
    else:
        return None
    at_offset = (one for one in candidates if one.span.start <= offset <= one.span.end)
    here = next(at_offset, None)
    return here if here is None or here.shared.kind is not SharedKind.ANOTHER else None


def _iter_variables_in_part(file: str, site: Site) -> Iterator[SharedMention]:
    """Yield the variables that a file of docs.json defines, as mentions at their keys."""
    for name, (home, span) in map_variables_to_keys(site).items():
        if home == file:
            yield SharedMention(SharedDefinition(SharedKind.VARIABLE, "", name), span, name)


def _iter_mentions(data: bytes, file: str, site: Site) -> Iterator[SharedMention]:
    """Yield all mentions of names in a page or component file, also of names not shared.

    Of two at one position, the first is used.
    """
    for name, span in iter_variables(data) if file.endswith(PAGE_EXTENSIONS) else ():
        if name in map_variables_to_keys(site):
            yield SharedMention(SharedDefinition(SharedKind.VARIABLE, "", name), span, name)
    if file.endswith(PAGE_EXTENSIONS) and not may_contain_modules(data):
        return  # Without imports and exports the names of its tags and code are its own.
    names = collect_names(data, file)
    yield from _iter_declarations(names, data, file, site)
    resolve = _make_resolver(names, file, site)
    for place in names.places:
        is_other = place.role is NameRole.INNER
        shared = _ANOTHER if is_other else resolve(place.name)
        yield SharedMention(shared, place.span, place.name)


def _iter_declarations(
    names: NamesInFile, data: bytes, file: str, site: Site
) -> Iterator[SharedMention]:
    """Yield the names that a file exports, and the exported names of renamed imports."""
    for exported in (name for each in names.exports for name in each.names):
        shared = SharedDefinition(SharedKind.EXPORT, file, exported.name)
        yield SharedMention(shared, exported.span, exported.name)
    for statement in names.imports:
        for name in statement.names:
            span = find_exported_span(data, name.span) if name.exported != DEFAULT else None
            if span is not None:
                shared = resolve_imported_name(statement, name.exported, name.local, file, site)
                yield SharedMention(shared, span, name.exported)


def _make_resolver(names: NamesInFile, file: str, site: Site) -> Callable[[str], SharedDefinition]:
    """Return a function, with a cache, that maps a name in a file to its definition."""
    imports = ((one, each) for each in reversed(names.imports) for one in reversed(each.names))
    # The first import of each name.
    imported = {one.local: (one, statement) for one, statement in imports}
    exported = {one.name for each in names.exports for one in each.names}

    @cache
    def resolve(name: str) -> SharedDefinition:
        if name in imported:
            one, statement = imported[name]
            return resolve_imported_name(statement, one.exported, name, file, site)
        if name in exported:
            return SharedDefinition(SharedKind.EXPORT, file, name)
        return _ANOTHER

    return resolve


def resolve_imported_name(
    statement: MdxImport, exported: str, local: str, file: str, site: Site
) -> SharedDefinition:
    """Return the definition that an import refers to; a local one if that cannot be examined."""
    facts = site.facts
    target = resolve_import_source(statement.source, file, facts) if facts else None
    if target is None or target.reached is not ImportTargetKind.FILE or exported == ALL:
        return SharedDefinition(SharedKind.LOCAL, file, local)
    is_text = exported == DEFAULT and not target.path.endswith(COMPONENTS)
    return SharedDefinition(
        SharedKind.SNIPPET if is_text else SharedKind.EXPORT, target.path, exported
    )


def map_variables_to_keys(site: Site) -> dict[str, tuple[str, Span]]:
    """Map the variables that docs.json defines to the file and the span of their key."""
    return site.cached(_compute_variable_keys)


def _compute_variable_keys(site: Site) -> dict[str, tuple[str, Span]]:
    whole = site.navigator.root_object
    variables = read_variables([whole] if whole else [])
    return {name: (one.file, one.span) for name, one in variables.by_name.items()}


class SharedPlace(NamedTuple):
    """A position at which a shared definition is mentioned."""

    file: str
    span: Span
    local: str
    """The local name."""
    role: NameRole | None
    """The role of the name; None for a variable, and for the name that a file exports."""


def iter_shared_places(shared: SharedDefinition, site: Site, files: Files) -> Iterator[SharedPlace]:
    """Yield all mentions of a definition in pages and component files, which are read for this."""
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
    """Yield the mentions of a variable in all pages, which are read for this."""
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
    """Return the file and span of a definition (0 to 0 if not found); None for a local name.

    None too for a variable that docs.json does not define.
    """
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
