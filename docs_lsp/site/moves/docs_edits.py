"""Edits of docs.json and its parts that follow moved files, except redirects."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span, encode
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.jsontree.nodes import Container, Member, Node, String
from docs_lsp.site.moves import spelling
from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.navigation.refs import list_reachable_files
from docs_lsp.site.navigation.refs import target_of as ref_target
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import Reference, Role, references_in
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.specifications.spec_paths import spec_path


def edits_in_docs(addresses: Addresses) -> Iterator[FileEdit]:
    """Yield edits for every string that names a moved file; duplicates are possible."""
    overview = addresses.overview
    for reference in references_in(overview):
        new = _text_after(reference, addresses)
        if new is not None and new != reference.text:
            yield string_edit(reference.file, reference.span, reference.text, new)
    if addresses.moves_assets:
        yield from _edit_file_names(addresses)
    for placed in overview.objects:
        if placed.element.record.name == "seo.path":
            yield from _edit_seo_path(placed, addresses)


def string_edit(file: str, span: Span, old: str, new: str) -> FileEdit:
    """Return the edit that gives a JSON string a new value; an unchanged anchor is not edited."""
    if span.end - span.start == len(encode(old)):
        tail = spelling.SpeltLink.from_link(old).tail
        if tail and new.endswith(tail):
            return FileEdit(
                file, Span(span.start, span.end - len(encode(tail))), _inner(new[: -len(tail)])
            )
    return FileEdit(file, span, _inner(new))


def _inner(text: str) -> str:
    return quote_json(text)[1:-1]


def _text_after(reference: Reference, addresses: Addresses) -> str | None:
    """Return the new value of a string, or None if it does not change."""
    text = reference.text
    match reference.role:
        case Role.ENTRY | Role.ROOT:
            return _entry_after(reference, addresses)
        case Role.LINK:
            is_redirect = reference.placed and reference.placed.element.record.name == "redirect"
            return None if is_redirect else link_after(text, addresses)
        case Role.SPEC:
            return spec_after(text, addresses)
        case Role.ASSET:
            return _asset_after(text, addresses)
        case Role.REF:
            return _ref_after(reference, addresses)
    return None


def _entry_after(reference: Reference, addresses: Addresses) -> str | None:
    text = reference.text
    endpoint = reference.endpoint
    if endpoint is not None and endpoint.spec and endpoint.spec_part:
        spec = spec_after(endpoint.spec, addresses)
        start, end = endpoint.spec_part
        return None if spec is None else text[:start] + spec + text[end:]
    page = None if endpoint is not None else addresses.entry_after(text)
    if page is None:
        return None
    return spelling.respell_entry(text, page, addresses.extension_after(text))


def link_after(link: str, addresses: Addresses) -> str | None:
    """Return a link relative to the root after the moves; None if it does not change."""
    target = link_path_of(link)
    if target is None or not target.path:
        return None
    new = addresses.path_after(target.path)
    return None if new == target.path else spelling.respell_rooted_link(link, new.lstrip("/"))


def _asset_after(asset: str, addresses: Addresses) -> str | None:
    path = asset.strip().removeprefix("./").lstrip("/")
    new = addresses.relocation.new_path(path)
    return link_after(asset, addresses) if new == path else spelling.respell_file_path(asset, new)


def spec_after(source: str, addresses: Addresses) -> str | None:
    """Return the new name of a specification; None if it does not change."""
    path = spec_path(source)
    new = addresses.relocation.new_path(path) if path else path
    return None if new is None or new == path else spelling.respell_file_path(source, new)


def _ref_after(reference: Reference, addresses: Addresses) -> str | None:
    target = ref_target(reference.file, reference.text)
    if target is None:
        return None
    new_path = addresses.relocation.new_path
    folder, moved_to = posixpath.dirname(new_path(reference.file)), new_path(target)
    if moved_to == target and folder == posixpath.dirname(reference.file):
        return None
    if spelling.leads_to(reference.text, folder, moved_to):
        return None
    return spelling.relative_path(
        reference.text, posixpath.dirname(reference.file), folder, moved_to
    )


def _edit_file_names(addresses: Addresses) -> Iterator[FileEdit]:
    """Yield edits of file paths from the root in keys that expect no path, such as icons."""
    overview = addresses.overview
    for file in list_reachable_files(overview.name, overview.parts):
        part = overview.parts.get(file)
        if isinstance(part, Document):
            for at, string in _strings(part.tree.root, part.tree.start):
                path = string.value.removeprefix("/")
                if path != string.value and path in overview.facts.files:
                    new = addresses.relocation.new_path(path)
                    if new != path:
                        yield string_edit(file, string.inner.shift(at), string.value, f"/{new}")


def _strings(root: Node, at: int) -> Iterator[tuple[int, String]]:
    """Yield every string value with its absolute offset."""
    waiting = [(at, root)]
    while waiting:
        at, node = waiting.pop()
        if isinstance(node, String):
            yield at, node
        elif isinstance(node, Member):
            waiting.append((at + node.value_start, node.value))
        elif isinstance(node, Container):
            waiting += [(at + start, child) for start, child in node.children()]


def _edit_seo_path(placed: Placed, addresses: Addresses) -> Iterator[FileEdit]:
    """Yield the edit of a folder with its own meta tags."""
    folder = placed.element.text("path") or ""
    plain = folder.strip("/")
    inside = (
        plain == old or plain.startswith(f"{old}/") for old, _ in addresses.relocation.folders
    )
    if plain and any(inside):
        file, span = placed.file_span(placed.element.value_spot("path"))
        new = folder.replace(plain, addresses.relocation.new_path(plain))
        yield string_edit(file, span, folder, new)
