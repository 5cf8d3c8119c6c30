"""Completion of files for the keys that name one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import MatchKind, find_matches
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.nodes import Member
from docs_lsp.site.navigation.refs import list_reachable_files, make_ref
from docs_lsp.site.site_files import PICTURES
from docs_lsp.site.specifications.spec_paths import TOOL_FILES, resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts

MOST = 60
"""The maximum number of files proposed at once."""
FONTS = (".woff2", ".woff")
_LIKE_SPEC = {
    "openapi": compile_lazily(r"(?:open-?api|swagger).*\.(?:json|ya?ml)\Z", re.IGNORECASE),
    "asyncapi": compile_lazily(r"async-?api.*\.(?:json|ya?ml)\Z", re.IGNORECASE),
    "graphql": compile_lazily(r"\.(?:graphqls?|gql)\Z", re.IGNORECASE),
}
_SPECS = ("asyncapi", "graphql", "openapi")


def iter_spec_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 60 specifications that fit the keys and the typed text and are not listed yet."""
    taken = {resolve_spec_path(sibling) for sibling in place.siblings}
    named = _list_likely_specs(place, _choose_spec_kind(place, place.key))
    fits = _find_matching_files(place, [file for file in named if file not in taken])
    for file in sorted(fits, key=lambda file: (fits[file], file.count("/"), file))[:MOST]:
        yield build_file_item(place, file)


def has_spec_files(place: CompletionCursor, key: str) -> bool:
    """Return whether the site has specifications for a key."""
    return bool(_list_likely_specs(place, _choose_spec_kind(place, key)))


def _choose_spec_kind(place: CompletionCursor, key: str) -> str:
    """Return the kind of specification that a key or one around it names, else `openapi`."""
    keys = {placed.key for placed in place.around} | {place.key, key}
    return next((kind for kind in _SPECS if kind in keys), "openapi")


def _list_likely_specs(place: CompletionCursor, kind: str) -> list[str]:
    """Return the likely specifications of a kind; empty before the disk is read."""
    facts = place.view.site.facts
    return facts.cached(_find_likely_specs)[kind] if facts else []


def _find_likely_specs(facts: SiteFacts) -> dict[str, list[str]]:
    """Return the specifications of each kind, recognised by name or by content."""
    files_by_kind: dict[str, list[str]] = {kind: [] for kind in _SPECS}
    for file in facts.files:
        name = posixpath.basename(file)
        # In this order: a name may match two kinds.
        kind = next((kind for kind in _SPECS if _LIKE_SPEC[kind].search(name)), None)
        if kind is not None:
            files_by_kind[kind].append(file)
    usable = [file for file, spec in facts.specs.items() if spec.usable]
    seen = facts.spec_files if facts.spec_files is not None else files_by_kind["openapi"]
    return {**files_by_kind, "openapi": list(dict.fromkeys((*usable, *seen)))}


def has_ref_targets(place: CompletionCursor) -> bool:
    """Return whether there are JSON files that a `$ref` may name."""
    return next(iter(_iter_ref_targets(place)), None) is not None


def iter_ref_target_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 60 files that a `$ref` may name and that fit the text, relative to this file."""
    parts = place.view.site.parts
    fits = _find_matching_files(place, _iter_ref_targets(place))

    def sort_key(file: str) -> tuple[MatchKind, bool, int, str]:
        return fits[file], file not in parts, file.count("/"), file

    for file in sorted(fits, key=sort_key)[:MOST]:
        yield build_file_item(place, make_ref(file, place.file))


def _iter_ref_targets(place: CompletionCursor) -> Iterator[str]:
    """Yield the JSON files that a `$ref` here may name: no specification, none in a loop."""
    site = place.view.site
    if site.facts is None:
        return
    leading_here = {
        file for file in site.parts if place.file in list_reachable_files(file, place.parts)
    }
    specs = {*site.facts.specs, *(site.facts.spec_files or ())}
    for file in site.facts.files:
        if (
            file.endswith(".json")
            and file not in specs
            and file not in leading_here
            and posixpath.basename(file) not in TOOL_FILES
        ):
            yield file


def iter_picture_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 60 pictures that fit the typed text, first those named like surrounding keys."""
    return _iter_asset_items(place, PICTURES)


def iter_font_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 60 font files that fit the typed text."""
    return _iter_asset_items(place, FONTS)


def _iter_asset_items(
    place: CompletionCursor, endings: tuple[str, ...]
) -> Iterator[CompletionProposal]:
    """Yield up to 60 files with an ending that fit the text, first those named like the keys."""
    facts = place.view.site.facts
    if facts is None:
        return
    members = (step.child for step in place.point.steps)
    hints = [member.key.value.lower() for member in members if isinstance(member, Member)]

    fits = _find_matching_files(
        place, (file for file in facts.files if file.lower().endswith(endings))
    )

    def sort_key(file: str) -> tuple[MatchKind, int, int, str]:
        return fits[file], -sum(hint in file.lower() for hint in hints), file.count("/"), file

    for file in sorted(fits, key=sort_key)[:MOST]:
        yield build_file_item(place, f"/{file}")


def _find_matching_files(place: CompletionCursor, files: Iterable[str]) -> dict[str, MatchKind]:
    """Return the files that fit the typed text, each with how well it fits."""
    return find_matches(files, place.query.lstrip("./").casefold())


def build_file_item(place: CompletionCursor, written: str) -> CompletionProposal:
    """Return the item for the path of a file or a page, which may not begin as the typed text."""
    is_found = not written.startswith(place.query)
    return CompletionProposal(written, ItemKind.FILE, written, is_found=is_found)
