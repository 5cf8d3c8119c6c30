"""The names of specifications, and relative paths, after files have moved."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.moves import spelling
from docs_lsp.site.specifications.named_operation import iter_matching_files
from docs_lsp.site.specifications.spec_files import list_possible_specs
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.moves.changed_addresses import AddressMap


def map_spec_source(source: str, addresses: AddressMap) -> str | None:
    """Return the new path of a specification from the root; None if it does not change."""
    path = resolve_spec_path(source)
    new = addresses.relocation.map_path(path) if path else path
    return None if new is None or new == path else spelling.respell_file_path(source, new)


def map_spec_name(name: str, file: str, addresses: AddressMap) -> str | None:
    """Return the new name of the specification in front of an operation; None if it stays.

    It is a path from the root, a path from the page `file` (empty in docs.json), or the bare name
    of a specification, which stays bare if only one has it after the moves.
    """
    new = map_page_spec(name, file, addresses)
    return new if new is not None or "/" in name else _map_name_without_path(name, file, addresses)


def map_page_spec(name: str, page: str, addresses: AddressMap) -> str | None:
    """Return the new path of a specification from the root or from a page; None if it stays."""
    target = resolve_site_path(name, page) if name.startswith(".") else None
    if target is None or target not in addresses.overview.facts.files:
        return map_spec_source(name, addresses)
    return map_relative_path(name, page, target, addresses)


def map_relative_path(path: str, file: str, target: str, addresses: AddressMap) -> str | None:
    """Return the new path from a file to a target; None if it does not change."""
    new_path = addresses.relocation.map_path
    folder, moved_to = posixpath.dirname(new_path(file)), new_path(target)
    if moved_to == target and folder == posixpath.dirname(file):
        return None
    if spelling.is_path_to(path, folder, moved_to):
        return None
    return spelling.make_relative_path(path, posixpath.dirname(file), folder, moved_to)


def _map_name_without_path(name: str, file: str, addresses: AddressMap) -> str | None:
    """Return the new name without path and extension, or a path if several have it, or None."""
    specs = addresses.overview.facts.cached(list_possible_specs)
    meant = list(iter_matching_files(name, file, specs))
    if len(meant) != 1:
        return None
    moved_to = addresses.relocation.map_path(meant[0])
    stem = _get_stem(moved_to)
    stems = [_get_stem(addresses.relocation.map_path(spec)) for spec in specs]
    new = stem if stems.count(stem) == 1 else moved_to
    return None if moved_to == meant[0] or new == name else new


def _get_stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]
