"""Completion of targets of links and imports: pages and their headings, pictures, snippets."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from itertools import islice

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import MatchKind, find_matches, find_near
from docs_lsp.core.text import Span
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.link_ranking import measure_likeness, rank_link_pages
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.site.mdx.anchor_places import iter_heading_anchors
from docs_lsp.site.mdx.target_cursor import LinkAtCursor, TargetKind
from docs_lsp.site.pages import (
    SNIPPET_FOLDERS,
    NonPageReason,
    get_decoded_url,
    reduce_to_letters,
    strip_page_extension,
    url_to_path,
)
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.site_files import PICTURES
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.summaries.page_titles import get_page_title

_MOST = 100
# Compared with the likeness to what an image shows, which is at most 1; tuned on real images.
_LIKE_PAGE, _IN_USED_FOLDER = 0.6, 0.4
_FEW = 10
"""The maximum number of pages that nearly fit what was typed, if none fits it."""
_SHORTEST = 3
"""The minimum number of typed characters for which titles are searched too."""

_SHOWN = (*PICTURES, *(".mp4", ".webm", ".mov", ".mp3", ".ogg", ".wav", ".pdf"))
_COMPONENTS = (".jsx", ".tsx")
_SCRIPTS = (".js", ".ts", *_COMPONENTS)
_FILES = compile_lazily(rb"[\"'(]/([\w./~%-]+\.\w+)[\"')]")
"""A file that a page names from the root of the site."""
# Characters that would end a Markdown link, or have another meaning in an address.
_ESCAPED = str.maketrans({char: f"%{ord(char):02X}" for char in " ()<>\"'%?#"})


def iter_target_items(view: View, file: str, target: LinkAtCursor) -> Iterator[PageProposal]:
    """Yield the items for a link or import target, best first; nothing for an external URL."""
    facts = view.site.facts
    if facts is None or ":" in target.typed or target.typed.startswith(("//", "{")):
        return
    if target.wants is TargetKind.SNIPPET:
        yield from _iter_snippet_items(view, file, target, facts)
    elif target.wants is TargetKind.ASSET:
        yield from _iter_asset_items(view, file, target, facts)
    elif "#" in target.typed:
        yield from _iter_anchor_items(view, file, target, facts)
    else:
        yield from _iter_page_items(view, file, target, facts)


# Pages


def _iter_page_items(
    view: View, file: str, target: LinkAtCursor, facts: SiteFacts
) -> Iterator[PageProposal]:
    """Yield up to 100 other pages that fit the typed text, the likeliest first."""
    query, is_relative = _resolve_typed_path(target.typed, file), target.typed.startswith(".")
    if query is None:
        return
    folder = posixpath.dirname(query if is_relative else file)
    contents = view.site.contents
    for page in rank_link_pages(view, file, query, folder, target.label, facts):
        place = facts.pages.find_page(page)
        if place is not None and place.file != file:
            url = _compute_relative_path(file, page) if is_relative else get_decoded_url(page)
            if is_relative and not url.startswith(target.typed):
                continue
            title = get_page_title(place, facts, contents) or ""
            yield _build_target_item(
                url.translate(_ESCAPED), ItemKind.FILE, target, detail=title, page=page
            )


def _iter_anchor_items(
    view: View, file: str, target: LinkAtCursor, facts: SiteFacts
) -> Iterator[PageProposal]:
    """Yield the headings of the page that the link leads to, the likeliest first.

    Those that nothing speaks for follow in the order of the text.
    """
    path, _, typed = target.typed.partition("#")
    page = _find_page_file(path, file, facts)
    if page is None:
        return
    data = view.text(file).data
    span = Span(data.index(b"#", target.span.start) + 1, target.span.end)
    there = view.text(page).data
    headings = {
        anchor: there[slice(*heading_span)].decode("utf-8", "replace").strip("# \t\r=")
        for anchor, heading_span in islice(iter_heading_anchors(there), _MOST)
        if anchor
    }
    needle, place = typed.casefold(), LinkAtCursor(target.wants, span, typed)
    near = frozenset(find_near(map(str.casefold, headings), needle, _FEW))

    def sort_key(name: str) -> tuple[int, float]:
        folded, heading = name.casefold(), headings[name]
        fits = (folded.startswith(needle), needle in folded or needle in heading.casefold())
        rank = fits.index(True) if any(fits) else 3 - (folded in near)
        return rank, -measure_likeness(target.label, heading, name)

    for name in sorted(headings, key=sort_key):
        yield _build_target_item(name, ItemKind.REFERENCE, place, detail=headings[name])


def _find_page_file(path: str, file: str, facts: SiteFacts) -> str | None:
    """Return the file of the page that a path leads to, or None; an empty path is `file` itself."""
    if not path:
        return file
    target = parse_link_path(path, file)
    for each in (target.path, *target.others) if target else ():
        name = url_to_path(each)
        page = facts.pages.find_page(name) or facts.pages.find_page(f"{name}/index".lstrip("/"))
        if page is not None:
            return page.file
    return None


# Files


def _iter_asset_items(
    view: View, file: str, target: LinkAtCursor, facts: SiteFacts
) -> Iterator[PageProposal]:
    """Yield up to 100 media files that fit the typed text, the likeliest first."""
    query, is_relative = _resolve_typed_path(target.typed, file), target.typed.startswith(".")
    if query is None:
        return
    fits = find_matches(
        (one for one in facts.files if one.lower().endswith(_SHOWN)), query.casefold()
    )
    used = {path.decode() for path in _FILES.findall(view.text(file).data)}
    used_folders = set(map(posixpath.dirname, used))

    page = strip_page_extension(posixpath.basename(file))

    def sort_key(asset: str) -> tuple[MatchKind, bool, float]:
        """Return the sort key of an image, which a page rarely shows twice."""
        folder, name = posixpath.split(posixpath.splitext(asset)[0])
        likeness = measure_likeness(target.label, name)
        likeness += _LIKE_PAGE * measure_likeness(page, name, posixpath.basename(folder))
        likeness += _IN_USED_FOLDER * (folder in used_folders)
        return fits[asset], asset in used, -likeness

    ranked = sorted(_rank_files(fits, file, query), key=sort_key)
    for asset in ranked[:_MOST]:
        written = _compute_relative_path(file, asset) if is_relative else f"/{asset}"
        if not is_relative or written.startswith(target.typed):
            yield _build_target_item(written.translate(_ESCAPED), ItemKind.FILE, target)


def _iter_snippet_items(
    view: View, file: str, target: LinkAtCursor, facts: SiteFacts
) -> Iterator[PageProposal]:
    """Yield up to 100 files to import that fit the typed text, relative or from the site's root."""
    is_relative = target.typed.startswith(".")
    if target.typed and not target.typed.startswith("/") and not is_relative:
        return
    query = target.typed.lstrip("./").casefold()
    snippets = (one for one in facts.files if one != file and _is_importable(one, facts))
    fits = find_matches(snippets, query)
    used = {path.decode() for path in _FILES.findall(view.text(file).data)}

    def sort_key(snippet: str) -> tuple[MatchKind, float, bool]:
        parts = posixpath.splitext(snippet)[0].split("/")
        names = (" ".join(parts[-count:]) for count in range(1, 5))
        return fits[snippet], -measure_likeness(target.label, *names), snippet in used

    for snippet in sorted(_rank_files(fits, file, query), key=sort_key)[:_MOST]:
        written = _compute_relative_path(file, snippet) if is_relative else f"/{snippet}"
        yield _build_target_item(written, ItemKind.FILE, target)


