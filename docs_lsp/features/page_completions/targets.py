"""Completion of targets of links and imports: pages and their headings, pictures, snippets."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from itertools import islice

from docs_lsp.core.text import Span
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageItem
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.mdx.anchor_places import headings_of
from docs_lsp.site.mdx.target_cursor import LinkAtCursor, Wants
from docs_lsp.site.nearby_pages import suggest_near_pages, suggest_pages
from docs_lsp.site.pages import SNIPPET_FOLDERS, Never, strip_extension, url_of
from docs_lsp.site.routes.link_paths import link_path_of
from docs_lsp.site.site_files import PICTURES
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.summaries.page_titles import find_pages_by_title, title_of_page

_MOST = 100
_FEW = 10
"""The maximum number of pages that nearly fit what was typed, if none fits it."""
_SHORTEST = 3
"""The minimum number of typed characters for which titles are searched too."""

_SHOWN = (
    *PICTURES,
    *(".mp4", ".webm", ".mov", ".mp3", ".ogg", ".wav", ".pdf"),
)
_COMPONENTS = (".jsx", ".tsx")
_SCRIPTS = (".js", ".ts", *_COMPONENTS)
# Characters that would end a Markdown link, or have another meaning in an address.
_ESCAPED = str.maketrans({char: f"%{ord(char):02X}" for char in " ()<>\"'%?#"})


def target_items(view: View, file: str, target: LinkAtCursor) -> Iterator[PageItem]:
    """Yield the items for a link or import target, best first."""
    facts = view.site.facts
    if facts is None or ":" in target.typed or target.typed.startswith(("//", "{")):
        return
    if target.wants is Wants.SNIPPET:
        yield from _snippets(file, target, facts)
    elif target.wants is Wants.ASSET:
        yield from _assets(file, target, facts)
    elif "#" in target.typed:
        yield from _anchors(view, file, target, facts)
    else:
        yield from _pages(view, file, target, facts)


# Pages


def _pages(view: View, file: str, target: LinkAtCursor, facts: SiteFacts) -> Iterator[PageItem]:
    query, is_relative = _resolve_typed_path(target.typed, file), target.typed.startswith(".")
    if query is None:
        return
    folder, own = posixpath.dirname(query if is_relative else file), file.partition("/")[0]
    far = tuple(code for code in LANGUAGE_NAMES if code != own)
    pages = suggest_pages(facts.pages, folder, query, (), far, _MOST)
    contents = view.site.contents
    if contents and len(query) >= _SHORTEST and len(pages) < _MOST:
        pages += islice(find_pages_by_title(query, facts, contents), _MOST)
    if not pages:
        pages = suggest_near_pages(facts.pages, query, _FEW)
    for page in list(dict.fromkeys(pages))[:_MOST]:
        place = facts.pages.find(page)
        if place is not None and place.file != file:
            url = _relative_path(file, page) if is_relative else url_of(page)
            if is_relative and not url.startswith(target.typed):
                continue
            title = title_of_page(place, facts, contents) or ""
            yield _item(url.translate(_ESCAPED), ItemKind.FILE, target, detail=title, page=page)


def _anchors(view: View, file: str, target: LinkAtCursor, facts: SiteFacts) -> Iterator[PageItem]:
    """Yield the headings of the page that the link leads to, in the order of the text."""
    path, _, typed = target.typed.partition("#")
    page = _find_page_file(path, file, facts)
    if page is None:
        return
    data = view.text(file).data
    span = Span(data.index(b"#", target.span.start) + 1, target.span.end)
    there = view.text(page).data
    for anchor in islice(headings_of(there), _MOST):
        heading = there[slice(*anchor.span)].decode("utf-8", "replace").strip("# \t\r=")
        place = LinkAtCursor(target.wants, span, typed)
        if anchor.name:
            yield _item(anchor.name, ItemKind.REFERENCE, place, detail=heading)


def _find_page_file(path: str, file: str, facts: SiteFacts) -> str | None:
    """Return the file of the page that a path leads to, or None."""
    if not path:
        return file
    target = link_path_of(path, file)
    for each in (target.path, *target.others) if target else ():
        name = each.strip("/")
        page = facts.pages.find(name) or facts.pages.find(f"{name}/index".lstrip("/"))
        if page is not None:
            return page.file
    return None


# Files


def _assets(file: str, target: LinkAtCursor, facts: SiteFacts) -> Iterator[PageItem]:
    query, is_relative = _resolve_typed_path(target.typed, file), target.typed.startswith(".")
    if query is None:
        return
    query = query.casefold()
    shown = (one for one in facts.files if one.lower().endswith(_SHOWN))
    matches = (one for one in shown if query in one.casefold())
    for asset in islice(_rank_files(matches, file, query), _MOST):
        written = _relative_path(file, asset) if is_relative else f"/{asset}"
        if not is_relative or written.startswith(target.typed):
            yield _item(written.translate(_ESCAPED), ItemKind.FILE, target)


def _snippets(file: str, target: LinkAtCursor, facts: SiteFacts) -> Iterator[PageItem]:
    """Yield the files that pages can import, relative to the page or from the site's root."""
    is_relative = target.typed.startswith(".")
    if target.typed and not target.typed.startswith("/") and not is_relative:
        return
    query = target.typed.lstrip("./").casefold()
    snippets = (one for one in facts.files if one != file and _is_importable(one, facts))
    matching = (one for one in snippets if query in one.casefold())
    for snippet in islice(_rank_files(matching, file, query), _MOST):
        written = _relative_path(file, snippet) if is_relative else f"/{snippet}"
        yield _item(written, ItemKind.FILE, target)


def _is_importable(file: str, facts: SiteFacts) -> bool:
    page = strip_extension(file)
    if page != file:
        return facts.pages.non_page_reason(page) in (Never.SNIPPET, Never.IMPORTED)
    in_folder = file.startswith(SNIPPET_FOLDERS)
    return file.endswith(_SCRIPTS if in_folder else _COMPONENTS)


def _rank_files(files: Iterable[str], file: str, query: str) -> list[str]:
    """Return files sorted: first those that begin with the query, then the nearest."""
    folders = posixpath.dirname(file).split("/")

    def badness(other: str) -> tuple[bool, int, str]:
        shared = len(set(folders).intersection(posixpath.dirname(other).split("/")))
        return not other.casefold().startswith(query), -shared, other

    return sorted(files, key=badness)


def _resolve_typed_path(typed: str, file: str) -> str | None:
    """Return the typed path from the root of the site, or None if it is outside the site."""
    if not typed.startswith("."):
        return typed.removeprefix("/")
    folder, _, name = typed.rpartition("/")
    resolved_folder = posixpath.normpath(posixpath.join("/", posixpath.dirname(file), folder))
    ups = sum(part == ".." for part in folder.split("/"))
    if ups > file.count("/"):
        return None
    return f"{resolved_folder}/{name}".lstrip("/")


def _relative_path(file: str, other: str) -> str:
    """Return the path of a page or file relative to the folder of another file."""
    seen = posixpath.relpath(other, posixpath.dirname(file) or ".")
    return seen if seen.startswith(".") else f"./{seen}"


def _item(
    text: str, kind: ItemKind, target: LinkAtCursor, *, detail: str = "", page: str = ""
) -> PageItem:
    return PageItem(
        text,
        kind,
        target.span,
        text,
        detail=detail,
        page=page,
        typed=target.typed,
        is_searched=True,
    )
