"""Edits of docs.json and its parts that follow moved files, except redirects."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, encode_text
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Container, Member, Node, String
from docs_lsp.site.moves import spelling
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.named_specs import map_relative_path, map_spec_name, map_spec_source
from docs_lsp.site.navigation.refs import iter_documents
from docs_lsp.site.navigation.refs import resolve_ref_path as ref_target
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import Reference, Role, iter_references
from docs_lsp.site.routes.link_paths import WITH_HOST, parse_link_path


def iter_docs_edits(addresses: AddressMap) -> Iterator[FileEdit]:
    """Yield edits for every string that names a moved file; duplicates are possible."""
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
    """Return the new value of a string, or None if it does not change."""
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


def map_rooted_link(link: str, addresses: AddressMap) -> str | None:
    """Return a link from the root, or a URL of this site, after the moves; None if unchanged."""
    url = addresses.split_url(link) if link.startswith(WITH_HOST) else None
    if url is not None:
        new = map_rooted_link(url[1], addresses)
        return None if new is None else f"{url[0]}{new}"
    target = parse_link_path(link)
    if target is None or not target.path:
        return None
    new = addresses.map_path(target.path)
    return None if new == target.path else spelling.respell_rooted_link(link, new.lstrip("/"))


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
    """Yield edits of file paths from the root in keys that expect no path, such as icons."""
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