def _is_importable(file: str, facts: SiteFacts) -> bool:
    """Return whether a file is a snippet, a component file, or a script in a folder of snippets."""
    page = strip_page_extension(file)
    if page != file:
        return facts.pages.find_non_page_reason(page) in (
            NonPageReason.SNIPPET,
            NonPageReason.IMPORTED,
        )
    in_folder = file.startswith(SNIPPET_FOLDERS)
    return file.endswith(_SCRIPTS if in_folder else _COMPONENTS)


def _rank_files(files: Iterable[str], file: str, query: str) -> list[str]:
    """Return files sorted by how likely they are meant.

    Those that begin with the query come first, then those named after the page, then the nearest.
    """
    folders = posixpath.dirname(file).split("/")
    own = reduce_to_letters(strip_page_extension(posixpath.basename(file)))

    def sort_key(other: str) -> tuple[bool, bool, int, str]:
        shared = len(set(folders).intersection(posixpath.dirname(other).split("/")))
        is_named = bool(own) and own in reduce_to_letters(other)
        return not other.casefold().startswith(query), not is_named, -shared, other

    return sorted(files, key=sort_key)


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


def _compute_relative_path(file: str, other: str) -> str:
    """Return the path of `other` relative to the folder of `file`, beginning with a dot."""
    seen = posixpath.relpath(other, posixpath.dirname(file) or ".")
    return seen if seen.startswith(".") else f"./{seen}"


def _build_target_item(
    text: str, kind: ItemKind, target: LinkAtCursor, *, detail: str = "", page: str = ""
) -> PageProposal:
    return PageProposal(
        text,
        kind,
        target.span,
        text,
        detail=detail,
        page=page,
        typed=target.typed,
        is_searched=True,
    )
