"""Checks of changes to the navigation: no page may get lost, no endpoint name another operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docs_lsp.core.problem import FileChange, FileEdit
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.refactor.selection import Selection
from docs_lsp.site.navigation.accepted_elements import read_accepted_docs
from docs_lsp.site.navigation.docs_reader import read_part
from docs_lsp.site.overview import Overview
from docs_lsp.site.routes.accepted_site import get_accepted_site, predict_accepted_site
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation, find_listed_operation


class ChangeRefused(Exception):
    """Raised if a change is refused; `str` gives the reason as a message for the user."""


def require_harmless_changes(
    overview: Overview, files: Files, changes: Sequence[FileChange], *, removes: bool = False
) -> None:
    """Raise `ChangeRefused` if after the changes the service would reject docs.json or drop pages.

    Pages may be dropped if the user `removes` something. A docs.json that is rejected already is
    not checked.
    """
    edited = {change.file for change in changes if isinstance(change, FileEdit)}
    edited &= overview.parts.keys()
    if not edited or read_accepted_docs(overview.name, overview.parts) is None:
        return
    draft = Draft(files).with_changes(changes)
    parts = {**overview.parts, **{file: read_part(draft, file) for file in edited}}
    if read_accepted_docs(overview.name, parts) is None:
        raise ChangeRefused(
            f"The service would reject `{overview.name}`: the navigation needs at least one entry."
            if removes
            else f"The service would reject `{overview.name}`. Fix the problems that `check` "
            "finds first."
        )
    after = predict_accepted_site(parts, overview, files)
    lost = sorted(get_accepted_site(overview).pages - after.pages)
    if lost and not removes:
        raise ChangeRefused(
            f"The service ignores content there, so `{lost[0]}` would disappear. Fix the problems "
            "that `check` finds first."
        )


_INHERITED = ("openapi", "asyncapi")


def changes_operations(selection: Selection, items: Iterable[Node], file: str, at: int) -> bool:
    """Return whether endpoints in moved items would name other operations in another list.

    The list is given by its file and its absolute byte offset.
    """
    facts = selection.site.facts
    endpoints = [*_iter_endpoints(items)]
    if facts is None or not endpoints:
        return False
    around = selection.site.navigator.find_objects_in_range(file, Span(at, at))
    old = selection.owner.element.inner.openapi
    new = around[-1].element.inner.openapi if around else ()
    return old != new and any(
        _get_operation(find_listed_operation(endpoint, old, facts))
        != _get_operation(find_listed_operation(endpoint, new, facts))
        for endpoint in endpoints
    )


def _get_operation(match: SpecOperation | None) -> tuple[str, str] | None:
    """Return an operation as its file and text, which can be compared; None for no match."""
    return (match.spec.file, str(match.operation)) if match else None


def _iter_endpoints(items: Iterable[Node]) -> Iterator[Endpoint]:
    """Yield the endpoints in some items whose operation depends on the place."""
    nodes = [*items]
    while nodes:
        node = nodes.pop()
        if isinstance(node, String):
            endpoint = parse_endpoint_entry(node.value)
            if isinstance(endpoint, Endpoint) and not endpoint.spec:
                yield endpoint
        elif isinstance(node, Object) and not any(key in node.by_key for key in _INHERITED):
            lists = (node.get(key) for key in ("pages", "groups"))
            nodes += (item for each in lists if isinstance(each, Array) for item in each.items)
