"""What pages share by name: whole snippets, what files export, and variables of docs.json; what of
it stands at a place, and everywhere it is named.

The files that import a thing are known from what was read of them; only these are read anew, so
that places are those of the newest text.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.files import Files, bytes_of
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.page_names import (
    NameRole,
    NamesInFile,
    exported_span,
    names_in_page,
    names_in_script,
    variables_in,
)
from docs_lsp.site.mdx.page_syntax import syntax_of
from docs_lsp.site.pages import PAGE_EXTENSIONS, without_extension
from docs_lsp.site.snippets import ALL, DEFAULT, Reached, imported_file
from docs_lsp.text import Span

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


class SharedPlace(NamedTuple):
    """One place where something shared is named."""

    file: str
    span: Span
    local: str
    """What the file calls it."""
    role: NameRole | None
    """None for a variable, and for the name that a file exports."""


@lru_cache(maxsize=_KEPT)
def names_of(data: bytes, file: str) -> NamesInFile:
    """The names in a file of the site."""
    if file.endswith(COMPONENTS):
        return names_in_script(data, typescript=file.endswith(_TYPESCRIPT))
    return names_in_page(data)


def shared_at(data: bytes, file: str, offset: int, site: Site) -> SharedAt | None:
    """What is shared of that which stands at an offset of docs.json, a page or a file of
    components."""
    for name, (_, span) in variable_keys(site).items() if file == site.name else ():
        if span.start <= offset <= span.end:
            return SharedAt(SharedThing(SharedKind.VARIABLE, "", name), span, name)
    if not file.endswith((*PAGE_EXTENSIONS, *COMPONENTS)):
        return None
    for name, span in variables_in(data) if file.endswith(PAGE_EXTENSIONS) else ():
        if span.start <= offset <= span.end and name in variable_keys(site):
            return SharedAt(SharedThing(SharedKind.VARIABLE, "", name), span, name)
    names = names_of(data, file)
    for shared, span, written in _declared(names, data, file, site):
        if span.start <= offset <= span.end:
            return SharedAt(shared, span, written)
    for place in names.places:
        if place.span.start <= offset <= place.span.end:
            behind = _behind(place.name, names, file, site)
            return SharedAt(behind, place.span, place.name) if behind else None
    return None


def _declared(names: NamesInFile, data: bytes, file: str, site: Site) -> Iterator[SharedAt]:
    """The names that a file exports, and those that it imports under another one."""
    for exported in (one for each in names.exports for one in each.names):
        shared = SharedThing(SharedKind.EXPORT, file, exported.name)
        yield SharedAt(shared, exported.span, exported.name)
    for statement in names.imports:
        for one in statement.names:
            span = exported_span(data, one.span) if one.exported != DEFAULT else None
            if span is not None:
                shared = _imported(statement, one.exported, one.local, file, site)
                yield SharedAt(shared, span, one.exported)


def _behind(name: str, names: NamesInFile, file: str, site: Site) -> SharedThing | None:
    """What a name of a file is; None for one that it neither imports nor exports."""
    for each in names.imports:
        for one in each.names:
            if one.local == name:
                return _imported(each, one.exported, name, file, site)
    if any(one.name == name for each in names.exports for one in each.names):
        return SharedThing(SharedKind.EXPORT, file, name)
    return None


def _imported(
    statement: MdxImport, exported: str, local: str, file: str, site: Site
) -> SharedThing:
    facts = site.facts
    target = imported_file(statement.source, file, facts) if facts else None
    if target is None or target.reached is not Reached.FILE or exported == ALL:
        return SharedThing(SharedKind.LOCAL, file, local)
    is_text = exported == DEFAULT and not target.path.endswith(COMPONENTS)
    return SharedThing(SharedKind.SNIPPET if is_text else SharedKind.EXPORT, target.path, exported)


def shared_places(shared: SharedThing, site: Site, files: Files) -> Iterator[SharedPlace]:
    """Everywhere in pages and files of components that something is named, by file."""
    if shared.kind is SharedKind.VARIABLE:
        yield from _of_variable(shared.name, site, files)
        return
    for file in _naming(shared, site):
        yield from places_in(bytes_of(files, file), file, shared, site)


def places_in(data: bytes, file: str, shared: SharedThing, site: Site) -> Iterator[SharedPlace]:
    """Where one file names something that is no variable, in order."""
    names = names_of(data, file)
    found: dict[Span, SharedPlace] = {}
    if file == shared.file and shared.kind is SharedKind.EXPORT:
        for one in (name for each in names.exports for name in each.names):
            if one.name == shared.name:
                found[one.span] = SharedPlace(file, one.span, one.name, None)
    for local in _locals(names, file, shared, site):
        for place in names.of(local):
            found.setdefault(place.span, SharedPlace(file, place.span, local, place.role))
    for statement in names.imports:
        for imported in statement.names:
            span = exported_span(data, imported.span)
            if span and shared == _imported(
                statement, imported.exported, imported.local, file, site
            ):
                found[span] = SharedPlace(file, span, imported.exported, None)
    yield from (found[span] for span in sorted(found))


def _locals(names: NamesInFile, file: str, shared: SharedThing, site: Site) -> Iterator[str]:
    """What a file calls something."""
    if file == shared.file and shared.kind is not SharedKind.SNIPPET and shared.name != DEFAULT:
        yield shared.name
    for statement in names.imports:
        for one in statement.names:
            if shared == _imported(statement, one.exported, one.local, file, site):
                yield one.local


def _naming(shared: SharedThing, site: Site) -> Iterator[str]:
    """The files that may name something: its own, and those that import it."""
    if shared.kind is SharedKind.LOCAL:
        yield shared.file
        return
    for file, content in sorted((site.contents or {}).items()):
        if file == shared.file:
            yield file
            continue
        for statement in syntax_of(content).modules.imports:
            if any(
                shared == _imported(statement, one.exported, one.local, file, site)
                for one in statement.names
            ):
                yield file
                break


def _of_variable(name: str, site: Site, files: Files) -> Iterator[SharedPlace]:
    sign = name.encode()
    for file in sorted(site.contents or {}):
        data = bytes_of(files, file) if without_extension(file) != file else b""
        if sign in data:
            for found, span in variables_in(data):
                if found == name:
                    yield SharedPlace(file, span, name, None)


def variable_keys(site: Site) -> dict[str, tuple[str, Span]]:
    """The variables that docs.json defines: the file and the key, without its quotes."""
    return site.once(_variables)


def _variables(site: Site) -> dict[str, tuple[str, Span]]:
    part = site.parts[site.name]
    root = part.tree.root if isinstance(part, Document) else None
    values = root.get("variables") if isinstance(root, Object) else None
    if not (isinstance(part, Document) and isinstance(root, Object) and isinstance(values, Object)):
        return {}
    at = part.tree.start + root.value_span("variables").start
    spans = {name: values.key_span(name).shifted(at) for name in values.by_key}
    return {name: (site.name, Span(span.start + 1, span.end - 1)) for name, span in spans.items()}


def definition_of(shared: SharedThing, site: Site, files: Files) -> tuple[str, Span] | None:
    """Where something shared stands itself; None where that cannot be seen."""
    match shared.kind:
        case SharedKind.VARIABLE:
            return variable_keys(site).get(shared.name)
        case SharedKind.SNIPPET:
            return shared.file, Span(0, 0)
        case SharedKind.LOCAL:
            return None
    names = names_of(bytes_of(files, shared.file), shared.file)
    exported = (one for each in names.exports for one in each.names)
    found = next((one.span for one in exported if one.name == shared.name), Span(0, 0))
    return shared.file, found
