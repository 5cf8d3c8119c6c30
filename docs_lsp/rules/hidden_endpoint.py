"""A listed endpoint is marked as hidden in its specification.

Why it matters
--------------
`x-hidden` on an operation removes it from the navigation, and `x-excluded` from the whole
documentation. If docs.json lists the same endpoint, the mark takes precedence: readers do not find
the endpoint in the navigation.

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
and never applied without asking: once no endpoint is listed any more, the service generates pages
for all of them, and an operation with `x-hidden` has a page that may disappear with its entry.

Source: SERVICE.md, extension-blocks
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, RelatedPlace, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import CheckedEndpoint, iter_checked_endpoints
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.rules.operations.endpoint_fixes import (
    collect_sibling_endpoints,
    find_checked_endpoint,
)
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element


def _offer_entry_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the entry; preferred only if that neither drops nor adds pages."""
    checked = find_checked_endpoint(subject)
    has_page = checked is None or checked.operation is None or not checked.operation.excluded
    is_alone = not collect_sibling_endpoints(subject)
    yield from offer_entry_removal(subject, preferred=not has_page and not is_alone)


@element_rule(
    "hidden-endpoint",
    Severity.WARNING,
    fix=_offer_entry_removal,
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.ENDPOINT},
)
def hidden_endpoint(element: Element) -> Iterator[Finding]:
    """Report each listed endpoint whose operation has `x-hidden` or `x-excluded`."""
    for checked in iter_checked_endpoints(element):
        operation = checked.operation
        if operation is not None and (operation.hidden or operation.excluded):
            mark = "x-excluded" if operation.excluded else "x-hidden"
            message = (
                f"{code(checked.entry.text)} is marked `{mark}` in {code(checked.spec.file)}, so "
                "it is missing from the navigation. Remove this entry, or the mark."
            )
            yield element.make_finding(
                checked.entry.spot, message, places=tuple(_iter_mark_places(checked, mark))
            )


def _iter_mark_places(checked: CheckedEndpoint, mark: str) -> Iterator[RelatedPlace]:
    operation, spec = checked.operation, checked.spec
    span = spec.locate_operation(operation.method, operation.path, mark) if operation else None
    if span is not None:
        yield RelatedPlace(spec.file, span, "Marked here")
