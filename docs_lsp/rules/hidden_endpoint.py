"""A listed endpoint is marked as hidden in its specification.

Why it matters
--------------
`x-hidden` at an operation takes it out of the documentation, and `x-excluded` does so completely.
When docs.json lists the same endpoint, the two contradict each other, and the mark wins: readers do
not find the endpoint in the navigation.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["«DELETE /boats»"] }]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "delete": { ⟦"x-hidden"⟧: true } } }
}
```
```pass
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["DELETE /boats"] }]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "delete": { "summary": "Remove all boats" } } }
}
```

Fix
---
Remove the entry, or the mark in the specification. The quick fix removes the entry; it is offered,
and never made without asking: where no endpoint is listed any more, the service makes pages of all,
and an operation with `x-hidden` has a page that may go with its entry.

Source: SERVICE.md, extension-blocks
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Place, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.rules.navigation.entries import CheckedEndpoint, check_endpoints
from docs_lsp.rules.navigation.entry_fixes import remove_entry
from docs_lsp.rules.operations.endpoint_fixes import find_checked_endpoint, find_sibling_endpoints
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element


def _remove_entry(subject: FixContext) -> Iterator[Fix]:
    """Take the entry out; not without a question where its page goes, which no navigation shows."""
    checked = find_checked_endpoint(subject)
    has_page = checked is None or checked.operation is None or not checked.operation.excluded
    is_alone = not find_sibling_endpoints(subject)
    yield from remove_entry(subject, preferred=not has_page and not is_alone)


@element_rule(
    "hidden-endpoint",
    Severity.WARNING,
    fix=_remove_entry,
    fixes=Fixes.OFFERED,
    sorts=frozenset((Sort.ENDPOINT,)),
)
def hidden_endpoint(element: Element) -> Iterator[Finding]:
    """Each endpoint whose operation is left out of the documentation."""
    for checked in check_endpoints(element):
        operation = checked.operation
        if operation is not None and (operation.hidden or operation.excluded):
            mark = "x-excluded" if operation.excluded else "x-hidden"
            message = (
                f"{code(checked.entry.text)} is left out of the documentation, because "
                f"{code(checked.spec.file)} marks it with `{mark}`. Remove this entry, or the mark."
            )
            yield element.finding_at(
                checked.entry.spot, message, places=tuple(_mark(checked, mark))
            )


def _mark(checked: CheckedEndpoint, mark: str) -> Iterator[Place]:
    operation, spec = checked.operation, checked.spec
    span = spec.locate(operation.method, operation.path, mark) if operation else None
    if span is not None:
        yield Place(spec.file, span, "The mark that leaves it out")
