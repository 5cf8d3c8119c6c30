"""An entry looks like an endpoint and is not written as one.

Why it matters
--------------
An endpoint in `pages` is a method and a path, `GET /users`, with the specification before them
where another one is meant than that of the element: `billing.json GET /users`. What is written
otherwise the service takes for the path of a page, without a word. It finds no such page, and
readers get an entry that leads to an error.

A method in small letters is understood. It is only shown faintly, because all other endpoints are
written in capitals.

Example
-------
```fail
"navigation": {
  "groups": [
    { "group": "Users", "openapi": "openapi.json", "pages": ["«GTE» /users", "POST «users»"] }
  ]
}
```
```pass
"navigation": {
  "groups": [
    { "group": "Users", "openapi": "openapi.json", "pages": ["GET /users", "POST /users"] }
  ]
}
```

Fix
---
Write the method, a space, and the path as it stands in the specification, with its `/`.

Source: navigation.md, OpenAPI in navigation; service-facts 7
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._endpoints import endpoints, has_spec, judged_endpoints, part_of
from docs_lsp.rules._entries import Sort, entries
from docs_lsp.rules._rule import element_rule
from docs_lsp.site.element import Element
from docs_lsp.site.endpoints import MalformedEndpoint, parse_endpoint


@element_rule("malformed-endpoint", Severity.ERROR)
def malformed_endpoint(element: Element) -> Iterator[Finding]:
    """Each entry that was surely meant as an endpoint, and each method in small letters."""
    for entry in entries(element, Sort.MALFORMED_ENDPOINT):
        malformed = parse_endpoint(entry.text)
        if isinstance(malformed, MalformedEndpoint):
            yield element.at(part_of(entry, malformed.part), malformed.message)
    yield from _in_small_letters(element)


def _in_small_letters(element: Element) -> Iterator[Finding]:
    small = [(entry, found) for entry, found in endpoints(element) if found.lower]
    if not small:
        return
    # What is wrong with the endpoint itself matters more, and another rule says it.
    unknown = {judged.entry for judged in judged_endpoints(element) if judged.operation is None}
    for entry, endpoint in small:
        if entry not in unknown and has_spec(element, endpoint) and not endpoint.is_webhook:
            message = (
                f"The method is written in small letters, which the service understands. Write "
                f"`{endpoint.method}` as everywhere else."
            )
            spot = part_of(entry, endpoint.method_part)
            yield element.at(spot, message, severity=Severity.HINT)
