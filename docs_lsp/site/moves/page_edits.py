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
from docs_lsp.files.files import Files, bytes_of, version_of
from docs_lsp.site.mdx.content import read_page, read_whole_page, syntax_of
from docs_lsp.site.mdx.links import import_spans_in, site_path
from docs_lsp.site.mdx.old_snippets import OLD_SNIPPETS, old_snippet_file
from docs_lsp.site.moves import spelling
from docs_lsp.site.moves.attribute_edits import files_in_attributes, is_in_text_attribute
from docs_lsp.site.moves.changed_addresses import Addresses
from docs_lsp.site.moves.docs_edits import link_after, spec_after
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.references.docs_references import Role
from docs_lsp.site.references.page_references import find_imports
from docs_lsp.site.references.targets import strip_quotes
from docs_lsp.site.routes.link_paths import folders_of, link_path_of

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import Link, PageContent

# A path from the root in quotes or parentheses, in a script or a style sheet.
_QUOTED = compile_lazily(rb"""(["'`(])(/[^"'`()\s<>{}$\\]{1,500})["'`)]""")
_SCRIPTS = (".jsx", ".tsx", ".js", ".ts", ".css")
_SPEC_FIELDS = ("openapi", "asyncapi", "openapi-schema", "graphql")
_WORD = compile_lazily(r"\s*(\S+)")
_ALONE = r"(?<![^\s\"',\[])%s(?![^\s\"',\]])"


def edits_in_pages(addresses: Addresses, files: Files) -> Iterator[FileEdit]:
    """Yield edits for every reference in pages, snippets, scripts and style sheets.

    Duplicates are possible.
    """
    contents = addresses.overview.contents
    if contents is None:
        return
    names = tuple(name.encode() for name in addresses.relocation.names())
    moved = addresses.relocation.filter_moving(addresses.overview.facts.files)
    moves_snippets = any(path.startswith(OLD_SNIPPETS) for path in moved)
    for file, known in contents.items():
        content = read_whole_page(known, file, files)
        edits = list(_edit_page(file, content, names, addresses))
        if edits:
            data = bytes_of(files, file)
            if not _is_current(content, data):
                # It is being edited, and has not been read again yet.
                now = read_page(data, file, version_of(len(data), -1, 0))
                content = read_whole_page(now, file, files)
                edits = list(_edit_page(file, content, names, addresses))
            yield from edits
        if _has_moved_imports(file, content, addresses):
            yield from _edit_imports(file, addresses, files)
        if moves_snippets and syntax_of(content).modules.snippets:
            yield from _edit_old_snippets(file, addresses, files)
        if addresses.moves_assets and not content.script:
            for span, old, new in files_in_attributes(bytes_of(files, file), addresses):
                yield _path_edit(file, span, old, new)
    yield from _edit_scripts(addresses, files)


def _edit_page(
    file: str, content: PageContent, names: tuple[bytes, ...], addresses: Addresses
) -> Iterator[FileEdit]:
    yield from _edit_links(file, content, names, addresses)
    head = content.head.lower()
    if any(name in head for name in names):
        yield from _edit_fields(file, content, addresses)


def _is_current(content: PageContent, data: bytes) -> bool:
    """Return whether a page still has the text that its content was read from.

    Only the frontmatter and the links are compared.
    """
    links = ((link.target.encode(), link.span) for link in content.links)
    return data.startswith(content.head) and all(
        data[slice(*span)] == target or b"\xef\xbf\xbd" in target for target, span in links
    )


# Links


def _edit_links(
    file: str, content: PageContent, names: tuple[bytes, ...], addresses: Addresses
) -> Iterator[FileEdit]:
    relocation = addresses.relocation
    is_page = strip_extension(file) in addresses.overview.facts.pages
    # From `a.mdx`, a page in the folder `a` can be named without the folder.
    sees_all = relocation.moves_file(file) or relocation.new_path(strip_extension(file)) != (
        strip_extension(file)
    )
    for link in content.links:
        text = link.target.lower().encode()
        if not (sees_all or b"%" in text or any(name in text for name in names)):
            continue
        new = _link_after(link, file, is_page, addresses)
        if new is not None and new != link.target and "\ufffd" not in link.target:
            yield _path_edit(file, link.span, link.target, new)


def _path_edit(file: str, span: Span, old: str, new: str) -> FileEdit:
    """Return the edit of a link; its anchor does not change."""
    tail = spelling.SpeltLink.from_link(old).tail
    if tail and new.endswith(tail):
        end = span.end - len(tail.encode())
        return FileEdit(file, Span(span.start, end), new[: -len(tail)])
    return FileEdit(file, span, new)


def _link_after(link: Link, file: str, is_page: bool, addresses: Addresses) -> str | None:
    """Return the new text of a link, or None if it does not change."""
    target = link_path_of(link.target, file)
    if target is None or not target.path:
        return None
    written = spelling.SpeltLink.from_link(link.target)
    if written.is_rooted:
        new = addresses.path_after(target.path)
        if new == target.path:
            return None
        return spelling.respell_rooted_link(link.target, new.lstrip("/"))
    # The folder that a snippet's relative links refer to depends on the importing page.
    return _relative_after(link.target, file, addresses) if is_page else None


