"""An endpoint is listed where no specification is in force.

Why it matters
--------------
An endpoint such as `GET /users` takes its page from the OpenAPI specification that the element, or
one around it, names under `openapi`. Without any, the service takes the entry for the path of a
page. It finds no such page, and readers get an entry that leads to an error.

Example
-------
```fail
"navigation": {
  "groups": [{ "group": "Users", "pages": ["users", "«GET /users»"] }]
}
```
```pass
"navigation": {
  "groups": [{ "group": "Users", "openapi": "openapi.json", "pages": ["users", "GET /users"] }]
}
```

Fix
---
Add `openapi` with the path of the specification to this group, or to a tab or another element
around it; everything below inherits it. The quick fix adds it here, with a specification of the
site that has such an endpoint; it is offered, and never made without asking.

Source: SERVICE.md, nearest-specification
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.container_fixes import is_used_once
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.rules.navigation.entries import endpoints, has_spec
from docs_lsp.rules.navigation.entry_fixes import entry_text
from docs_lsp.rules.operations.element_specs import load_all_specs
from docs_lsp.rules.operations.endpoint_fixes import add_openapi
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint

_SHOWN = 3


def _add_spec(subject: FixContext) -> Iterator[Fix]:
    """Name a specification that has the endpoint."""
    endpoint, facts = parse_endpoint(entry_text(subject) or ""), subject.facts
    if facts is None or not isinstance(endpoint, Endpoint):
        return
    specs = load_all_specs(facts, subject.files)
    spec_files = [each.file for each in specs if each.find(endpoint.method, endpoint.path)]
    for file in spec_files[:_SHOWN]:
        title = f"Add `openapi` with {code(file)}"
        is_sure = len(spec_files) == 1 and is_used_once(subject)
        yield from add_openapi(subject, file, title, preferred=is_sure)


@element_rule(
    "endpoint-without-spec",
    Severity.ERROR,
    fix=_add_spec,
    fixes=Fixes.OFFERED,
    sorts=frozenset((Sort.ENDPOINT,)),
)
def endpoint_without_spec(element: Element) -> Iterator[Finding]:
    """Each endpoint for which neither the element nor one around it names a specification."""
    for entry, endpoint in endpoints(element):
        # `webhook setup` is the name of a page as well; before the disk is known it may be there.
        if endpoint.is_webhook and element.context.facts is None:
            continue
        if not has_spec(element, endpoint):
            yield element.finding_at(
                entry.spot,
                f"No specification is in force for {code(entry.text)}, so the service takes it for "
                f"a page, and readers get an entry that leads nowhere. {_remedy(element)}",
            )


def _remedy(element: Element) -> str:
    if element.record.name == "navigation":  # It may not have the key itself.
        return "Add `openapi` to a group or tab, and list the endpoint there."
    return f"Add `openapi` to {element.label}, or to an element around it."
