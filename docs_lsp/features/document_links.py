"""Links to all that docs.json names, and to what pages name by a path from the root.

VS Code requests them after every edit, for files with tens of thousands of entries. So they are
written directly as JSON, and those of a branch of the navigation that has not changed are reused;
if finding the target takes longer, as for an operation or a heading, the link is resolved when the
user follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features._json_writer import (
    LineChunk,
    LinePlace,
    LineTemplate,
    RangeConverter,
    encode_string,
    find_line_place,
)
from docs_lsp.features._locations import (
    build_resolver,
    find_reference_in_file,
    find_target_location,
    has_page_extension,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.site.navigation.branch_walks import Branch, walk_branch, walk_outside_branches
from docs_lsp.site.navigation.refs import iter_refs
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import (
    Reference,
    Role,
    iter_object_references,
)
from docs_lsp.site.references.page_references import iter_page_references
from docs_lsp.site.references.targets import FileTarget, PageTarget, Target, WebTarget
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import SpecOperation

_DEPENDS_ON_FILES = (Role.ENTRY, Role.ROOT, Role.SPEC)
"""Roles whose targets follow from the files of the site and what an element inherits.

Those of others also depend on redirects and settings.
"""
_SAFE = compile_lazily(r"[A-Za-z0-9_.~/-]*").fullmatch
_SAFE_URL = compile_lazily(r"[!-~]*").fullmatch


def answer_document_links(
    view: View, file: str, encoding: Encoding, *, shows_tooltips: bool
) -> RawJson:
    """Return the answer to `textDocument/documentLink`, with tooltips if the client shows them."""
    if not view.site.is_service_site:
        return RawJson(b"[]")
    writer = LinkWriter(view, file, encoding, shows_tooltips=shows_tooltips)
    if file == view.site.name and view.site.facts is not None:
        return writer.render_in_branches()
    links: Iterator[str] = iter(())
    if file in view.site.parts:
        links = writer.iter_docs_links()
    elif has_page_extension(file):
        links = writer.iter_page_links()
    return writer.render_answer(links)


def answer_link_resolve(view: View, file: str, at: int, data: Json) -> Json | None:
    """Return a link's `target` and `tooltip` for `documentLink/resolve`; None if it is broken.

    `at` is the byte offset where it begins, and `data` that of the link. None if the text has
    changed or the target does not exist.
    """
    resolver = build_resolver(view)
    reference = find_reference_in_file(view, file, at)
    if reference is None or reference.text != data.get("text"):
        return None
    for target in resolver.resolve(reference):
        if isinstance(target, WebTarget):
            return {"target": target.url}
        place = find_target_location(view, target)
        if place is not None:
            return {
                "target": _build_target_uri(view, *place),
                "tooltip": _render_target_tooltip(target),
            }
    return None


def _build_target_uri(view: View, file: str, span: Span) -> str:
    """Return a file's URI with line and column in the form that editors read."""
    if span.start == 0:
        return view.uri(file)
    line, column = view.text(file).to_position(span.start, Encoding.UTF16)
    return f"{view.uri(file)}#{line + 1},{column + 1}"


_BranchLinks: TypeAlias = tuple[LineChunk, tuple[tuple[Role, str, Span], ...]]
"""The links of a branch that can be reused, and the references of the others.

Those are the role, the text and the byte range relative to the branch of each.
"""


def _identify_files(_facts: SiteFacts) -> object:
    """Return a new object, which identifies the files of a site but does not refer to them."""
    return object()


