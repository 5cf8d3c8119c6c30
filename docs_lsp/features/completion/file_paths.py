"""Completion of files for the keys that name one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import Item
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.nodes import Member
from docs_lsp.site.navigation.refs import list_reachable_files
from docs_lsp.site.site_files import PICTURES
from docs_lsp.site.specifications.spec_paths import TOOL_FILES, spec_path

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


def spec_items(place: CompletionCursor) -> Iterator[Item]:
    """Yield specifications of the kind that the surrounding keys name."""
    taken = {spec_path(sibling) for sibling in place.siblings}
    named = _specs(place, _spec_kind(place, place.key))
    matches = [file for file in named if file not in taken and _is_meant(place, file)]
    for file in sorted(matches, key=lambda file: (file.count("/"), file))[:MOST]:
        yield _item(place, file)


def has_specs(place: CompletionCursor, key: str) -> bool:
    """Whether the site has specifications for a key."""
    return bool(_specs(place, _spec_kind(place, key)))


def _spec_kind(place: CompletionCursor, key: str) -> str:
    """Return the kind of specification that a key names, judging by it and those around it."""
    keys = {placed.key for placed in place.around} | {place.key, key}
    return next((kind for kind in _SPECS if kind in keys), "openapi")


def _specs(place: CompletionCursor, kind: str) -> list[str]:
    facts = place.view.site.facts
    return facts.cached(_find_likely_specs, None)[kind] if facts else []


def _find_likely_specs(facts: SiteFacts, _contents: object) -> dict[str, list[str]]:
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


def has_parts(place: CompletionCursor) -> bool:
    """Whether there are JSON files that a `$ref` may name."""
    return next(iter(_parts(place)), None) is not None


def part_items(place: CompletionCursor) -> Iterator[Item]:
    """Yield JSON files that a `$ref` may name, relative to the file that contains it."""
    parts, folder = place.view.site.parts, posixpath.dirname(place.file)
    matches = [file for file in _parts(place) if _is_meant(place, file)]
    matches.sort(key=lambda file: (file not in parts, file.count("/"), file))
    for file in matches[:MOST]:
        seen = posixpath.relpath(file, folder or ".")
        yield _item(place, seen if seen.startswith("..") else f"./{seen}")


def _parts(place: CompletionCursor) -> Iterator[str]:
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


def picture_items(place: CompletionCursor) -> Iterator[Item]:
    """Yield pictures, first those whose path contains the surrounding keys."""
    return _assets(place, PICTURES)


def font_items(place: CompletionCursor) -> Iterator[Item]:
    """Yield font files."""
    return _assets(place, FONTS)


def _assets(place: CompletionCursor, endings: tuple[str, ...]) -> Iterator[Item]:
    facts = place.view.site.facts
    if facts is None:
        return
    members = (step.child for step in place.point.steps)
    hints = [member.key.value.lower() for member in members if isinstance(member, Member)]

    def badness(file: str) -> tuple[int, int, str]:
        return -sum(hint in file.lower() for hint in hints), file.count("/"), file

    shown = [file for file in facts.files if file.lower().endswith(endings)]
    for file in sorted((file for file in shown if _is_meant(place, file)), key=badness)[:MOST]:
        yield _item(place, f"/{file}")


def _is_meant(place: CompletionCursor, file: str) -> bool:
    """Whether the typed text is part of a path."""
    return place.query.lstrip("./").casefold() in file.casefold()


def _item(place: CompletionCursor, written: str) -> Item:
    is_found = not written.startswith(place.query)
    return Item(written, ItemKind.FILE, written, is_found=is_found)
