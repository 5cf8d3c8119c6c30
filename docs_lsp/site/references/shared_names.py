"""What pages share by name: snippets, what files export, and variables of docs.json; and what of it
stands at a place."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.page_names import (
    NameRole,
    NamesInFile,
    find_exported_span,
    names_in_page,
    names_in_script,
    variables_in,
)
from docs_lsp.site.navigation.variables import read_variables
from docs_lsp.site.pages import PAGE_EXTENSIONS
from docs_lsp.site.snippets import ALL, DEFAULT, Reached, find_imported_file

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxImport
    from docs_lsp.site.site import Site

_TYPESCRIPT = ".tsx"
_KEPT = 8
"""The files whose names are kept: what is asked about a place is asked again at the next."""


class SharedKind(Enum):
    """What is shared."""

    SNIPPET = "snippet"
    """The text of a whole file."""
    EXPORT = "export"
    VARIABLE = "variable"
    LOCAL = "local"
    """A name that a page gives to what cannot be looked into."""
    ANOTHER = "another"
    """No shared thing: a name that a function makes, or that nothing defines."""


class SharedThing(NamedTuple):
    """Something that pages share by name."""

    kind: SharedKind
    file: str
    """The site path of the file that has it; of a local name, of the page; empty for a variable."""
    name: str
    """Its name in that file; `default` for a whole snippet and for a default export."""


class SharedAt(NamedTuple):
    """Something shared, and where a file names it."""

    shared: SharedThing
    span: Span
    local: str
    """What the file calls it."""


_ANOTHER = SharedThing(SharedKind.ANOTHER, "", "")


@lru_cache(maxsize=_KEPT)
def names_of(data: bytes, file: str) -> NamesInFile:
    """The names in a file of the site."""
    if file.endswith(COMPONENTS):
        return names_in_script(data, is_typescript=file.endswith(_TYPESCRIPT))
    return names_in_page(data)


def find_shared(data: bytes, file: str, offset: int, site: Site) -> SharedAt | None:
    """What is shared of that which stands at an offset of docs.json, a page or a file of
    components."""
    if file in site.parts:
        candidates = _variables_in_part(file, site)
    elif file.endswith((*PAGE_EXTENSIONS, *COMPONENTS)):
        candidates = _find_shared_names(data, file, site)
    else:
        return None
    here = next(
        (
            candidate
            for candidate in candidates
            if candidate.span.start <= offset <= candidate.span.end
        ),
        None,
    )
    return here if here is None or here.shared.kind is not SharedKind.ANOTHER else None


def _variables_in_part(file: str, site: Site) -> Iterator[SharedAt]:
    for name, (home, span) in variable_keys(site).items():
        if home == file:
            yield SharedAt(SharedThing(SharedKind.VARIABLE, "", name), span, name)


def _find_shared_names(data: bytes, file: str, site: Site) -> Iterator[SharedAt]:
    """All that a file names, what counts first where two stand at one place."""
    for name, span in variables_in(data) if file.endswith(PAGE_EXTENSIONS) else ():
        if name in variable_keys(site):
            yield SharedAt(SharedThing(SharedKind.VARIABLE, "", name), span, name)
    names = names_of(data, file)
    yield from _find_declared(names, data, file, site)
    behind: dict[str, SharedThing] = {}
    for place in names.places:
        if place.name not in behind:
            behind[place.name] = _find_shared_thing(place.name, names, file, site)
        is_other = place.role is NameRole.INNER
        yield SharedAt(_ANOTHER if is_other else behind[place.name], place.span, place.name)


def _find_declared(names: NamesInFile, data: bytes, file: str, site: Site) -> Iterator[SharedAt]:
    """The names that a file exports, and those that it imports under another one."""
    for exported in (name for each in names.exports for name in each.names):
        shared = SharedThing(SharedKind.EXPORT, file, exported.name)
        yield SharedAt(shared, exported.span, exported.name)
    for statement in names.imports:
        for name in statement.names:
            span = find_exported_span(data, name.span) if name.exported != DEFAULT else None
            if span is not None:
                shared = resolve_import(statement, name.exported, name.local, file, site)
                yield SharedAt(shared, span, name.exported)


def _find_shared_thing(name: str, names: NamesInFile, file: str, site: Site) -> SharedThing:
    """What a name of a file is."""
    for each in names.imports:
        for one in each.names:
            if one.local == name:
                return resolve_import(each, one.exported, name, file, site)
    if any(one.name == name for each in names.exports for one in each.names):
        return SharedThing(SharedKind.EXPORT, file, name)
    return _ANOTHER


def resolve_import(
    statement: MdxImport, exported: str, local: str, file: str, site: Site
) -> SharedThing:
    """What an import makes known under a name."""
    facts = site.facts
    target = find_imported_file(statement.source, file, facts) if facts else None
    if target is None or target.reached is not Reached.FILE or exported == ALL:
        return SharedThing(SharedKind.LOCAL, file, local)
    is_text = exported == DEFAULT and not target.path.endswith(COMPONENTS)
    return SharedThing(SharedKind.SNIPPET if is_text else SharedKind.EXPORT, target.path, exported)


def variable_keys(site: Site) -> dict[str, tuple[str, Span]]:
    """The variables that docs.json defines: the file and the key, without its quotes."""
    return site.cached(_find_variable_names)


def _find_variable_names(site: Site) -> dict[str, tuple[str, Span]]:
    whole = site.navigator.root_object
    variables = read_variables([whole] if whole else [])
    return {name: (one.file, one.span) for name, one in variables.by_name.items()}
