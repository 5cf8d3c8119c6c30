"""The specification has no such endpoint.

Why it matters
--------------
The service makes the page of an endpoint from its operation in the specification. When the
specification in force has no such path, or the path has no such method, there is nothing to make it
from, and a single case stops the making of all pages. Names in braces count: `/users/{id}` and
`/users/{userId}` are different paths. A specification behind a URL is not looked at.

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
Write the method and the path as they stand in the specification, or add the operation to it.

Source: navigation.md, OpenAPI in navigation; service-facts 7
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._endpoints import Judged, judged_endpoints, part_of
from docs_lsp.rules._rule import element_rule
from docs_lsp.rules._words import code, spoken
from docs_lsp.site.element import Element
from docs_lsp.site.endpoints import Part

# Where more endpoints than this are unknown, the whole specification is another one.
_SEARCHED = 5


@element_rule("unknown-endpoint", Severity.ERROR)
def unknown_endpoint(element: Element) -> Iterator[Finding]:
    """Each endpoint that none of the specifications in force has."""
    unknown = [one for one in judged_endpoints(element) if one.operation is None]
    for count, judged in enumerate(unknown):
        part, fault, remedy = _said(judged)
        if not remedy and count < _SEARCHED:
            remedy = _elsewhere(judged, element) or _near(judged)
        message = f"{fault}, so the service has nothing to make a page from.{remedy}"
        yield element.at(part_of(judged.entry, part), message)


def _said(judged: Judged) -> tuple[Part, str, str]:
    """The part of the entry that is wrong, what is wrong with it, and the remedy if it is sure."""
    endpoint = judged.endpoint
    for spec in judged.specs:
        methods = spec.methods(endpoint.path)
        if methods:
            has = spoken([f"`{method}`" for method in methods], "and")
            fault = f"In {code(spec.file)} the path {code(endpoint.path)} has only {has}"
            return endpoint.method_part, fault, ""
        other = spec.differs_only_by_parameter(endpoint.path)
        if other:
            fault = f"{code(spec.file)} has this path with other names in its braces"
            return endpoint.path_part, fault, f" Write {code(other)}."
    what = "webhook" if endpoint.is_webhook else "path"
    where = spoken([code(spec.file) for spec in judged.specs])
    return endpoint.path_part, f"There is no {what} {code(endpoint.path)} in {where}", ""


def _elsewhere(judged: Judged, element: Element) -> str:
    """That another specification of the site has the endpoint."""
    endpoint, facts = judged.endpoint, element.context.facts
    for file, spec in sorted(facts.specs.items()) if facts else ():
        if spec not in judged.specs and spec.find(endpoint.method, endpoint.path):
            return f" {code(file)} has it: put that in front of the method, or under `openapi`."
    return ""


def _near(judged: Judged) -> str:
    endpoint = judged.endpoint
    found = (spec.nearest(endpoint.method, endpoint.path) for spec in judged.specs)
    near = [code(str(operation)) for operations in found for operation in operations]
    return f" Did you mean {spoken(near[:3])}?" if near else ""
