"""Replaces pages that only show an operation by endpoint entries.

The service generates the pages of endpoints itself, so the files become unnecessary; they stay
until the user deletes them. Only pages are replaced whose operation is certain and that contain
nothing beyond what the specification can say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.jsontree.edits import build_value_edit, quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.site.generated_pages.generation import (
    covers_all_operations,
    is_endpoint_of_inherited_spec,
)
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import (
    SpecOperation,
    iter_matching_files,
    make_entry,
)
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import get_spec, list_spec_files
from docs_lsp.site.summaries.page_titles import find_page_of_entry

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

_TITLES = ("title", "sidebarTitle")
_SAID_BY_SPEC = frozenset(("openapi", "description", *_TITLES))
_MOST = 1000
"""The number of entries that are examined."""

_Replacement: TypeAlias = tuple[int, str, bool]


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer to replace all pages of a list that only show an operation by endpoint entries."""
    replacements = list(_find_replacements(selection)) if selection.key == "pages" else []
    if replacements and not _would_stop_generation(selection, replacements):
        what = "a page" if len(replacements) == 1 else f"{len(replacements)} pages"
        renamed = sum(is_renamed for _, _, is_renamed in replacements)
        title = f"Write {what} of this list as endpoints"
        if renamed:
            title += f", {renamed} of them with another title"
        title += "; the files stay, unlisted"
        yield Offer(title, "refactor.rewrite", lambda: _replace_entries(selection, replacements))


def _replace_entries(selection: Selection, replacements: list[_Replacement]) -> Changes:
    return selection.build_changes(
        build_value_edit(selection.data, selection.node, selection.at, index, quote_json(entry))
        for index, entry, _ in replacements
    )


def _find_replacements(selection: Selection) -> Iterator[_Replacement]:
    """Yield index, endpoint and whether the title changes, for each page that can be replaced.

    At most 1,000 items of the list are examined.
    """
    facts, contents = selection.site.facts, selection.site.contents
    if facts is None or contents is None:
        return
    in_force = selection.owner.element.inner.openapi
    # A list can name one specification hundreds of times.
    read = cache(lambda file: get_spec(file, facts, selection.files))
    for index, item in enumerate(selection.node.items[:_MOST]):
        page = find_page_of_entry(item.value, facts.pages) if isinstance(item, String) else None
        content = contents.get(page.file) if page else None
        if page is None or content is None or not _has_only_operation(content):
            continue
        match = _find_page_operation(content.fields["openapi"], page.file, facts, read)
        if match is not None and _generates_same_page(match.operation, content):
            entry = make_entry(match, in_force, facts)
            titles = (content.fields.get(name) for name in _TITLES)
            if entry:
                renamed = any(title not in (None, match.operation.summary) for title in titles)
                yield index, entry, renamed


def _generates_same_page(operation: Operation, content: PageContent) -> bool:
    """Return whether the generated page of an operation shows all fields that a page sets."""
    is_shown = not operation.hidden and not operation.excluded
    is_titled = bool(operation.summary) or not any(map(content.fields.get, _TITLES))
    description = content.fields.get("description")
    return is_shown and is_titled and description in (None, operation.description)


def _would_stop_generation(selection: Selection, replacements: list[_Replacement]) -> bool:
    """Return whether the replacement would stop the service from generating other pages.

    It generates all of a specification as long as no endpoint of it is listed.
    """
    facts, in_force = selection.site.facts, selection.owner.element.inner.openapi
    listed = {entry for _, entry, _ in replacements}
    if facts is None or not any(map(is_endpoint_of_inherited_spec, listed)):
        return False
    if any(
        isinstance(item, String) and is_endpoint_of_inherited_spec(item.value)
        for item in selection.node.items
    ):
        return False
    return not covers_all_operations(
        (facts.specs.get(resolve_spec_path(name) or "") for name in in_force), listed
    )


def _has_only_operation(content: PageContent) -> bool:
    """Return whether a page only names an operation, without text or fields of its own."""
    if not content.is_empty or content.fault or b"openapi" not in content.head:
        return False
    return "openapi" in content.fields and _SAID_BY_SPEC.issuperset(content.fields)


def _find_page_operation(
    text: object, page: str, facts: SiteFacts, read: Callable[[str], Spec | None]
) -> SpecOperation | None:
    """Return the operation that a page names, in the first specification that has it, or None."""
    endpoint = parse_endpoint_entry(text) if isinstance(text, str) else None
    if not isinstance(endpoint, Endpoint):
        return None
    known = list_spec_files(facts)
    if endpoint.spec:
        known = list(iter_matching_files(endpoint.spec, page, known))
    for file in known:
        spec = read(file)
        operation = spec.find_operation(endpoint.method, endpoint.path) if spec else None
        if spec and operation:
            return SpecOperation(spec, operation)
    return None
