"""Fixes for an unlisted page: list it, hide it, or exclude it."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import FileEdit, Fix, NewFile
from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import insert_items, quote_json
from docs_lsp.jsontree.nodes import Array, Node, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.site.ignore import IGNORE_FILES, Ignore
from docs_lsp.site.mdx.hidden_field import build_hide_edit
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.summaries.unlisted_pages import neighbours

_LINE_END = compile_lazily(rb"\r\n|\n|\r")
_SPECIAL = compile_lazily(r"([\\*?\[\]!#])")
_PLAIN = compile_lazily(r"[\w./-]*\w")
_INTERNAL = compile_lazily(r"[A-Z0-9_-]+\.md")
"""File names such as `AGENTS.md`, for people and tools that work on the site."""


def offer_decisions(subject: FixContext) -> Iterator[Fix]:
    """Offer to list, hide or exclude the page, the likeliest first."""
    ignored = tuple(ignore_page(subject))
    is_internal = _INTERNAL.fullmatch(subject.problem.file.rpartition("/")[2])
    if is_internal:
        yield from ignored
    yield from list_page(subject)
    yield from hide_page(subject)
    if not is_internal:
        yield from ignored


def list_page(subject: FixContext) -> Iterator[Fix]:
    """Offer to list the page after its nearest neighbour."""
    overview = subject.overview
    page = strip_extension(subject.problem.file)
    near = overview.cached(neighbours).find_predecessor(page) if overview else None
    if overview is None or near is None:
        return
    text = f"/{page}" if near.text.startswith("/") else page
    changes = _entry_behind(near, text, overview)
    if changes:
        yield Fix(f"List it in {_name_of(near)}", changes)


def _name_of(listing: Listing) -> str:
    """Return the element of a listing in words, as part of a title."""
    element = listing.placed.element
    kind = element.kind
    title = element.text(kind.title) if kind else None
    return f"the {kind.label} {code(title)}" if kind and title else element.label


def _entry_behind(near: Listing, text: str, overview: Overview) -> tuple[FileEdit, ...]:
    """Return the edits that insert an entry after another one.

    After the `root` of a group, at the start of its `pages`. Empty if that is not possible.
    """
    part = overview.parts.get(near.file)
    steps = steps_to(part, near.span.start) if isinstance(part, Document) else ()
    if not isinstance(part, Document) or not steps:
        return ()
    node, at, index = steps[-1].node, steps[-1].at, steps[-1].index + 1
    pages: Node | None = node
    if isinstance(node, Object) and "pages" in node.by_key:
        pages, at, index = node.get("pages"), at + node.value_span("pages").start, 0
    if not isinstance(pages, Array):
        return ()
    edits = insert_items(part.text.data, pages, at, index, [quote_json(text)])
    return tuple(FileEdit(near.file, *edit) for edit in edits or ())


def hide_page(subject: FixContext) -> Iterator[Fix]:
    """Offer to set `hidden: true` in the frontmatter of the page."""
    file = subject.problem.file
    edit = build_hide_edit(subject.read(file))
    if edit is not None:
        title = "Hide it with `hidden: true` in its frontmatter"
        yield Fix(title, (FileEdit(file, *edit),))


def ignore_page(subject: FixContext) -> Iterator[Fix]:
    """Offer to exclude the page with a line in the site's ignore file."""
    file = subject.problem.file
    line = "/" + _SPECIAL.sub(r"\\\1", file)
    # For names of plain characters the answer is known; computing it is the slowest part here.
    if not _PLAIN.fullmatch(file) and not Ignore.from_texts({IGNORE_FILES[0]: line}).excludes(file):
        return
    name = next((each for each in IGNORE_FILES if subject.files.exists(each)), None)
    title = f"Exclude it with a line in {code(name or IGNORE_FILES[0])}"
    if name is None:
        yield Fix(title, (NewFile(IGNORE_FILES[0], f"{line}\n"),))
        return
    data = subject.read(name)
    match = _LINE_END.search(data)
    newline = match.group().decode() if match else "\n"
    before = newline if data and not data.endswith((b"\n", b"\r")) else ""
    yield Fix(title, (FileEdit(name, Span(len(data), len(data)), f"{before}{line}{newline}"),))