def _relative_after(link: str, file: str, addresses: Addresses) -> str | None:
    written = spelling.SpeltLink.from_link(link)
    before = list(folders_of(file))
    seen_from = [_join_path(folder, unquote(written.path)) for folder in before]
    chosen = next((i for i, path in enumerate(seen_from) if addresses.answers_before(path)), 0)
    target = addresses.path_after(seen_from[chosen])
    now = addresses.relocation.new_path(file)
    folders = list(folders_of(now))
    folder = _base_folder_after(before, folders, chosen)
    if target == seen_from[chosen] and folder == before[chosen]:
        return None
    if spelling.leads_to(written.path, folder, target.strip("/")):
        return None
    new = spelling.relative_path(written.path, before[chosen], folder, target.strip("/"))
    earlier = folders[: folders.index(folder)]
    if any(addresses.answers_after(_join_path(one, new)) for one in earlier):
        return written.with_path(target)
    return written.with_path(new)


def _base_folder_after(before: list[str], after: list[str], chosen: int) -> str:
    """Return the new folder that a relative link refers to, chosen in the same way as before."""
    if chosen == 0:
        return after[0]
    from_end = chosen - len(before)
    return after[from_end] if -from_end < len(after) else after[0]


def _join_path(folder: str, path: str) -> str:
    return posixpath.normpath(f"/{folder}/{path}".replace("//", "/"))


# Imports, scripts


def _has_moved_imports(file: str, content: PageContent, addresses: Addresses) -> bool:
    moves = addresses.relocation.moves_file(file)
    return any(moves or addresses.import_after(path) != path for path in content.imports)


def _edit_imports(file: str, addresses: Addresses, files: Files) -> Iterator[FileEdit]:
    data = bytes_of(files, file)
    for reference in find_imports(data, file, len(data)):
        if reference.role is Role.IMPORT:
            new = _import_after(reference.text, file, addresses)
            if new is not None:
                yield FileEdit(file, reference.span, new)


def _import_after(text: str, file: str, addresses: Addresses) -> str | None:
    path = site_path(text, file)
    if path is None:
        return None
    target = addresses.import_after(path)
    if text.startswith("/"):
        return f"/{target}" if target != path else None
    folder = posixpath.dirname(addresses.relocation.new_path(file))
    if target == path and folder == posixpath.dirname(file):
        return None
    if spelling.leads_to(text, folder, target):
        return None
    return spelling.relative_path(text, posixpath.dirname(file), folder, target)


def _edit_old_snippets(file: str, addresses: Addresses, files: Files) -> Iterator[FileEdit]:
    """Yield edits of file names in `<Snippet>` tags, for files that stay in `_snippets/`."""
    data = bytes_of(files, file)
    for reference in find_imports(data, file, len(data)):
        if reference.role is Role.OLD_SNIPPET:
            old = old_snippet_file(reference.text)
            new = addresses.relocation.new_path(old)
            if new != old and new.startswith(OLD_SNIPPETS):
                yield FileEdit(file, reference.span, new.removeprefix(OLD_SNIPPETS))


def _edit_scripts(addresses: Addresses, files: Files) -> Iterator[FileEdit]:
    known = (file for file in addresses.overview.facts.files if file.endswith(_SCRIPTS))
    for file in sorted(known):
        data = bytes_of(files, file)
        for match in _QUOTED.finditer(data):
            if not is_in_text_attribute(data, match.start(1)):
                yield from _edit_quoted_path(file, match, addresses)
        for span in import_spans_in(data, 0, len(data)):
            text = data[slice(*span)].decode("utf-8", "replace")
            new = _import_after(text, file, addresses) if not text.startswith("/") else None
            if new is not None:
                yield FileEdit(file, Span(*span), new)


def _edit_quoted_path(
    file: str, match: re.Match[bytes], addresses: Addresses
) -> Iterator[FileEdit]:
    text = match[2].decode("utf-8", "replace")
    new = link_after(text, addresses)
    if new is not None and "\ufffd" not in text:
        yield _path_edit(file, Span(*match.span(2)), text, new)


def _edit_fields(file: str, content: PageContent, addresses: Addresses) -> Iterator[FileEdit]:
    """Yield edits of frontmatter fields that name a moved file."""
    for key, entry in content.frontmatter.entries.items():
        span = strip_quotes(content.head, entry.value)
        text = content.head[slice(*span)].decode("utf-8", "replace")
        value = content.fields.get(key)
        if isinstance(value, list):
            yield from _edit_list(file, span, text, value, addresses)
        elif value == text:
            new = _field_after(key, text, addresses)
            if new is not None:
                yield FileEdit(file, span, new)


def _field_after(key: str, text: str, addresses: Addresses) -> str | None:
    if text.startswith("/") and len(text.split()) == 1 and key not in _SPEC_FIELDS:
        return link_after(text, addresses)
    word = _WORD.match(text) if key in _SPEC_FIELDS else None
    new = spec_after(word[1], addresses) if word else None
    return text[: word.start(1)] + new + text[word.end(1) :] if word and new is not None else None


def _edit_list(
    file: str, span: Span, text: str, items: list[object], addresses: Addresses
) -> Iterator[FileEdit]:
    """Yield edits of pages in an array such as `related`, if their position is unambiguous."""
    for item in items:
        new = link_after(item, addresses) if isinstance(item, str) and item[:1] == "/" else None
        places = list(re.finditer(_ALONE % re.escape(str(item)), text)) if new is not None else []
        if new is not None and len(places) == 1:
            start = span.start + len(text[: places[0].start()].encode())
            yield FileEdit(file, Span(start, start + len(str(item).encode())), new)
