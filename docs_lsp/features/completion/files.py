"""Files of the site, for the keys that name one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from docs_lsp.features._proposal_kind import Kind
from docs_lsp.features.completion.item import Item
from docs_lsp.features.completion.place import Place
from docs_lsp.jsontree.nodes import Member
from docs_lsp.site.api.specs import spec_path
from docs_lsp.site.nav.refs import named_from

MOST = 60
"""How many files are proposed at once."""
_PICTURES = (".svg", ".png", ".ico", ".jpg", ".jpeg", ".webp", ".gif", ".avif")
_FONTS = (".woff2", ".woff")
_LIKE_SPEC = {
    "openapi": re.compile(r"(?:open-?api|swagger).*\.(?:json|ya?ml)\Z", re.IGNORECASE),
    "asyncapi": re.compile(r"async-?api.*\.(?:json|ya?ml)\Z", re.IGNORECASE),
    "graphql": re.compile(r"\.(?:graphqls?|gql)\Z", re.IGNORECASE),
}
_NO_PARTS = frozenset(("docs.json", "mint.json", "package.json", "package-lock.json"))


def spec_items(place: Place, kind: str) -> Iterator[Item]:
    """Specifications: `openapi`, `asyncapi` or `graphql`."""
    facts = place.view.site.facts
    if facts is None:
        return
    pattern = _LIKE_SPEC[kind]
    named = [file for file in facts.files if pattern.search(posixpath.basename(file))]
    if kind == "openapi":
        usable = [file for file, spec in facts.specs.items() if spec.usable]
        named = [file for file in named if not _LIKE_SPEC["asyncapi"].search(file)]
        named = [*usable, *(facts.spec_files if facts.spec_files is not None else named)]
    taken = {spec_path(sibling) for sibling in place.siblings}
    found = [file for file in dict.fromkeys(named) if file not in taken and _is_meant(place, file)]
    for file in sorted(found, key=lambda file: (file.count("/"), file))[:MOST]:
        yield _item(place, file)


def part_items(place: Place) -> Iterator[Item]:
    """JSON files that a `$ref` may name, seen from the file it stands in."""
    site = place.view.site
    if site.facts is None:
        return
    folder = posixpath.dirname(place.file)
    leading_here = {file for file in site.parts if place.file in named_from(file, place.parts)}
    specs = {*site.facts.specs, *(site.facts.spec_files or ())}
    found = [
        file
        for file in site.facts.files
        if file.endswith(".json")
        and _is_meant(place, file)
        and file not in specs
        and file not in leading_here
        and posixpath.basename(file) not in _NO_PARTS
    ]
    found.sort(key=lambda file: (file not in site.parts, file.count("/"), file))
    for file in found[:MOST]:
        seen = posixpath.relpath(file, folder or ".")
        yield _item(place, seen if seen.startswith("..") else f"./{seen}")


def picture_items(place: Place) -> Iterator[Item]:
    """Pictures, those first whose path speaks of the keys around."""
    return _assets(place, _PICTURES)


def font_items(place: Place) -> Iterator[Item]:
    """Font files."""
    return _assets(place, _FONTS)


def _assets(place: Place, endings: tuple[str, ...]) -> Iterator[Item]:
    facts = place.view.site.facts
    if facts is None:
        return
    members = (step.child for step in place.slot.steps)
    hints = [one.key.value.lower() for one in members if isinstance(one, Member)]

    def badness(file: str) -> tuple[int, int, str]:
        return -sum(hint in file.lower() for hint in hints), file.count("/"), file

    shown = [file for file in facts.files if file.lower().endswith(endings)]
    for file in sorted((file for file in shown if _is_meant(place, file)), key=badness)[:MOST]:
        yield _item(place, f"/{file}")


def _is_meant(place: Place, file: str) -> bool:
    """Whether what is typed is a part of a path."""
    return place.query.lstrip("./").casefold() in file.casefold()


def _item(place: Place, written: str) -> Item:
    is_found = not written.startswith(place.query)
    return Item(written, Kind.FILE, written, is_found=is_found)
