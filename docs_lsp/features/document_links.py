"""Links to all that docs.json names, and to what pages name by a path from the root.

VS Code requests them after every edit, for files with tens of thousands of entries. So they are
written directly as JSON, and those of a branch of the navigation that has not changed are reused;
if finding the target takes longer, as for an operation or a heading, the link is resolved when the
user follows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._link_writer import LinkWriter, render_target_tooltip
from docs_lsp.features._locations import (
    build_resolver,
    find_reference_at_cursor,
    find_target_location,
    has_page_extension,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.site.references.targets import WebTarget


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


def answer_link_resolve(
    view: View, file: str, at: int, data: Json, encoding: Encoding
) -> Json | None:
    """Return the `target` and `tooltip` of a link, for `documentLink/resolve`, or None.

    `at` is the byte offset where it begins, and `data` that of the link. None if the text has
    changed or the target does not exist.
    """
    resolver = build_resolver(view)
    reference = find_reference_at_cursor(view, resolver, file, at)
    if reference is None or reference.text != data.get("text"):
        return None
    for target in resolver.resolve(reference):
        if isinstance(target, WebTarget):
            return {"target": target.url}
        place = find_target_location(view, target)
        if place is not None:
            return {
                "target": _build_target_uri(view, *place),
                "tooltip": render_target_tooltip(target),
            }
    return None


def _build_target_uri(view: View, file: str, span: Span) -> str:
    """Return a file's URI with line and column in the form that editors read."""
    if span.start == 0:
        return view.uri(file)
    line, column = view.text(file).to_position(span.start, Encoding.UTF16)
    return f"{view.uri(file)}#{line + 1},{column + 1}"
