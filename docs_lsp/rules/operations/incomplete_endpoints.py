"""Find entries that are incomplete endpoints: a method without a path, or the reverse.

If there is such a page, the entry means that page; so only entries without a page are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code, join_codes
from docs_lsp.site.generated_pages.page_addresses import make_generated_page_test
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import normalise_entry
from docs_lsp.site.specifications.endpoints import (
    METHODS,
    WEBHOOK,
    CharacterRange,
    MalformedEndpoint,
)

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

_SHOWN = 3
_SO = "so it is read as a page that does not exist"


def find_incomplete_endpoint(element: Element, text: str) -> MalformedEndpoint | None:
    """Return what is wrong with an entry that names no page, if it is an incomplete endpoint.

    A method must be in upper case. A path must be in the specification that applies.
    """
    word = text.strip()
    part = CharacterRange(0, len(text))
    if word in METHODS and word != WEBHOOK:
        suggestions = _suggest_endpoints(element, _iter_operations_by_method(element, word))
        remedy = (
            f"Write an endpoint such as {code(suggestions[0])}." if suggestions else "Add the path."
        )
        message = f"{code(word)} has no path, {_SO}. {remedy}"
        return MalformedEndpoint(part, message, suggestions)
    if not word.startswith("/") and "{" not in word:
        return None
    suggestions = _suggest_endpoints(element, _iter_operations_by_path(element, word))
    if not suggestions or _may_be_generated_page(element, word):
        return None
    remedy = f"Write {join_codes(suggestions)}."
    message = f"{code(word)} has no method, {_SO}. {remedy}"
    return MalformedEndpoint(part, message, suggestions)


def _iter_operations_by_method(element: Element, method: str) -> Iterator[Operation]:
    for spec in _list_applicable_specs(element):
        yield from (
            operation for operation in spec.operations.values() if operation.method == method
        )


def _iter_operations_by_path(element: Element, path: str) -> Iterator[Operation]:
    path = path if path.startswith("/") else f"/{path}"
    for spec in _list_applicable_specs(element):
        matches = (spec.find_operation(method, path) for method in spec.list_methods(path))
        yield from (match for match in matches if match)


def _list_applicable_specs(element: Element) -> tuple[Spec, ...]:
    facts = element.context.facts
    names = element.inner.openapi
    return (facts.get_sound_specs(names) or ()) if facts and names else ()


def _suggest_endpoints(element: Element, operations: Iterator[Operation]) -> tuple[str, ...]:
    """Return the endpoints that may be meant: visible ones, and unlisted ones if possible."""
    shown = [
        str(operation) for operation in operations if not (operation.hidden or operation.excluded)
    ]
    if not shown:
        return ()
    listed = set(element.listed)
    return tuple([one for one in shown if one not in listed] or shown)[:_SHOWN]


def _may_be_generated_page(element: Element, path: str) -> bool:
    """Return whether an entry may be the path of a generated page, which has a folder."""
    page = normalise_entry(path).rstrip("/")
    is_generated = element.cached(_build_generated_page_test) if "/" in page else None
    return is_generated is not None and is_generated(page)


def _build_generated_page_test(element: Element) -> Callable[[str], bool] | None:
    """Return a test whether a page is generated; None if the files are unknown."""
    facts = element.context.facts
    return make_generated_page_test(element, facts) if facts else None
