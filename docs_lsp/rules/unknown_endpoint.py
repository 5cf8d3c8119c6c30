"""The specification does not have this endpoint.

Why it matters
--------------
The service generates the page of an endpoint from its operation in the specification. If the
specification that applies does not have this path, or the path does not have this method, there is
nothing to generate it from, and a single case stops the generation of all pages. Names in braces
matter: `/users/{id}` and `/users/{userId}` are different paths. A specification behind a URL is not
checked.

A page that names an operation under `openapi` in its frontmatter shows none if there is no such
operation. Without a file before the method the service searches every specification of the site,
whether docs.json names it or not.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [
    { "group": "Boats", "openapi": "openapi.json", "pages": ["GET /boats", "GET «/boats/{boat}»"] }
  ]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": { "get": { "summary": "List boats" } },
    "/boats/{id}": { "get": { "summary": "Show a boat" } }
  }
}
```
```pass
--- docs.json
"navigation": {
  "groups": [
    { "group": "Boats", "openapi": "openapi.json", "pages": ["GET /boats", "GET /boats/{id}"] }
  ]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": {
    "/boats": { "get": { "summary": "List boats" } },
    "/boats/{id}": { "get": { "summary": "Show a boat" } }
  }
}
```

Fix
---
Write the method and the path as in the specification, or add the operation to it. If only the names
in braces differ, the quick fix writes those of the specification; that is safe, unless the endpoint
is listed already or its file is used in several places. Otherwise it offers the nearest operations,
and never applies one of these without asking.

Source: SERVICE.md, nearest-specification
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code, join_codes, render_suggestion
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.container_fixes import is_only_use
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import CheckedEndpoint, iter_checked_endpoints, locate_part
from docs_lsp.rules.operations.endpoint_fixes import (
    collect_sibling_endpoints,
    find_checked_endpoint,
    offer_endpoint,
)
from docs_lsp.rules.operations.operation_faults import (
    iter_operation_problems,
    offer_operation_fixes,
)
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.generated_pages.service_generation import NO_PAGES_AT_ALL
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.endpoints import CharacterRange

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation

_NAME = "unknown-endpoint"
# If more endpoints than this are unknown, the whole specification is a different one.
_SEARCHED = 5
_SHOWN = 3


def _offer_operations(subject: FixContext) -> Iterator[Fix]:
    """Offer the operation with other parameter names, or else the nearest ones."""
    checked, element = find_checked_endpoint(subject), subject.element
    if checked is None or element is None:
        yield from offer_operation_fixes(subject)
        return
    beside = collect_sibling_endpoints(subject)
    same = _find_same_operation(checked)
    if same is not None:
        is_new = (same.method, same.path) not in beside and _is_visible_operation(same)
        safe = is_new and is_only_use(subject)
        yield from offer_endpoint(
            subject, _render_entry(checked, same), safe=safe, preferred=is_new
        )
        return
    # No other operation is certainly meant, however similar its path is.
    for each in _suggest_similar_operations(checked):
        yield from offer_endpoint(subject, _render_entry(checked, each))
    file = _find_other_spec(checked, element)
    if file:
        endpoint = checked.endpoint
        yield from offer_endpoint(subject, f"{file} {endpoint.method} {endpoint.path}")


def _find_same_operation(checked: CheckedEndpoint) -> Operation | None:
    """Return the operation of the same method and, but for parameter names, path, or None."""
    endpoint = checked.endpoint
    for spec in checked.specs:
        path = spec.find_path_with_other_parameters(endpoint.path)
        operation = spec.find_operation(endpoint.method, path) if path else None
        if operation is not None:
            return operation
    return None


def _suggest_similar_operations(checked: CheckedEndpoint) -> list[Operation]:
    endpoint = checked.endpoint
    suggestions = (
        spec.suggest_operations(endpoint.method, endpoint.path) for spec in checked.specs
    )
    near = {
        str(each): each
        for operations in suggestions
        for each in operations
        if _is_visible_operation(each)
    }
    return list(near.values())[:_SHOWN]


def _is_visible_operation(operation: Operation) -> bool:
    """Return whether readers see an operation; an entry for another one would be a mistake."""
    return not (operation.hidden or operation.excluded)


def _render_entry(checked: CheckedEndpoint, operation: Operation) -> str:
    spec = checked.endpoint.spec
    return f"{spec} {operation}" if spec else str(operation)


@element_rule(
    _NAME,
    Severity.ERROR,
    sorts={EntryKind.ENDPOINT},
    site=partial(iter_operation_problems, _NAME),
    fix=_offer_operations,
    fixes=FixSafety.SOME_SAFE,
)
def unknown_endpoint(element: Element) -> Iterator[Finding]:
    """Report each endpoint that none of its specifications has."""
    unknown = [
        endpoint for endpoint in iter_checked_endpoints(element) if endpoint.operation is None
    ]
    for count, checked in enumerate(unknown):
        part, fault, remedy = _describe_fault(checked)
        if not remedy and count < _SEARCHED:
            remedy = _render_other_spec(checked, element) or _render_suggestions(checked)
        remedy = remedy or " Correct the entry, or add it to the specification."
        message = f"{fault}, so {NO_PAGES_AT_ALL}.{remedy}"
        yield element.make_finding(locate_part(checked.entry, part), message)


def _describe_fault(checked: CheckedEndpoint) -> tuple[CharacterRange, str, str]:
    """Return the wrong part of the entry, the fault, and the remedy if it is certain."""
    endpoint = checked.endpoint
    for spec in checked.specs:
        methods = spec.list_methods(endpoint.path)
        if methods:
            has = join_codes(methods, "and")
            fault = f"In {code(spec.file)}, {code(endpoint.path)} has only {has}"
            return endpoint.method_part, fault, ""
        other = spec.find_path_with_other_parameters(endpoint.path)
        if other:
            fault = f"{code(spec.file)} has this path with other parameter names"
            return endpoint.path_part, fault, f" Write {code(other)}."
    what = "webhook" if endpoint.is_webhook else "path"
    where = join_codes(spec.file for spec in checked.specs)
    return endpoint.path_part, f"The {what} {code(endpoint.path)} does not exist in {where}", ""


def _render_other_spec(checked: CheckedEndpoint, element: Element) -> str:
    """Return the remedy that names another specification with the endpoint; else empty."""
    file = _find_other_spec(checked, element)
    return (
        f" It is in {code(file)}: write that before the method, or under `openapi`." if file else ""
    )


def _find_other_spec(checked: CheckedEndpoint, element: Element) -> str | None:
    """Return another specification of the site that has the endpoint, or None."""
    endpoint, facts = checked.endpoint, element.context.facts
    for file, spec in sorted(facts.specs.items()) if facts else ():
        if spec not in checked.specs and spec.find_operation(endpoint.method, endpoint.path):
            return file
    return None


def _render_suggestions(checked: CheckedEndpoint) -> str:
    """Return the remedy that names similar operations; empty if there are none."""
    near = (_render_entry(checked, each) for each in _suggest_similar_operations(checked))
    suggestion = render_suggestion(near)
    return f" {suggestion}" if suggestion else ""
