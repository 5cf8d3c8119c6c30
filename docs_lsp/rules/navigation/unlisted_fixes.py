"""Fixes for an unlisted page: list it, hide it, or exclude it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, format_count
from docs_lsp.core.problem import DeletedFile, FileEdit, Fix, NewFile
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.edits import insert_items, quote_json
from docs_lsp.jsontree.nodes import Array, Node, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.site.ignore import IGNORE_FILES, IgnorePatterns
from docs_lsp.site.mdx.frontmatter import build_hide_edit
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.summaries.unlisted_pages import find_forgotten_pages, make_nearest_listings

_LINE_END = compile_lazily(rb"\r\n|\n|\r")
_SPECIAL = compile_lazily(r"([\\*?\[\]!#])")
_ESCAPED = r"\\\1"
_PLAIN = compile_lazily(r"[\w./-]*\w")
_INTERNAL = compile_lazily(r"[A-Z0-9_-]+\.md")
"""File names such as `AGENTS.md`, for people and tools that work on the site."""


def offer_decisions(subject: FixContext) -> Iterator[Fix]:
    """Offer to list or hide the page, and to exclude it if nothing leads to it.

    For a folder, also offer to delete all its pages.
    """
    if subject.problem.about:
        yield from _offer_folder_decisions(subject, subject.problem.about)
        return
    ignored = tuple(offer_exclusion(subject)) if _is_unlinked(subject) else ()
    is_internal = _INTERNAL.fullmatch(subject.problem.file.rpartition("/")[2])
    if is_internal:
        yield from ignored
    yield from offer_listing(subject)
    yield from offer_hiding(subject)
    if not is_internal:
        yield from ignored


def _is_unlinked(subject: FixContext) -> bool:
    """Return whether the page can be excluded without breaking a link or a redirect."""
    from docs_lsp.site.summaries.reach import find_reach  # Only who asks for fixes pays for it.

    overview = subject.overview
    return overview is not None and subject.problem.file in overview.cached(find_reach).unlinked


class _GroupedPages(NamedTuple):
    """The files of all pages, computed once for the findings of all folders."""

    files: Sequence[str]
    """Sorted."""
    unreached: frozenset[str]
    unlisted_reached: AbstractSet[str]
    unlisted_unreached: AbstractSet[str]

    def list_below(self, prefix: str) -> Sequence[str]:
        """Return the files whose path begins with a prefix, sorted."""
        start = bisect_left(self.files, prefix)
        end = bisect_left(self.files, f"{prefix}\U0010ffff") if prefix else len(self.files)
        return self.files[start:end]


def _group_pages(overview: Overview) -> _GroupedPages:
    """Collect the files of all pages, and the sets of unreached and unlisted ones."""
    from docs_lsp.site.summaries.reach import find_reach  # Only who asks for fixes pays for it.

    unreached = overview.cached(find_reach).unreached
    unlisted = {page.file for page in overview.cached(find_forgotten_pages)}
    files = sorted(page.file for page in overview.facts.pages)
    return _GroupedPages(files, unreached, unlisted - unreached, unlisted & unreached)


def _offer_folder_decisions(subject: FixContext, folder: str) -> Iterator[Fix]:
    """Offer to list or hide a folder's unlisted pages; to exclude or delete an unreached folder."""
    overview = subject.overview
    if overview is None:
        return
    pages = overview.cached(_group_pages)
    is_reached = subject.problem.file not in pages.unreached
    prefix = "" if folder == "/" else folder
    below = pages.list_below(prefix)
    is_whole = bool(prefix) and not is_reached and pages.unreached.issuperset(below)
    if is_whole:
        yield from _offer_ignore_line(
            subject, f"/{_SPECIAL.sub(_ESCAPED, folder)}", f"Exclude `{folder}`"
        )
    wanted = pages.unlisted_reached if is_reached else pages.unlisted_unreached
    files = [
        file
        for file in below
        if file in wanted and (is_whole or file.rpartition("/")[0] == prefix.rstrip("/"))
    ]
    yield from _offer_listed_pages(files, overview)
    edits = [(file, build_hide_edit(subject.read_file(file))) for file in files]
    if edits and all(edit for _, edit in edits):
        changes = tuple(FileEdit(file, *edit) for file, edit in edits if edit)
        yield Fix("Hide the pages with `hidden: true` in their frontmatter", changes)
    if is_whole:
        title = f"Delete the {format_count(len(below), 'page')} below `{folder}`"
        yield Fix(title, tuple(map(DeletedFile, below)))


