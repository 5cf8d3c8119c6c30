"""Links to all that docs.json names, and to what pages name by a path from the root.

VS Code requests them after every edit, for files with tens of thousands of entries. So they are
written directly as JSON; if finding the target takes longer, as for an operation or a heading, the
link is resolved when the user follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span
from docs_lsp.core.uris import path_to_uri
from docs_lsp.features._json_writer import RangeConverter, encode_string
from docs_lsp.features._locations import (
    build_resolver,
    find_reference_at_cursor,
    find_target_location,
    has_page_extension,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.site.navigation.refs import iter_refs
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.references.docs_references import (
    Reference,
    Role,
    iter_object_references,
    locate_value,
)
from docs_lsp.site.references.page_references import iter_page_references
from docs_lsp.site.references.targets import (
    FileTarget,
    OperationTarget,
    PageTarget,
    Target,
    Targets,
    WebTarget,
)

_SAFE = compile_lazily(r"[A-Za-z0-9_.~/-]*").fullmatch
_SAFE_URL = compile_lazily(r"[!-~]*").fullmatch


def answer_document_links(
    view: View, file: str, encoding: Encoding, *, shows_tooltips: bool
) -> RawJson:
    """Return the answer to `textDocument/documentLink`, with tooltips if the client shows them."""
    links: Iterator[str] = iter(())
    if view.site.is_service_site:
        writer = _LinkWriter(view, file, encoding, shows_tooltips=shows_tooltips)
        if file in view.site.parts:
            links = writer.iter_docs_links()
        elif has_page_extension(file):
            links = writer.iter_page_links()
    return RawJson(f"[{','.join(links)}]".encode())


def answer_link_resolve(view: View, file: str, data: Json, encoding: Encoding) -> Json | None:
    """Return the `target` and `tooltip` of a link with this `data`, for `documentLink/resolve`.

    None if the text has changed or the target does not exist.
    """
    at, written = data.get("at"), data.get("text")
    if not isinstance(at, int):
        return None
    resolver = build_resolver(view)
    reference = find_reference_at_cursor(view, resolver, file, at)
    if reference is None or reference.text != written:
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


class _LinkWriter:
    """Writes the links of one file, each once, in no particular order."""

    def __init__(self, view: View, file: str, encoding: Encoding, *, shows_tooltips: bool) -> None:
        self._view = view
        self._file = file
        self._resolver = build_resolver(view)
        self._facts = view.site.facts
        self._ranges = RangeConverter(view.text(file), encoding)
        self._tooltips = shows_tooltips
        self._folder = path_to_uri(str(view.root or Path())).rstrip("/")
        self._uris = view.uris
        self._uri = encode_string(view.uri(file))
        self._written: set[int] = set()

    def iter_docs_links(self) -> Iterator[str]:
        """Yield the links of docs.json, or of a file it includes."""
        for placed in self._resolver.site.objects:
            yield from self._iter_entry_links(placed)
            for reference in iter_object_references(placed, without=Role.ENTRY):
                yield from self._iter_reference_link(reference)
        part = self._view.site.parts[self._file]
        for at, ref in iter_refs(part) if isinstance(part, Document) else ():
            yield from self._iter_reference_link(
                Reference(Role.REF, ref.value, self._file, ref.inner.shift(at))
            )

    def iter_page_links(self) -> Iterator[str]:
        """Yield the links of a page that begin at the root of the site."""
        for reference in iter_page_references(self._view.text(self._file).data, self._file):
            if reference.text.startswith("/"):
                yield from self._iter_reference_link(reference)

    def _iter_entry_links(self, placed: Placed) -> Iterator[str]:
        """Yield the links of an element's pages and endpoints; nearly all are paths of pages."""
        if not placed.element.has("pages") or placed.element.kind is None:
            return
        file, at, value = locate_value(placed, "pages")
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
        if reference.file != self._file or not self._mark_written(reference.span.start):
            return
        is_local = reference.role is not Role.REF and not reference.text.startswith("http")
        if self._facts is None and is_local:
            # Asking the disk about each of them would take too long.
            yield self._render_unresolved_link(reference, "")
            return
        target = _choose_first_target(self._resolver.resolve(reference))
        if isinstance(target, WebTarget):
            if _SAFE_URL(target.url):
                yield self._render_target_link(reference.span, target.url, "")
        elif isinstance(target, OperationTarget) or (
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
        range_ = self._ranges.render_range(start, end)
        return f'{{"range":{range_},"target":"{self._folder}/{file}"{tooltip}}}'

    def _render_target_link(self, span: Span, target: str, tooltip: str) -> str:
        range_ = self._ranges.render_range(*span)
        return (
            f'{{"range":{range_},"target":{encode_string(target)}{self._render_tooltip(tooltip)}}}'
        )

    def _render_unresolved_link(self, reference: Reference, tooltip: str) -> str:
        range_, text = self._ranges.render_range(*reference.span), encode_string(reference.text)
        data = f'{{"uri":{self._uri},"at":{reference.span.start},"text":{text}}}'
        return f'{{"range":{range_},"data":{data}{self._render_tooltip(tooltip)}}}'

    def _render_tooltip(self, tooltip: str) -> str:
        return f',"tooltip":{encode_string(tooltip)}' if tooltip and self._tooltips else ""


def _choose_first_target(targets: Targets) -> Target | None:
    return targets[0] if targets else None


def _render_target_tooltip(target: Target) -> str:
    match target:
        case PageTarget() | FileTarget():
            return target.file
        case OperationTarget():
            return f"{target.operation} in {target.file}"
    return ""
