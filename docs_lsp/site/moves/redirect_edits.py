"""Edits of docs.json that change, add and remove redirects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree import edits as json_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edits, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.site.moves.docs_edits import make_string_edit
from docs_lsp.site.moves.redirect_plan import RedirectPlan
from docs_lsp.site.routes.redirects import Redirect

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_KEY = "redirects"


class _RedirectArray(NamedTuple):
    """The array of redirects, and its position."""

    file: str
    data: bytes
    node: Array
    at: int


def iter_redirect_edits(plan: RedirectPlan) -> Iterator[FileEdit]:
    """Yield the edits of redirects that change and are not removed."""
    for placed, before, after in plan.changes:
        if after is not None:
            yield from _iter_value_edits(placed, "source", before.source, after.source)
            yield from _iter_value_edits(
                placed, "destination", before.destination, after.destination
            )


def _iter_value_edits(placed: Placed, key: str, old: str, new: str) -> Iterator[FileEdit]:
    """Yield the edit of the value of a redirect's key, if it changes."""
    if old != new:
        file, span = placed.locate_spot(placed.element.find_value_spot(key))
        yield make_string_edit(file, span, old, new)


def make_redirect_list_edits(plan: RedirectPlan, overview: Overview) -> list[FileEdit] | None:
    """Return the edits that add and remove redirects, or None if they cannot be made."""
    gone = [change.placed for change in plan.changes if change.after is None]
    if not gone and not plan.added:
        return []
    redirect_list = _find_redirect_array(overview)
    if redirect_list is None:
        return _make_new_list_edits(plan.added, overview)
    starts = {placed.at - redirect_list.at for placed in gone if placed.file == redirect_list.file}
    indexes = [at for at, start in enumerate(redirect_list.node.starts) if start in starts]
    values = [_render_redirect(redirect, redirect_list) for redirect in plan.added]
    edits = _make_list_edits(redirect_list, indexes, values)
    return None if edits is None else [FileEdit(redirect_list.file, *edit) for edit in edits]


def _make_list_edits(
    redirect_list: _RedirectArray, gone: list[int], values: list[str]
) -> Edits | None:
    """Return the edits that remove and add redirects; None if faults in the text prevent it."""
    if gone and values:
        return json_edits.replace_items(
            redirect_list.data, redirect_list.node, redirect_list.at, gone, values
        )
    if gone:
        return json_edits.remove_children(
            redirect_list.data, redirect_list.node, redirect_list.at, gone
        )
    return json_edits.append_items(redirect_list.data, redirect_list.node, redirect_list.at, values)


def _find_redirect_array(overview: Overview) -> _RedirectArray | None:
    """Return the array `redirects` of docs.json, perhaps in another file, or None."""
    located = overview.objects[0].find_value(_KEY) if overview.objects else None
    if located is None:
        return None
    file, at, value = located
    part = overview.parts.get(file)
    if not isinstance(value, Array) or not isinstance(part, Document):
        return None
    return _RedirectArray(file, part.text.data, value, at)


def _make_new_list_edits(added: Sequence[Redirect], overview: Overview) -> list[FileEdit] | None:
    """Return the edit that adds the array at the end of docs.json, or None."""
    part = overview.parts.get(overview.name)
    root = part.tree.root if isinstance(part, Document) else None
    if not isinstance(part, Document) or not isinstance(root, Object) or _KEY in root.by_key:
        return None
    items = ",\n".join(
        f"  {_render_multiline_redirect(redirect)}".replace("\n", "\n  ") for redirect in added
    )
    members = [(_KEY, f"[\n{items}\n]")]
    edits = json_edits.append_members(part.text.data, root, part.tree.start, members)
    return None if edits is None else [FileEdit(overview.name, *edit) for edit in edits]


def _render_redirect(redirect: Redirect, redirect_list: _RedirectArray) -> str:
    """Render a redirect like the others in the array: on one line, or on four."""
    source, destination = quote_json(redirect.source), quote_json(redirect.destination)
    if redirect_list.node.items:
        start = redirect_list.at + redirect_list.node.starts[-1]
        last = redirect_list.data[start : start + redirect_list.node.items[-1].size]
        if b"\n" not in last:
            blank = " " if last.startswith(b"{ ") else ""
            return f'{{{blank}"source": {source}, "destination": {destination}{blank}}}'
    return _render_multiline_redirect(redirect)


def _render_multiline_redirect(redirect: Redirect) -> str:
    source, destination = quote_json(redirect.source), quote_json(redirect.destination)
    return f'{{\n  "source": {source},\n  "destination": {destination}\n}}'
