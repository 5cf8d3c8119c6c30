"""Determines who may see each operation of a specification, from the pages that show it.

An operation can be read by the readers of any of its pages. One that `x-hidden` or `x-excluded`
removes from the navigation (docs_lsp/SERVICE.md, extension-blocks) is removed from every viewer's
copy of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.specifications.named_operation import find_page_operation
from docs_lsp.site.visibility import Audience, SiteMarks, decide_visibility
from mcp_preview.content.operation_key import OperationKey, build_operation_key

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec
    from mcp_preview.content.preview_site import PreviewSite


class OperationAudience(NamedTuple):
    """The audience of an operation.

    A viewer must be in all of its own audiences and in one of those of its pages.
    """

    own: tuple[Audience, ...] = ()
    pages: tuple[Audience, ...] = ()
    is_hidden: bool = False

    def admits(self, admitted: Iterable[Audience]) -> bool:
        """Whether a viewer who is in these audiences may see the operation."""
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
        for key, operation in _iter_operations(spec)
    }


def _find_shown_operations(site: PreviewSite) -> Iterator[tuple[OperationKey, Audience]]:
    """Yield the operations that pages show, with the audience of each page."""
    verdicts, overview = site.verdicts.by_page, site.reading.overview
    for one in site.navigation_facts.endpoints.pages:
        yield build_operation_key(one.spec, one.operation), verdicts[one.path].audience
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


def _iter_operations(spec: Spec) -> Iterator[tuple[OperationKey, Operation]]:
    """Yield the operations of a specification with their keys."""
    for operation in spec.all_operations:
        yield build_operation_key(spec, operation), operation


def _build_audience(
    operation: Operation, pages: tuple[Audience, ...], marks: SiteMarks
) -> OperationAudience:
    """Return the audience of an operation; `pages` are the audiences of its pages."""
    is_hidden = operation.hidden or operation.excluded
    fields = operation.page_fields
    counts = not pages or "groups" in fields
    own = (decide_visibility([], fields, marks).audience,) if counts else ()
    return OperationAudience(own, pages, is_hidden)
