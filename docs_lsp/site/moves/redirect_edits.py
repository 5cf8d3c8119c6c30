"""Writing into docs.json what becomes of the redirects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree import edits as json_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edits, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.site.moves.docs_edits import string_edit
from docs_lsp.site.moves.redirecting import Redirecting
from docs_lsp.site.routes.redirects import Redirect

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_KEY = "redirects"


class _List(NamedTuple):
    """The list of redirects, and where it stands."""

    file: str
    data: bytes
    node: Array
    at: int


def edits_in_redirects(redirecting: Redirecting) -> Iterator[FileEdit]:
    """The edits of the redirects that stay."""
    for placed, before, after in redirecting.fates:
        if after is not None:
            yield from _replaced(placed, "source", before.source, after.source)
            yield from _replaced(placed, "destination", before.destination, after.destination)


def _replaced(placed: Placed, key: str, old: str, new: str) -> Iterator[FileEdit]:
    if old != new:
        file, span = placed.file_span(placed.element.value_spot(key))
        yield string_edit(file, span, old, new)


def edits_of_list(redirecting: Redirecting, overview: Overview) -> list[FileEdit] | None:
    """The edits that take redirects out and put new ones in; None where that is not possible."""
    gone = [one.placed for one in redirecting.fates if one.after is None]
    if not gone and not redirecting.added:
        return []
    found = _list(overview)
    if found is None:
        return _new_list(redirecting.added, overview)
    indexes = [index for index in map(found.node.starts.index, _places(gone, found))]
    values = [_render_redirect(one, found) for one in redirecting.added]
    edits = _changed(found, indexes, values)
    return None if edits is None else [FileEdit(found.file, *edit) for edit in edits]


def _places(gone: Sequence[Placed], found: _List) -> list[int]:
    """Where the redirects stand that go, counted from the bracket of the list."""
    starts = {placed.at - found.at for placed in gone if placed.file == found.file}
    return [start for start in found.node.starts if start in starts]


def _changed(found: _List, gone: list[int], values: list[str]) -> Edits | None:
    if gone and values:
        return json_edits.replace_items(found.data, found.node, found.at, gone, values)
    if gone:
        return json_edits.remove(found.data, found.node, found.at, gone)
    return json_edits.append_items(found.data, found.node, found.at, values)


def _list(overview: Overview) -> _List | None:
    root = overview.objects[0] if overview.objects else None
    value = root.element.get(_KEY) if root else None
    if root is None or value is None:
        return None
    layer = root.element.layer_of(_KEY)
    file = root.element.resolved.layers[layer].file
    at = root.starts[layer] + root.element.node(layer).value_span(_KEY).start
    brought = root.element.ref_value(_KEY)
    if brought:
        file, at, value = brought
    part = overview.parts.get(file)
    if not isinstance(value, Array) or not isinstance(part, Document):
        return None
    return _List(file, part.text.data, value, at)


def _new_list(added: Sequence[Redirect], overview: Overview) -> list[FileEdit] | None:
    """The list itself, at the end of docs.json."""
    part = overview.parts.get(overview.name)
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(part, Document) or not isinstance(root, Object) or _KEY in root.by_key:
        return None
    items = ",\n".join(f"  {_on_lines(one)}".replace("\n", "\n  ") for one in added)
    members = [(_KEY, f"[\n{items}\n]")]
    edits = json_edits.append_members(part.text.data, root, part.tree.start, members)
    return None if edits is None else [FileEdit(overview.name, *edit) for edit in edits]


def _render_redirect(redirect: Redirect, found: _List) -> str:
    """A redirect as those in the list are written: on one line, or on four."""
    source, destination = quote_json(redirect.source), quote_json(redirect.destination)
    if found.node.items:
        start = found.at + found.node.starts[-1]
        last = found.data[start : start + found.node.items[-1].size]
        if b"\n" not in last:
            blank = " " if last.startswith(b"{ ") else ""
            return f'{{{blank}"source": {source}, "destination": {destination}{blank}}}'
    return _on_lines(redirect)


def _on_lines(redirect: Redirect) -> str:
    source, destination = quote_json(redirect.source), quote_json(redirect.destination)
    return f'{{\n  "source": {source},\n  "destination": {destination}\n}}'
