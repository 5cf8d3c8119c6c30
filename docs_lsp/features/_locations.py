"""The reference at an offset of a file, and the location of its target."""

from __future__ import annotations

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.site.pages import PageFile, strip_page_extension
from docs_lsp.site.references.docs_references import Reference, find_reference_at
from docs_lsp.site.references.page_references import find_page_reference_at
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.shared_names import SharedMention, find_shared_mention
from docs_lsp.site.references.targets import Target, WebTarget, locate_target


def build_resolver(view: View) -> ReferenceResolver:
    """Return a reference resolver for the site."""
    return ReferenceResolver(view.site.get_overview() or view.site, view.files)


def find_reference_in_file(view: View, file: str, offset: int) -> Reference | None:
    """Return the reference at a byte offset of docs.json, an included file or a page, or None.

    None if nothing there names anything, or the file is not documentation of this site.
    """
    if not view.site.is_service_site:
        return None
    if file in view.site.parts:
        return find_reference_at(view.site.navigator, file, offset)
    if has_page_extension(file):
        return find_page_reference_at(view.text(file).data, file, offset)
    return None


def find_shared_in_file(view: View, file: str, offset: int) -> SharedMention | None:
    """Return the snippet, export or variable named at a byte offset, or None.

    The file may be docs.json, a page or a file of components.
    """
    if not view.site.is_service_site:
        return None
    return find_shared_mention(view.text(file).data, file, offset, view.site)


def has_page_extension(file: str) -> bool:
    """Return whether a file has the extension of a page or a snippet."""
    return strip_page_extension(file) != file


def find_page_of_file(view: View, file: str) -> PageFile | None:
    """Return the page of the site whose content is in a file, or None if there is none."""
    facts = view.site.facts
    page = facts.pages.find_page(strip_page_extension(file)) if facts else None
    return page if page is not None and page.file == file else None


def build_location(view: View, file: str, span: Span, encoding: Encoding) -> Json:
    """Return the LSP Location of a byte span in a file of the site."""
    return {"uri": view.uri(file), "range": build_range(view.text(file), span, encoding)}


def find_target_location(view: View, target: Target) -> tuple[str, Span] | None:
    """Return the file that contains a target and its byte span there; None for a web address."""
    if isinstance(target, WebTarget):
        return None
    return target.file, locate_target(target, view.text(target.file).data)
