"""Edits of pages, snippets and scripts that follow moved files: links, imports, fields."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.files import Files, pack_version, read_bytes_or_empty
from docs_lsp.site.mdx.content import read_page, read_syntax, read_whole_page
from docs_lsp.site.mdx.links import (
    OLD_SNIPPETS,
    iter_import_spans,
    resolve_old_snippet,
    resolve_site_path,
)
from docs_lsp.site.moves import spelling
from docs_lsp.site.moves.attribute_edits import is_in_text_attribute, iter_attribute_changes
from docs_lsp.site.moves.changed_addresses import AddressMap
from docs_lsp.site.moves.spelling import map_page_spec, map_rooted_link, map_spec_name
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.references.docs_references import Role
from docs_lsp.site.references.page_references import iter_file_references
from docs_lsp.site.references.targets import strip_quotes_from_span
from docs_lsp.site.routes.link_paths import WITH_HOST, iter_base_folders, parse_link_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import Link, PageContent

# A path from the root in quotes or parentheses, in a script or a style sheet.
_QUOTED = compile_lazily(rb"""(["'`(])(/[^"'`()\s<>{}$\\]{1,500})["'`)]""")
_SCRIPTS = (".jsx", ".tsx", ".js", ".ts", ".css")
_SPEC_FIELDS = ("openapi", "asyncapi", "openapi-schema", "graphql")
_WORD = compile_lazily(r"\s*(\S+)")
_ALONE = r"(?<![^\s\"',\[])%s(?![^\s\"',\]])"


def iter_page_edits(addresses: AddressMap, files: Files) -> Iterator[FileEdit]:
    """Yield the edits of references to moved files in pages, snippets, scripts and styles.

    Duplicates are possible.
    """
    contents = addresses.overview.contents
    if contents is None:
        return
    names = tuple(name.encode() for name in addresses.relocation.list_mention_names())
    moved = addresses.relocation.filter_moving(addresses.overview.facts.files)
    moves_snippets = any(path.startswith(OLD_SNIPPETS) for path in moved)
    for file, known in contents.items():
        content = read_whole_page(known, file, files)
        edits = list(_iter_link_and_field_edits(file, content, names, addresses))
        if edits:
            data = read_bytes_or_empty(files, file)
            if not _is_current(content, data):
                # It is being edited, and has not been read again yet.
                now = read_page(data, file, pack_version(len(data), -1, 0))
                content = read_whole_page(now, file, files)
                edits = list(_iter_link_and_field_edits(file, content, names, addresses))
            yield from edits
        if _has_moved_imports(file, content, addresses):
            yield from _iter_import_edits(file, addresses, files)
        if moves_snippets and read_syntax(content).modules.snippets:
            yield from _iter_old_snippet_edits(file, addresses, files)
        if addresses.has_moved_assets and not content.script:
            for span, old, new in iter_attribute_changes(
                read_bytes_or_empty(files, file), addresses
            ):
                yield _make_link_edit(file, span, old, new)
    yield from _iter_script_edits(addresses, files)


def _iter_link_and_field_edits(
    file: str, content: PageContent, names: tuple[bytes, ...], addresses: AddressMap
) -> Iterator[FileEdit]:
    """Yield the edits of links and frontmatter in a page; most text without `names` is skipped."""
    yield from _iter_link_edits(file, content, names, addresses)
    head = content.head.lower()
    if addresses.relocation.is_moved(file) or any(name in head for name in names):
        yield from _iter_field_edits(file, content, addresses)


def _is_current(content: PageContent, data: bytes) -> bool:
    """Return whether the frontmatter and links of a page are still those of its content."""
    links = ((link.target.encode(), link.span) for link in content.links)
    return data.startswith(content.head) and all(
        data[slice(*span)] == target or b"\xef\xbf\xbd" in target for target, span in links
    )


# Links


def _iter_link_edits(
    file: str, content: PageContent, names: tuple[bytes, ...], addresses: AddressMap
) -> Iterator[FileEdit]:
    """Yield the edits of links; most links without any of the names are not examined."""
    relocation = addresses.relocation
    is_page = strip_page_extension(file) in addresses.overview.facts.pages
    # From `a.mdx`, a page in the folder `a` can be named without the folder.
    sees_all = relocation.is_moved(file) or relocation.map_path(strip_page_extension(file)) != (
        strip_page_extension(file)
    )
    for link in content.links:
        text = link.target.lower().encode()
        if not (sees_all or b"%" in text or any(name in text for name in names)):
            continue
        new = _map_link(link, file, is_page, addresses)
        if new is not None and new != link.target and "\ufffd" not in link.target:
            yield _make_link_edit(file, link.span, link.target, new)


def _make_link_edit(file: str, span: Span, old: str, new: str) -> FileEdit:
    """Return the edit of a link; its anchor does not change."""
    new, unchanged = spelling.strip_shared_tail(old, new)
    return FileEdit(file, Span(span.start, span.end - unchanged), new)


def _map_link(link: Link, file: str, is_page: bool, addresses: AddressMap) -> str | None:
    """Return the new text of a link, or None if it does not change."""
    if link.target.startswith(WITH_HOST):
        return map_rooted_link(link.target, addresses)
    target = parse_link_path(link.target, file)
    if target is None or not target.path:
        return None
    written = spelling.LinkParts.from_link(link.target)
    if written.is_rooted:
        path = unquote(target.path)
        new = addresses.map_path(path)
        if new == path:
            return None
        return spelling.respell_rooted_link(link.target, new.lstrip("/"))
    # The folder that a snippet's relative links refer to depends on the importing page.
    return _map_relative_link(link.target, file, addresses) if is_page else None


def _map_relative_link(link: str, file: str, addresses: AddressMap) -> str | None:
    """Return a relative link of a page after the moves, or None if it does not change."""
    written = spelling.LinkParts.from_link(link)
    before = list(iter_base_folders(file))
    seen_from = [_join_path(folder, unquote(written.path)) for folder in before]
    chosen = next((i for i, path in enumerate(seen_from) if addresses.is_resolved_before(path)), 0)
    target = addresses.map_path(seen_from[chosen])
    now = addresses.relocation.map_path(file)
    folders = list(iter_base_folders(now))
    folder = _map_base_folder(before, folders, chosen)
    if target == seen_from[chosen] and folder == before[chosen]:
        return None
    if spelling.is_path_to(written.path, folder, target.strip("/")):
        return None
    new = spelling.make_relative_path(written.path, before[chosen], folder, target.strip("/"))
    earlier = folders[: folders.index(folder)]
    if any(addresses.is_resolved_after(_join_path(one, new)) for one in earlier):
        return written.with_path(target)
    return written.with_path(new)


def _map_base_folder(before: list[str], after: list[str], chosen: int) -> str:
    """Return the new folder that a relative link refers to, chosen in the same way as before."""
    if chosen == 0:
        return after[0]
    from_end = chosen - len(before)
    return after[from_end] if -from_end < len(after) else after[0]


def _join_path(folder: str, path: str) -> str:
    """Return the path, from the root, of a path relative to a folder."""
    return posixpath.normpath(f"/{folder}/{path}".replace("//", "/"))


# Imports, scripts


def _has_moved_imports(file: str, content: PageContent, addresses: AddressMap) -> bool:
    """Return whether a file has imports and moves, or imports a file that moves."""
    moves = addresses.relocation.is_moved(file)
    return any(moves or addresses.map_import_path(path) != path for path in content.imports)


def _iter_import_edits(file: str, addresses: AddressMap, files: Files) -> Iterator[FileEdit]:
    data = read_bytes_or_empty(files, file)
    for reference in iter_file_references(data, file, len(data)):
        if reference.role is Role.IMPORT:
            new = _map_import(reference.text, file, addresses)
            if new is not None:
                yield FileEdit(file, reference.span, new)


def _map_import(text: str, file: str, addresses: AddressMap) -> str | None:
    """Return the path in an `import` after the moves, or None if it does not change."""
    path = resolve_site_path(text, file)
    if path is None:
        return None
    target = addresses.map_import_path(path)
    if text.startswith("/"):
        return f"/{target}" if target != path else None
    folder = posixpath.dirname(addresses.relocation.map_path(file))
    if target == path and folder == posixpath.dirname(file):
        return None
    if spelling.is_path_to(text, folder, target):
        return None
    return spelling.make_relative_path(text, posixpath.dirname(file), folder, target)


def _iter_old_snippet_edits(file: str, addresses: AddressMap, files: Files) -> Iterator[FileEdit]:
    """Yield edits of file names in `<Snippet>` tags, for files that stay in `_snippets/`."""
    data = read_bytes_or_empty(files, file)
    for reference in iter_file_references(data, file, len(data)):
        if reference.role is Role.OLD_SNIPPET:
            old = resolve_old_snippet(reference.text)
            new = addresses.relocation.map_path(old)
            if new != old and new.startswith(OLD_SNIPPETS):
                yield FileEdit(file, reference.span, new.removeprefix(OLD_SNIPPETS))


def _iter_script_edits(addresses: AddressMap, files: Files) -> Iterator[FileEdit]:
    """Yield the edits of paths that scripts and style sheets import or quote."""
    known = (file for file in addresses.overview.facts.files if file.endswith(_SCRIPTS))
    for file in sorted(known):
        data = read_bytes_or_empty(files, file)
        for match in _QUOTED.finditer(data):
            if not is_in_text_attribute(data, match.start(1)):
                yield from _iter_quoted_path_edits(file, match, addresses)
        for span in iter_import_spans(data, 0, len(data)):
            text = data[slice(*span)].decode("utf-8", "replace")
            new = _map_import(text, file, addresses) if not text.startswith("/") else None
            if new is not None:
                yield FileEdit(file, Span(*span), new)


def _iter_quoted_path_edits(
    file: str, match: re.Match[bytes], addresses: AddressMap
) -> Iterator[FileEdit]:
    """Yield the edit of a quoted path in a script, if it changes."""
    text = match[2].decode("utf-8", "replace")
    new = map_rooted_link(text, addresses)
    if new is not None and "\ufffd" not in text:
        yield _make_link_edit(file, Span(*match.span(2)), text, new)


def _iter_field_edits(file: str, content: PageContent, addresses: AddressMap) -> Iterator[FileEdit]:
    """Yield edits of frontmatter fields that name a moved file."""
    for key, entry in content.frontmatter.entries.items():
        span = strip_quotes_from_span(content.head, entry.value)
        text = content.head[slice(*span)].decode("utf-8", "replace")
        value = content.fields.get(key)
        if isinstance(value, list):
            yield from _iter_array_edits(file, span, text, value, addresses)
        elif value == text:
            new = _map_field(key, text, file, addresses)
            if new is not None:
                yield FileEdit(file, span, new)


def _map_field(key: str, text: str, file: str, addresses: AddressMap) -> str | None:
    """Return the value of a frontmatter field after the moves; None if it does not change."""
    if text.startswith("/") and len(text.split()) == 1 and key not in _SPEC_FIELDS:
        return map_rooted_link(text, addresses)
    word = _WORD.match(text) if key in _SPEC_FIELDS else None
    endpoint = parse_endpoint_entry(text) if key == "openapi" else None
    has_name = isinstance(endpoint, Endpoint) and endpoint.spec is not None
    map_name = map_spec_name if has_name else map_page_spec
    new = map_name(word[1], file, addresses) if word else None
    return text[: word.start(1)] + new + text[word.end(1) :] if word and new is not None else None


def _iter_array_edits(
    file: str, span: Span, text: str, items: list[object], addresses: AddressMap
) -> Iterator[FileEdit]:
    """Yield edits of pages in an array such as `related`, if their position is unambiguous."""
    for item in items:
        new = (
            map_rooted_link(item, addresses) if isinstance(item, str) and item[:1] == "/" else None
        )
        places = list(re.finditer(_ALONE % re.escape(str(item)), text)) if new is not None else []
        if new is not None and len(places) == 1:
            start = span.start + len(text[: places[0].start()].encode())
            yield FileEdit(file, Span(start, start + len(str(item).encode())), new)