def _offer_listed_pages(files: Iterable[str], overview: Overview) -> Iterator[Fix]:
    """Offer one fix that lists each page after the entry nearest to it, if all have one."""
    pages_by_entry: dict[Listing, list[str]] = {}
    for page in map(strip_page_extension, files):
        near = overview.cached(make_nearest_listings).find_predecessor(page)
        if near is None:
            return
        pages_by_entry.setdefault(near, []).append(page)
    edits = [_make_listing_edits(near, pages, overview) for near, pages in pages_by_entry.items()]
    changes = tuple(edit for each in edits for edit in each)
    places = {(edit.file, edit.span) for edit in changes}
    if changes and all(edits) and len(places) == len(changes):
        yield Fix("List the pages", changes)


def offer_listing(subject: FixContext) -> Iterator[Fix]:
    """Offer to list the page after its nearest neighbour."""
    page = strip_page_extension(subject.problem.file)
    fix = build_listing_fix(page, subject.overview) if subject.overview else None
    if fix is not None:
        yield fix


def build_listing_fix(page: str, overview: Overview) -> Fix | None:
    """Return the fix that lists a page after its nearest neighbour, or None if it has none."""
    near = overview.cached(make_nearest_listings).find_predecessor(page)
    changes = _make_listing_edits(near, [page], overview) if near else ()
    return Fix(f"List it in {_render_element(near)}", changes) if near and changes else None


def _render_element(listing: Listing) -> str:
    """Return the element of a listing in words, as part of a title."""
    element = listing.placed.element
    kind = element.kind
    title = element.get_text(kind.title) if kind else None
    return f"the {kind.label} {code(title)}" if kind and title else element.label


def _make_listing_edits(
    near: Listing, pages: Iterable[str], overview: Overview
) -> tuple[FileEdit, ...]:
    """Return edits that list pages after an entry, or first in a group after its `root`, if any."""
    texts = [f"/{page}" if near.text.startswith("/") else page for page in pages]
    document = overview.find_document(near.file)
    steps = find_steps_to(document, near.span.start) if document else ()
    if document is None or not steps:
        return ()
    node, at, index = steps[-1].node, steps[-1].at, steps[-1].index + 1
    entries: Node | None = node
    if isinstance(node, Object) and "pages" in node.by_key:
        entries, at, index = node.get("pages"), at + node.get_value_span("pages").start, 0
    if not isinstance(entries, Array):
        return ()
    edits = insert_items(document.text.data, entries, at, index, [*map(quote_json, texts)])
    return tuple(FileEdit(near.file, *edit) for edit in edits or ())


def offer_hiding(subject: FixContext) -> Iterator[Fix]:
    """Offer to set `hidden: true` in the frontmatter of the page."""
    file = subject.problem.file
    edit = build_hide_edit(subject.read_file(file))
    if edit is not None:
        title = "Hide it with `hidden: true` in its frontmatter"
        yield Fix(title, (FileEdit(file, *edit),))


def offer_exclusion(subject: FixContext) -> Iterator[Fix]:
    """Offer to exclude the page with a line in the site's ignore file."""
    file = subject.problem.file
    yield from _offer_ignore_line(subject, "/" + _SPECIAL.sub(_ESCAPED, file), "Exclude it")


def _offer_ignore_line(subject: FixContext, line: str, title: str) -> Iterator[Fix]:
    """Offer to add a line to the ignore file, or to create it, if the line excludes the file."""
    file = subject.problem.file
    # For names of plain characters the answer is known; computing it is the slowest part here.
    if not _PLAIN.fullmatch(file) and file not in IgnorePatterns.from_texts(
        {IGNORE_FILES[0]: line}
    ):
        return
    name = next((each for each in IGNORE_FILES if subject.files.exists(each)), None)
    title = f"{title} with a line in {code(name or IGNORE_FILES[0])}"
    if name is None:
        yield Fix(title, (NewFile(IGNORE_FILES[0], f"{line}\n"),))
        return
    data = subject.read_file(name)
    match = _LINE_END.search(data)
    newline = match.group().decode() if match else "\n"
    before = newline if data and not data.endswith((b"\n", b"\r")) else ""
    yield Fix(title, (FileEdit(name, Span(len(data), len(data)), f"{before}{line}{newline}"),))
