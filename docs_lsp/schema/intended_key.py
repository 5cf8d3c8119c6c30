"""Which key a writer meant by one that nothing reads."""

from __future__ import annotations

from collections.abc import Collection

from docs_lsp.jsontree.nodes import Broken, Object
from docs_lsp.nearest import nearest
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS
from docs_lsp.schema.model import DOCS, paths_of
from docs_lsp.schema.model_legacy import KEY_SLIPS, TITLE_WORDS
from docs_lsp.schema.types import Record

_TITLES = (*KINDS, "label", "header", "name")
"""The keys that hold the title of something."""


def meant_key(judged: Record, key: str, json_kind: str, given: Collection[str] = ()) -> str | None:
    """The key that is meant by one that nothing reads: it takes values of this JSON kind, and is
    none of those that are given."""
    free = {name: one for name, one in judged.properties.items() if name not in given}
    if judged.kind in KINDS and not CHILD_KEYS.isdisjoint(given):
        free.pop("href", None)  # With a link the service would drop what the element holds.
    for slip in (*KEY_SLIPS.get(key, ()), *(_TITLES if key in TITLE_WORDS else ())):
        if slip in free:
            return slip
    return nearest(key, (name for name, one in free.items() if json_kind in one.type.json_kinds))


def other_place(judged: Record, key: str) -> str | None:
    """The one other place of docs.json where a key is read that its object does not have. Of what
    stands at the top, that is the navigation where it is read there."""
    places = [place for place in paths_of(key) if "." in place]
    at_root = f"navigation.{key}"
    if judged is DOCS and at_root in places:
        return at_root
    return places[0] if len(places) == 1 else None


def misnamed(node: Object, judged: Record, given: Collection[str]) -> dict[str, str]:
    """The keys that nothing reads and that stand for one that is missing and has to be there, with
    that one: each pair is one mistake. `given` are the keys that the object has in all.
    """
    missing = set(judged.missing(frozenset(given)))
    if judged.kind in KINDS and any(kind in given for kind in KINDS):
        missing.discard(judged.kind)  # It is an element of another kind.
    found: dict[str, str] = {}
    for key, index in node.by_key.items() if missing else ():
        value = node.items[index].value
        if key in judged.properties or isinstance(value, Broken):
            continue
        near = meant_key(judged, key, value.json_kind, given)
        if near in missing and value.json_kind in judged.properties[near].type.json_kinds:
            missing.discard(near)
            found[key] = near
    return found
