"""References to what docs.json and pages name, in all files, and highlights of those in one file.

These are pages, operations, specifications and other files; and snippets, exports and variables, in
the pages that use them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._locations import (
    build_resolver,
    find_reference_at_cursor,
    find_shared_at_cursor,
    find_target_location,
    has_page_extension,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.document import Document
from docs_lsp.site.mdx.page_names import iter_variables
from docs_lsp.site.references.docs_references import Reference, Role
from docs_lsp.site.references.finder import (
    ReferenceFinder,
    ReferenceQuery,
    make_query_for_file,
    make_query_for_operations,
    make_query_for_reference,
)
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.same_target import find_same_target_spans
from docs_lsp.site.references.shared_names import (
    SharedDefinition,
    SharedKind,
)
from docs_lsp.site.references.shared_places import (
    iter_places_in_file,
    iter_shared_places,
    locate_definition,
)
from docs_lsp.site.references.targets import FileTarget, OperationTarget, PageTarget, Target

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec


class _ReferencesRequest(NamedTuple):
    """The subject whose references are wanted."""

    subject: ReferenceQuery
    declared: tuple[tuple[str, Span], ...] = ()
    """The places of the subject itself: the page, the operation, the redirect."""


def answer_references(
    view: View, file: str, offset: int, encoding: Encoding, *, include_declaration: bool
) -> list[Json]:
    """Return the answer to `textDocument/references`.

    In docs.json it is about the string at the offset. In a page it is about the link there, or else
    the page itself; in a specification about the operation there, or else all of it.
    """
    resolver = build_resolver(view)
    shared = _find_shared_thing(view, resolver, file, offset)
    if shared is not None:
        return _build_use_locations(view, shared, encoding, include_declaration=include_declaration)
    question = (
        _build_references_request(view, resolver, file, offset)
        if view.site.is_service_site
        else None
    )
    places: list[tuple[str, Span]] = []
    if question is not None:
        matches = ReferenceFinder(resolver, view.files, view.site.contents).find_references(
            question.subject
        )
        places = [(reference.file, reference.span) for reference in matches]
        if include_declaration:
            places = [*question.declared, *places]
    if not places:
        places = _find_same_references(view, file, offset)
    return [
        {"uri": view.uri(name), "range": build_range(view.text(name), span, encoding)}
        for name, span in dict.fromkeys(places)
    ]


def _find_shared_thing(
    view: View, resolver: ReferenceResolver, file: str, offset: int
) -> SharedDefinition | None:
    """Return the snippet, export or variable at an offset; None also for a page or a file."""
    if find_reference_at_cursor(view, resolver, file, offset) is not None:
        return None
    match = find_shared_at_cursor(view, file, offset)
    return match.shared if match else None


def _build_use_locations(
    view: View, shared: SharedDefinition, encoding: Encoding, *, include_declaration: bool
) -> list[Json]:
    declared = locate_definition(shared, view.site, view.files)
    uses = [(place.file, place.span) for place in iter_shared_places(shared, view.site, view.files)]
    places = [place for place in uses if place != declared]
    if declared is not None and include_declaration:
        places.insert(0, declared)
    return [
        {"uri": view.uri(name), "range": build_range(view.text(name), span, encoding)}
        for name, span in places
    ]


def _find_same_references(view: View, file: str, offset: int) -> list[tuple[str, Span]]:
    """Return the places in a file with the same reference, for a target without a definition.

    Examples are an external address, or an endpoint that no specification contains. Editors
    highlight these places.
    """
    document = view.site.parts.get(file)
    if not isinstance(document, Document) or not view.site.is_service_site:
        return []
    return [(file, span) for span in find_same_target_spans(document, file, offset)]


def _build_references_request(
    view: View, resolver: ReferenceResolver, file: str, offset: int
) -> _ReferencesRequest | None:
    """Return the request for what is at an offset, or else the file; None for docs.json."""
    reference = find_reference_at_cursor(view, resolver, file, offset)
    if reference is not None:
        return _ReferencesRequest(
            make_query_for_reference(reference, resolver),
            _find_declarations(view, resolver, reference),
        )
    if has_page_extension(file):
        return _ReferencesRequest(
            make_query_for_file(file), _locate_targets(view, PageTarget(file))
        )
    if file == view.site.name:
        return None
    spec = _load_current_spec(view, file)
    operations = spec.find_operations_at(offset) if spec else ()
    if spec and operations:
        targets = (OperationTarget(spec, operation) for operation in operations)
        return _ReferencesRequest(
            make_query_for_operations(file, operations), _locate_targets(view, *targets)
        )
    return _ReferencesRequest(make_query_for_file(file), _locate_targets(view, FileTarget(file)))


def _find_declarations(
    view: View, resolver: ReferenceResolver, reference: Reference
) -> tuple[tuple[str, Span], ...]:
    """Return the places of what a reference names, without redirects on the way."""
    if reference.role is Role.SOURCE:
        return ((reference.file, reference.span),)
    targets = resolver.resolve(reference)
    # Further targets of a link are redirects on the way to the first one.
    return _locate_targets(view, *(targets if reference.role is Role.ENTRY else targets[:1]))


def _locate_targets(view: View, *targets: Target) -> tuple[tuple[str, Span], ...]:
    places = (find_target_location(view, target) for target in targets)
    return tuple(place for place in places if place is not None)


def _load_current_spec(view: View, file: str) -> Spec | None:
    """Return a specification that docs.json names, with the text in the editor, or None."""
    facts, data = view.site.facts, view.text(file).data
    spec = facts.specs.get(file) if facts else None
    if spec is None or (spec.read and spec.read.source.data == data):
        return spec
    from docs_lsp.site.specifications.openapi import (
        parse_spec,  # Only for a file that is being edited.
    )

    return parse_spec(data, file)


def answer_highlights(view: View, file: str, offset: int, encoding: Encoding) -> list[Json] | None:
    """Return the answer to `textDocument/documentHighlight`, or None if nothing is named.

    Editors then use their own highlights.
    """
    document = view.site.parts.get(file)
    if not view.site.is_service_site:
        return None
    if not isinstance(document, Document):
        return _find_page_highlights(view, file, offset, encoding)
    spans = find_same_target_spans(document, file, offset)
    return [{"range": build_range(document.text, span, encoding)} for span in spans] or None


def _find_page_highlights(
    view: View, file: str, offset: int, encoding: Encoding
) -> list[Json] | None:
    """Return the highlights of the shared name at an offset of a page, or None without one."""
    here = find_shared_at_cursor(view, file, offset)
    if here is None:
        return None
    text = view.text(file)
    if here.shared.kind is SharedKind.VARIABLE:
        spans = [span for name, span in iter_variables(text.data) if name == here.shared.name]
    else:
        spans = [
            place.span for place in iter_places_in_file(text.data, file, here.shared, view.site)
        ]
    return [{"range": build_range(text, span, encoding)} for span in spans]
