"""Divides a navigation into languages, versions or products, of which it becomes the first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    build_value_edit,
    get_dedented_text,
    quote_json,
    verify_no_new_faults,
)
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.refactor.harmless_changes import require_harmless_changes
from docs_lsp.refactor.placing import PlacingRefused
from docs_lsp.refactor.selection import Changes, Offer
from docs_lsp.schema.kinds import CHILD_KEYS, ROOT
from docs_lsp.schema.model import get_element_record

_NAVIGATION = "navigation"
_EDITIONS = (("languages", "language", "en"), ("versions", "version", "v1"))
_PRODUCT = ("products", "product")
_CONTENT_KEYS = CHILD_KEYS & get_element_record(ROOT.name).properties.keys()
"""Keys with content that `navigation` may have; without one, an edition would list nothing."""


def offer_first_editions(site: Snapshot, files: Files, file: str, span: Span) -> Iterator[Offer]:
    """Offer to divide the navigation of docs.json, at its key or beside the keys in it."""
    document = site.parts.get(file)
    if file != site.name or not isinstance(document, Document):
        return
    steps = find_steps_to(document, span.start)
    root = steps[0] if 1 <= len(steps) <= 2 else None
    node = root.value if root else None
    keys = node.by_key.keys() if isinstance(node, Object) else frozenset[str]()
    if root is None or not isinstance(root.node, Object) or not isinstance(node, Object):
        return
    index = next((n for n, one in enumerate(root.node.items) if one.value is node), None)
    name = root.node.get("name")
    if index is None or root.node.items[index].key.value != _NAVIGATION or not root.node.clean:
        return
    product = name.value if isinstance(name, String) and name.value.strip() else "Product"
    editions = (*_EDITIONS, (*_PRODUCT, product))
    is_divided = any(key in keys for key, _, _ in editions)
    if is_divided or "$ref" in keys or keys.isdisjoint(_CONTENT_KEYS):
        return
    for key, title, value in editions:
        make = partial(_divide, site, files, document, (root.node, root.at, index), key)
        first = f'"{title}": {quote_json(value)}'
        yield Offer(f"Divide the navigation into {key}", "refactor.rewrite", partial(make, first))


def _divide(
    site: Snapshot,
    files: Files,
    document: Document,
    place: tuple[Object, int, int],
    key: str,
    first: str,
) -> Changes:
    """Return the changes that divide a navigation; none if the service would reject them."""
    root, at, index = place
    member, data = root.items[index], document.text.data
    node, overview = member.value, site.get_overview()
    if not isinstance(node, Object) or overview is None:
        return ()
    start = at + root.starts[index] + member.value_start
    inside = [first]
    outside: list[str] = []
    for offset, one in zip(node.starts, node.items, strict=True):
        text = get_dedented_text(data, one.value, start + offset + one.value_start)
        kept = f"{quote_json(one.key.value)}: {text}"
        (inside if one.key.value in CHILD_KEYS else outside).append(kept)
    body = ",\n".join(inside).replace("\n", "\n      ")
    whole = [f'"{key}": [\n    {{\n      {body}\n    }}\n  ]', *outside]
    text = "{\n  " + ",\n  ".join(whole) + "\n}"
    edits = verify_no_new_faults(document, (build_value_edit(data, root, at, index, text),))
    changes = tuple(FileEdit(site.name, *edit) for edit in edits or ())
    try:
        require_harmless_changes(overview, files, changes)
    except PlacingRefused:
        return ()
    return changes