class LinkWriter:
    """Writes the links of one file, each once, in no particular order."""

    def __init__(self, view: View, file: str, encoding: Encoding, *, shows_tooltips: bool) -> None:
        self._view = view
        self._file = file
        self._resolver = build_resolver(view)
        self._facts = view.site.facts
        self._template = LineTemplate(RangeConverter(view.text(file), encoding))
        self._encoding = encoding
        self._tooltips = shows_tooltips
        self._folder = path_to_uri(str(view.root or Path())).rstrip("/")
        self._uris = view.uris
        self._uri = encode_string(view.uri(file))
        self._written: set[int] = set()

    def render_answer(self, links: Iterable[str]) -> RawJson:
        """Return these links, and any that were written before, as a JSON array."""
        self._template.pieces += links
        return RawJson(b"[" + self._template.take_json(",") + b"]")

    def render_in_branches(self) -> RawJson:
        """Return the answer for docs.json itself; the links of its branches are cached."""
        site = self._resolver.site
        objects, branches = walk_outside_branches(site.parts, site.name, site.context)
        self._template.pieces += self._iter_object_links(objects)
        self._template.pieces += self._iter_ref_links()
        trunk = self._template.take_json(",")
        assert self._facts is not None
        files_id = self._facts.cached(_identify_files)
        uris = frozenset(self._uris.items())
        basis = (files_id, uris, self._folder, self._encoding, self._tooltips)
        pieces = [trunk, *(self._render_branch(branch, basis) for branch in branches)]
        return RawJson(b"[" + b",".join(filter(None, pieces)) + b"]")

    def iter_docs_links(self) -> Iterator[str]:
        """Yield the links of docs.json, or of a file it includes, as JSON."""
        yield from self._iter_object_links(self._resolver.site.objects)
        yield from self._iter_ref_links()

    def _iter_object_links(self, objects: Iterable[Placed]) -> Iterator[str]:
        for placed in objects:
            yield from self._iter_entry_links(placed)
            for reference in iter_object_references(placed, without=Role.ENTRY):
                yield from self._iter_reference_link(reference)

    def _iter_ref_links(self) -> Iterator[str]:
        part = self._view.site.parts[self._file]
        for at, ref in iter_refs(part) if isinstance(part, Document) else ():
            yield from self._iter_reference_link(
                Reference(Role.REF, ref.value, self._file, ref.inner.shift(at))
            )

    def _render_branch(self, branch: Branch, circumstances: object) -> bytes:
        """Return the links of a branch as JSON, from the cache if the circumstances are equal."""
        place = find_line_place(self._view.text(self._file), branch.at)
        if place is None:
            self._template.pieces += self._iter_object_links(self._walk_branch(branch))
            return self._template.take_json(",")
        cache = branch.node.cache = branch.node.cache or {}
        links: _BranchLinks | None = cache.get(LinkWriter)
        basis = (circumstances, branch.record, branch.context.openapi)
        if links is None or not links[0].fits(basis, place):
            chunk, others = self._collect_branch_links(branch, basis, place)
        else:
            chunk, others = links[0].move_to_line(place.line), links[1]
        cache[LinkWriter] = chunk, others
        if not others:
            return chunk.written
        for role, text, span in others:
            self._template.pieces += self._iter_reference_link(
                Reference(role, text, self._file, span.shift(branch.at), branch.around)
            )
        return b",".join(filter(None, (chunk.written, self._template.take_json(","))))

    def _walk_branch(self, branch: Branch) -> Sequence[Placed]:
        return walk_branch(self._resolver.site.parts, self._file, branch)

    def _collect_branch_links(
        self, branch: Branch, basis: object, place: LinePlace
    ) -> _BranchLinks:
        """Return a branch's links that depend on files alone, and the references of the others."""
        others = []
        for placed in self._walk_branch(branch):
            self._template.pieces += self._iter_entry_links(placed)
            for reference in iter_object_references(placed, without=Role.ENTRY):
                if reference.role in _DEPENDS_ON_FILES:
                    self._template.pieces += self._iter_reference_link(reference)
                else:
                    span = reference.span.shift(-branch.at)
                    others.append((reference.role, reference.text, span))
        return self._template.take_chunk(basis, place, ","), tuple(others)

    def iter_page_links(self) -> Iterator[str]:
        """Yield the links of a page that begin at the root of the site, as JSON."""
        for reference in iter_page_references(self._view.text(self._file).data, self._file):
            if reference.text.startswith("/"):
                yield from self._iter_reference_link(reference)

    def _iter_entry_links(self, placed: Placed) -> Iterator[str]:
        """Yield the links of an element's pages and endpoints; nearly all are paths of pages."""
        located = placed.find_value("pages") if placed.element.kind else None
        if located is None:
            return
        file, at, value = located
        if file != self._file or not isinstance(value, Array) or not self._mark_written(at):
            return
        find = self._facts.pages.find_page if self._facts else lambda page: None
        for start, item in zip(value.starts, value.items, strict=True):
            if type(item) is String:
                page = find(item.value)
                first, last = item.inner
                span = (at + start + first, at + start + last)
                if page is None:
                    reference = Reference(Role.ENTRY, item.value, file, Span(*span), placed)
                    yield from self._iter_reference_link(reference)
                else:
                    yield self._render_file_link(*span, page.file)

    def _iter_reference_link(self, reference: Reference) -> Iterator[str]:
        """Yield the link of a reference; nothing without a target, or if its place has one."""
        if reference.file != self._file or not self._mark_written(reference.span.start):
            return
        is_local = reference.role is not Role.REF and not reference.text.startswith("http")
        if self._facts is None and is_local:
            # Asking the disk about each of them would take too long.
            yield self._render_unresolved_link(reference, "")
            return
        target = next(iter(self._resolver.resolve(reference)), None)
        if isinstance(target, WebTarget):
            if _SAFE_URL(target.url):
                yield self._render_target_link(reference.span, target.url, "")
        elif isinstance(target, SpecOperation) or (
            isinstance(target, PageTarget) and target.fragment
        ):
            yield self._render_unresolved_link(reference, _render_target_tooltip(target))
        elif isinstance(target, PageTarget | FileTarget):
            yield self._render_file_link(*reference.span, target.file)

    def _mark_written(self, at: int) -> bool:
        """Record an offset as written, and return whether it was new.

        Several `$ref`s may include the same place.
        """
        is_new = at not in self._written
        self._written.add(at)
        return is_new

    def _render_file_link(self, start: int, end: int, file: str) -> str:
        if file in self._uris or not _SAFE(file):
            return self._render_target_link(Span(start, end), self._view.uri(file), file)
        # The same text as from `_render_target_link`, in a fraction of the time.
        tooltip = f',"tooltip":"{file}"' if self._tooltips else ""
        range_ = self._template.render_range(start, end)
        return f'{{"range":{range_},"target":"{self._folder}/{file}"{tooltip}}}'

    def _render_target_link(self, span: Span, target: str, tooltip: str) -> str:
        range_ = self._template.render_range(*span)
        return (
            f'{{"range":{range_},"target":{encode_string(target)}{self._render_tooltip(tooltip)}}}'
        )

    def _render_unresolved_link(self, reference: Reference, tooltip: str) -> str:
        """Return a link whose target the client asks for when the user follows it."""
        range_ = self._template.render_range(*reference.span)
        data = f'{{"uri":{self._uri},"text":{encode_string(reference.text)}}}'
        return f'{{"range":{range_},"data":{data}{self._render_tooltip(tooltip)}}}'

    def _render_tooltip(self, tooltip: str) -> str:
        """Return the JSON member of a tooltip, with a comma before it; empty if none is shown."""
        return f',"tooltip":{encode_string(tooltip)}' if tooltip and self._tooltips else ""


def _render_target_tooltip(target: Target) -> str:
    """Return the text of a link's tooltip; empty for a redirect and for a URL."""
    match target:
        case PageTarget() | FileTarget():
            return target.file
        case SpecOperation():
            return f"{target.operation} in {target.file}"
    return ""
