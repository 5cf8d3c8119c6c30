"""Edits of docs.json and its parts that follow moved files, and edits of its redirects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree import edits as json_edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edits, quote_json
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, String
from docs_lsp.site.moves import spelling
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.redirect_plan import RedirectPlan
from docs_lsp.site.moves.spelling import (
    map_relative_path,
    map_rooted_link,
    map_spec_name,
    map_spec_source,
)
from docs_lsp.site.navigation.refs import iter_documents
from docs_lsp.site.navigation.refs import resolve_ref_path as ref_target
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import Reference, Role, iter_references
from docs_lsp.site.routes.redirects import Redirect

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview


_KEY = "redirects"


def iter_docs_edits(addresses: AddressMap) -> Iterator[FileEdit]:
    """Yield edits of the strings in docs.json that name a moved file, except redirects.

    Duplicates are possible.
    """
    overview = addresses.overview
    for reference in iter_references(overview):
        new = _map_reference(reference, addresses)
        if new is not None and new != reference.text:
            yield make_string_edit(reference.file, reference.span, reference.text, new)
    if addresses.has_moved_assets:
        yield from _iter_file_name_edits(addresses)
    for placed in overview.objects:
        if placed.element.record.name == "seo.path":
            yield from _iter_seo_path_edits(placed, addresses)


def make_string_edit(file: str, span: Span, old: str, new: str) -> FileEdit:
    """Return the edit that gives a JSON string a new value; `span` is inside its quotes.

    An unchanged anchor is not edited.
    """
    if span.end - span.start == len(encode_text(old)):  # Else it has escapes.
        new, unchanged = spelling.strip_shared_tail(old, new)
        span = Span(span.start, span.end - unchanged)
    return FileEdit(file, span, quote_json(new)[1:-1])


def _map_reference(reference: Reference, addresses: AddressMap) -> str | None:
    """Return the value of a string after the moves; None or the same value if it is unchanged."""
    text = reference.text
    match reference.role:
        case Role.ENTRY | Role.ROOT:
            return _map_entry(reference, addresses)
        case Role.LINK:
            is_redirect = reference.placed and reference.placed.element.record.name == "redirect"
            return None if is_redirect else map_rooted_link(text, addresses)
        case Role.SPEC:
            return map_spec_source(text, addresses)
        case Role.ASSET:
            return _map_asset(text, addresses)
        case Role.REF:
            return _map_ref(reference, addresses)
    return None


def _map_entry(reference: Reference, addresses: AddressMap) -> str | None:
    """Return an entry of docs.json after the moves, or None if it does not change."""
    text = reference.text
    endpoint = reference.endpoint
    if endpoint is not None and endpoint.spec and endpoint.spec_part:
        spec = map_spec_name(endpoint.spec, "", addresses)
        start, end = endpoint.spec_part
        return None if spec is None else text[:start] + spec + text[end:]
    page = None if endpoint is not None else addresses.map_entry(text)
    if page is None:
        return None
    return spelling.respell_entry(text, page, addresses.map_entry_extension(text))


def _map_asset(asset: str, addresses: AddressMap) -> str | None:
    """Return the path of an asset after the moves, or None if it does not change."""
    path = asset.strip().removeprefix("./").lstrip("/")
    new = addresses.relocation.map_path(path)
    return (
        map_rooted_link(asset, addresses) if new == path else spelling.respell_file_path(asset, new)
    )


def _map_ref(reference: Reference, addresses: AddressMap) -> str | None:
    """Return a `$ref` after the moves, or None if it does not change."""
    target = ref_target(reference.file, reference.text)
    if target is None:
        return None
    return map_relative_path(reference.text, reference.file, target, addresses)


def _iter_file_name_edits(addresses: AddressMap) -> Iterator[FileEdit]:
    """Yield edits of all strings that are the path of a moved file from the root, under any key."""
    overview = addresses.overview
    for file, document in iter_documents(overview.name, overview.parts):
        for at, string in _iter_all_strings(document.tree.root, document.tree.start):
            path = string.value.removeprefix("/")
            if path != string.value and path in overview.facts.files:
                new = addresses.relocation.map_path(path)
                if new != path:
                    yield make_string_edit(file, string.inner.shift(at), string.value, f"/{new}")


def _iter_all_strings(root: Node, at: int) -> Iterator[tuple[int, String]]:
    """Yield every string value with its absolute offset."""
    waiting = [(at, root)]
    while waiting:
        at, node = waiting.pop()
        if isinstance(node, String):
            yield at, node
        elif isinstance(node, Member):
            waiting.append((at + node.value_start, node.value))
        elif isinstance(node, Container):
            waiting += [(at + start, child) for start, child in node.iter_children()]


def _iter_seo_path_edits(placed: Placed, addresses: AddressMap) -> Iterator[FileEdit]:
    """Yield the edit of the path of a folder with meta tags of its own, if it moves."""
    folder = placed.element.get_text("path") or ""
    plain = folder.strip("/")
    inside = (
        plain == old or plain.startswith(f"{old}/") for old, _ in addresses.relocation.folders
    )
    if plain and any(inside):
        file, span = placed.locate_spot(placed.element.find_value_spot("path"))
        new = folder.replace(plain, addresses.relocation.map_path(plain))
        yield make_string_edit(file, span, folder, new)


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
    """Return the edit that adds `redirects` to docs.json; None if that has the key or is faulty."""
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
