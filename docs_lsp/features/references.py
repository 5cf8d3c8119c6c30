"""References to what docs.json and pages name, in all files, and highlights of those in one file.

These are pages, operations, specifications and other files; and snippets, exports and variables, in
the pages that use them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._locations import (
    build_location,
    build_resolver,
    find_reference_in_file,
    find_shared_in_file,
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
    iter_places_in_file,
    iter_shared_places,
    locate_definition,
)
from docs_lsp.site.references.targets import FileTarget, PageTarget, Target
from docs_lsp.site.specifications.named_operation import SpecOperation

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec


_Place: TypeAlias = tuple[str, Span]
"""A file and a byte span in it."""


def answer_references(
    view: View, file: str, offset: int, encoding: Encoding, *, include_declaration: bool
) -> list[Json]:
    """Return the answer to `textDocument/references`.

    In docs.json it is about the string at the offset. In a page it is about the link there, or else
    the page itself; in a specification about the operation there, or else all of it.
    """
    reference = find_reference_in_file(view, file, offset)
    mention = find_shared_in_file(view, file, offset) if reference is None else None
    if mention is not None:
        places = _find_uses(view, mention.shared, include_declaration=include_declaration)
    else:
        places = _find_references(
            view, file, offset, reference, include_declaration=include_declaration
        ) or _find_same_references(view, file, offset)
    return [build_location(view, *place, encoding) for place in dict.fromkeys(places)]


def _find_references(
    view: View, file: str, offset: int, reference: Reference | None, *, include_declaration: bool
) -> list[_Place]:
    """Return the places of all references to what is at an offset, or else to the file itself."""
    if not view.site.is_service_site:
        return []
    resolver = build_resolver(view)
    query, declared = _build_query(view, resolver, file, offset, reference)
    if query is None:
        return []
    matches = ReferenceFinder(resolver, view.files, view.site.contents).find_references(query)
    places = [(match.file, match.span) for match in matches]
    return [*declared, *places] if include_declaration else places


def _find_uses(view: View, shared: SharedDefinition, *, include_declaration: bool) -> list[_Place]:
    """Return the places that use a snippet, an export or a variable."""
    declared = locate_definition(shared, view.site, view.files)
    uses = [(place.file, place.span) for place in iter_shared_places(shared, view.site, view.files)]
    places = [place for place in uses if place != declared]
    if declared is not None and include_declaration:
        places.insert(0, declared)
    return places


def _find_same_references(view: View, file: str, offset: int) -> list[_Place]:
    """Return the places in a file with the same reference, for a target without a definition.

    Examples are an external address, or an endpoint that no specification contains. Editors
    highlight these places.
    """
    document = view.site.parts.get(file)
    if not isinstance(document, Document) or not view.site.is_service_site:
        return []
    return [(file, span) for span in find_same_target_spans(document, file, offset)]


def _build_query(
    view: View, resolver: ReferenceResolver, file: str, offset: int, reference: Reference | None
) -> tuple[ReferenceQuery | None, Sequence[_Place]]:
    """Return the query for a reference, or else for what the file has at an offset, or the file.

    Also the places of the subject itself: the page, the operation, the redirect. The query is None
    for docs.json.
    """
    if reference is not None:
        query = make_query_for_reference(reference, resolver)
        return query, _find_declarations(view, resolver, reference)
    if has_page_extension(file):
        return make_query_for_file(file), _locate_targets(view, PageTarget(file))
    if file == view.site.name:
        return None, ()
    spec = _load_current_spec(view, file)
    operations = spec.find_operations_at(offset) if spec else ()
    if spec and operations:
        targets = (SpecOperation(spec, operation) for operation in operations)
        return make_query_for_operations(file, operations), _locate_targets(view, *targets)
    return make_query_for_file(file), _locate_targets(view, FileTarget(file))


def _find_declarations(
    view: View, resolver: ReferenceResolver, reference: Reference
) -> Sequence[_Place]:
    """Return the places of what a reference names, without redirects on the way."""
    if reference.role is Role.SOURCE:
        return ((reference.file, reference.span),)
    targets = resolver.resolve(reference)
    # Further targets of a link are redirects on the way to the first one.
    return _locate_targets(view, *(targets if reference.role is Role.ENTRY else targets[:1]))


def _locate_targets(view: View, *targets: Target) -> Sequence[_Place]:
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
    here = find_shared_in_file(view, file, offset)
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
