"""Renames names that pages share: exports, variables, and local names of imports.

An export is renamed everywhere it is imported and used, a variable in docs.json and all pages, and
the local name of an import in its own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import FileEdit
from docs_lsp.files.files import Files, read_bytes_or_empty
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.javascript.module_patterns import is_reserved_word
from docs_lsp.site.mdx.page_names import NameRole, NamesInFile
from docs_lsp.site.references.shared_names import (
    SharedDefinition,
    SharedKind,
    SharedMention,
    SharedPlace,
    collect_names,
    iter_places_in_file,
    iter_shared_places,
    map_variables_to_keys,
)
from docs_lsp.site.site import Site

_NAME = compile_lazily(r"[A-Za-z_$][\w$]*")
_VARIABLE = compile_lazily(r"[A-Za-z0-9_.-]+")


class Renaming(NamedTuple):
    """The edits of a renaming, or the reason why it is refused."""

    edits: tuple[FileEdit, ...] = ()
    refusal: str = ""
    """A message for the user; empty if the renaming is possible."""


def build_renaming(here: SharedMention, file: str, new: str, site: Site, files: Files) -> Renaming:
    """Return the edits that rename the shared name at a place of a file, or a refusal.

    At the local name that a page gives to an import, only that name is renamed.
    """
    if here.shared.kind is SharedKind.VARIABLE:
        return _rename_variable(here.shared, new, site, files)
    refusal = _explain_invalid_name(new)
    if refusal:
        return Renaming(refusal=refusal)
    places = [*_iter_renamed_places(here, file, site, files)]
    reasons = _explain_clashes(places, here.local, new, site, files)
    refusal = next(_explain_invalid_tags(places, new), "") or next(reasons, "")
    return Renaming(refusal=refusal) if refusal else Renaming(tuple(_build_edits(places, new)))


def _iter_renamed_places(
    here: SharedMention, file: str, site: Site, files: Files
) -> Iterable[SharedPlace]:
    """Yield the places of an export in all files, or of a local name in this file."""
    shared = here.shared
    is_export = shared.kind is SharedKind.EXPORT and here.local == shared.name
    if is_export:
        candidates = iter_shared_places(shared, site, files)
        return (candidate for candidate in candidates if candidate.local == shared.name)
    candidates = iter_places_in_file(read_bytes_or_empty(files, file), file, shared, site)
    return (
        candidate
        for candidate in candidates
        if candidate.local == here.local and candidate.role is not None
    )


def _build_edits(places: Iterable[SharedPlace], new: str) -> Iterator[FileEdit]:
    for place in places:
        text = f"{place.local}: {new}" if place.role is NameRole.KEY else new
        yield FileEdit(place.file, place.span, text)


# Refusals


def _explain_invalid_name(new: str) -> str:
    """Return the reason why a new name is refused; empty if it is a JavaScript name."""
    if not _NAME.fullmatch(new):
        return f"`{new}` is not a JavaScript name. Use letters, digits, `_` and `$`."
    if is_reserved_word(new):
        return f"`{new}` is a reserved word in JavaScript. Choose another name."
    return ""


def _explain_invalid_tags(places: Iterable[SharedPlace], new: str) -> Iterator[str]:
    """Yield the reasons why the name is not one of a component, if it is used in tags."""
    if not any(place.role is NameRole.TAG for place in places):
        return
    if not new[:1].isupper():
        yield (
            f"`<{new}>` would be an HTML element, because it begins with a lower-case letter. "
            "Begin the name with a capital letter."
        )
    if new in COMPONENTS:
        yield f"`{new}` is a component of the service. Choose another name."


def _explain_clashes(
    places: Iterable[SharedPlace], old: str, new: str, site: Site, files: Files
) -> Iterator[str]:
    """Yield the reasons why files that change have the name already, or cannot be parsed."""
    changed: Mapping[str, bool] = {
        file: any(place.role is not None for place in places if place.file == file)
        for file in dict.fromkeys(place.file for place in places)
    }
    for file, changes_uses in changed.items():
        names = collect_names(read_bytes_or_empty(files, file), file)
        if not names.is_exact:
            yield (
                f"Some uses of `{old}` in `{file}` cannot be found, because part of its code "
                "cannot be parsed. Fix that first."
            )
        if changes_uses and new in _collect_names(names):
            yield f"`{file}` already has another `{new}`. Choose another name."


def _collect_names(names: NamesInFile) -> set[str]:
    """Return all names in a file: those it imports, exports and uses."""
    imported = {name.local for each in names.imports for name in each.names}
    exported = {name.name for each in names.exports for name in each.names}
    return imported | exported | {place.name for place in names.places}


# Variables


def _rename_variable(shared: SharedDefinition, new: str, site: Site, files: Files) -> Renaming:
    keys = map_variables_to_keys(site)
    if not _VARIABLE.fullmatch(new):
        return Renaming(
            refusal=f"`{new}` is not a valid variable name. Use letters, digits, `_`, `.` and `-`."
        )
    if new in keys and new != shared.name:
        return Renaming(refusal=f"The variable `{new}` exists already. Choose another name.")
    file, span = keys[shared.name]
    places = iter_shared_places(shared, site, files)
    return Renaming((FileEdit(file, span, new), *(FileEdit(p.file, p.span, new) for p in places)))
