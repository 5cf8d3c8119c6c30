"""OpenAPI specifications as served to a viewer, without operations the viewer may not see.

An operation can be read by the readers of any of the pages that show it. One that `x-hidden` or
`x-excluded` removes from the navigation (docs_lsp/SERVICE.md, extension-blocks) is removed from
every viewer's copy. Components, tags and paths that only removed operations use are removed as
well. So is the content of `Visibility` that agents do not get, from the owner's copy, too. A
document that loses nothing is served as written; any other in its own format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.specifications.named_operation import find_page_operation
from docs_lsp.site.visibility import Audience, SiteMarks, decide_visibility
from mcp_preview.content.agent_documents import (
    may_conceal,
    parse_document_for_agents,
    render_document,
)
from mcp_preview.content.operation_keys import OperationKey, build_operation_key
from mcp_preview.content.spec_pruning import remove_operations

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec
    from mcp_preview.content.preview_site import PreviewSite


LeftOutOperations: TypeAlias = frozenset[tuple[str, str]]
"""Operations, each as method and path."""
_MOST_CACHED = 8


class OperationAudience(NamedTuple):
    """The audience of an operation.

    A viewer must be in all of its own audiences and in one of those of its pages.
    """

    own: tuple[Audience, ...] = ()
    pages: tuple[Audience, ...] = ()
    is_hidden: bool = False

    def admits(self, admitted: Iterable[Audience]) -> bool:
        """Return whether a viewer who is in these audiences may see the operation."""
        known = frozenset(admitted)
        if self.is_hidden or not known.issuperset(self.own):
            return False
        return not self.pages or not known.isdisjoint(self.pages)


def compute_operation_audiences(site: PreviewSite) -> Mapping[OperationKey, OperationAudience]:
    """Return the audience of every operation of the specifications of a site."""
    shown: dict[OperationKey, list[Audience]] = {}
    for key, audience in _find_shown_operations(site):
        shown.setdefault(key, []).append(audience)
    marks = site.navigation_facts.marks
    return {
        key: _build_audience(operation, tuple(shown.get(key, ())), marks)
        for spec in site.reading.overview.facts.specs.values()
        for key, operation in _iter_keyed_operations(spec)
    }


def _find_shown_operations(site: PreviewSite) -> Iterator[tuple[OperationKey, Audience]]:
    """Yield the operations that pages show, with the audience of each page."""
    verdicts, overview = site.verdicts.by_page, site.reading.overview
    for made in site.navigation_facts.endpoints.pages:
        yield build_operation_key(made.spec, made.operation), verdicts[made.path].audience
    if not overview.facts.specs:
        return
    for file, content in site.reading.contents.items():
        if b"openapi" not in content.head:  # Excludes most pages quickly.
            continue
        written, page = content.fields.get("openapi"), strip_page_extension(file)
        if isinstance(written, str) and page in verdicts:
            match = find_page_operation(written, file, overview.facts)
            if match is not None:
                yield build_operation_key(match.spec, match.operation), verdicts[page].audience


def _iter_keyed_operations(spec: Spec) -> Iterator[tuple[OperationKey, Operation]]:
    """Yield the operations of a specification with their keys."""
    for operation in spec.all_operations:
        yield build_operation_key(spec, operation), operation


def _build_audience(
    operation: Operation, pages: tuple[Audience, ...], marks: SiteMarks
) -> OperationAudience:
    """Return the audience of an operation; `pages` are the audiences of the pages that show it."""
    is_hidden = operation.hidden or operation.excluded
    fields = operation.page_fields
    counts = not pages or "groups" in fields
    own = (decide_visibility([], fields, marks).audience,) if counts else ()
    return OperationAudience(own, pages, is_hidden)


class ServedSpec:
    """A specification, with the last few forms in which it was served."""

    def __init__(self, spec: Spec, data: bytes) -> None:
        """Serve a specification whose file has these bytes."""
        self._spec = spec
        self._data = data
        self._cache: dict[LeftOutOperations, bytes | None] = {}

    def render_without(self, left_out: LeftOutOperations) -> bytes | None:
        """Return the file without some operations, cached; None if none remains or unreadable."""
        if not left_out and not may_conceal(self._data):
            return self._data
        if left_out not in self._cache:
            made = self._render_pruned(left_out)
            while len(self._cache) >= _MOST_CACHED:
                self._cache.pop(next(iter(self._cache)), None)
            self._cache[left_out] = made
        return self._cache[left_out]

    def _render_pruned(self, left_out: LeftOutOperations) -> bytes | None:
        """Return the file without some operations; None if none remains or it is unreadable."""
        spec = self._spec
        every = spec.all_operations
        dropped = [each for each in every if (each.method, each.path) in left_out]
        if (left_out and len(dropped) == len(every)) or spec.read is None:
            return None
        source = spec.read.source
        values, is_whole = parse_document_for_agents(source)
        if not isinstance(values, dict):
            return None  # It was readable before, so its state is unknown now.
        if not left_out:
            return self._data if is_whole else render_document(values, source)
        content = remove_operations(values, [operation.keys for operation in dropped])
        return render_document(content, source)
