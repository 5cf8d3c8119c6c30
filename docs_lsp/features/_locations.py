"""The reference at the cursor and the location of its target."""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features._view import View
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.references.docs_references import Reference, reference_at
from docs_lsp.site.references.page_references import page_reference_at
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.shared_names import (
    SharedAt,
    find_shared,
)
from docs_lsp.site.references.targets import Target, WebTarget, place_in


def resolver_of(view: View) -> ReferenceResolver:
    """Return a reference resolver for the site."""
    return ReferenceResolver(view.site.overview() or view.site, view.files)


def reference_at_cursor(
    view: View, resolver: ReferenceResolver, file: str, offset: int
) -> Reference | None:
    """Return the reference at a byte offset of docs.json, of a file it includes, or of a page.

    None if nothing there names anything, or the file is not documentation of this site.
    """
    if not view.site.is_ours:
        return None
    if file in view.site.parts:
        return reference_at(view.site.navigator, file, offset)
    return page_reference_at(view.text(file).data, file, offset) if is_page(file) else None


def find_shared_at_cursor(view: View, file: str, offset: int) -> SharedAt | None:
    """Return the snippet, export or variable named at a byte offset, or None.

    The file may be docs.json, a page or a file of components.
    """
    if not view.site.is_ours:
        return None
    return find_shared(view.text(file).data, file, offset, view.site)


def is_page(file: str) -> bool:
    """Whether a file is a page or a snippet, judging by its extension."""
    return strip_extension(file) != file


def place_of(view: View, target: Target) -> tuple[str, Span] | None:
    """Return the file that contains a target and its byte span there; None for a web address."""
    if isinstance(target, WebTarget):
        return None
    return target.file, place_in(target, view.text(target.file).data)
