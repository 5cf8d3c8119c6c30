"""An endpoint is listed where no OpenAPI file applies.

Why it matters
--------------
The page of an endpoint such as `GET /users` is generated from the OpenAPI file that the element, or
one around it, names under `openapi`. Without one, the service treats the entry as the path of a
page. That page does not exist, so the sidebar link is broken.

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
Set `openapi` to the path of the specification on this group, or on a tab or another element around
it; everything inside inherits it. The quick fix sets it here, to a specification of the site that
has the endpoint; it is offered, and never applied without asking.

Source: SERVICE.md, nearest-specification
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.rules.framework.container_fixes import is_only_use, offer_member_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import has_spec, iter_endpoints
from docs_lsp.rules.navigation.entry_fixes import get_entry_text
from docs_lsp.rules.operations.endpoint_fixes import offer_openapi
from docs_lsp.rules.operations.named_specs import iter_all_specs
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

_SHOWN = 3
_OF_ROOT = "navigation.openapi"


def _offer_matching_specs(subject: FixContext) -> Iterator[Fix]:
    """Offer specifications that have the endpoint, or to remove `openapi` of `navigation`."""
    if subject.problem.about == _OF_ROOT:
        if subject.problem.severity is not Severity.ERROR:
            yield from offer_member_removal(subject)
        return
    endpoint, facts = parse_endpoint_entry(get_entry_text(subject) or ""), subject.facts
    if facts is None or not isinstance(endpoint, Endpoint):
        return
    specs = iter_all_specs(facts, subject.files)
    spec_files = [
        each.file for each in specs if each.find_operation(endpoint.method, endpoint.path)
    ]
    for file in spec_files[:_SHOWN]:
        title = f"Set `openapi` to {code(file)}"
        is_sure = len(spec_files) == 1 and is_only_use(subject)
        yield from offer_openapi(subject, file, title, preferred=is_sure)


def _report_root_openapi(overview: Overview) -> Iterator[Problem]:
    """Report `openapi` of `navigation` itself, with the number of endpoints that inherit it."""
    for placed in overview.objects:
        element = placed.element
        if element.record.name != "navigation" or not element.has("openapi"):
            continue
        named = element.inner.openapi
        count = sum(
            isinstance(endpoint := parse_endpoint_entry(listing.text), Endpoint)
            and not endpoint.spec
            and listing.placed.element.inner.openapi == named
            for listing in overview.navigation.listings
        )
        file, span = placed.locate_spot(element.find_key_spot("openapi"))
        message = "The service doesn't read `openapi` of `navigation`"
        severity = Severity.ERROR if count else Severity.WARNING
        if count:
            below = "1 endpoint has" if count == 1 else f"{count:,} endpoints have"
            message += f", so {below} no specification"
        message += ". Move it to the tabs or groups below."
        yield Problem("endpoint-without-spec", file, span, message, severity, about=_OF_ROOT)


@element_rule(
    "endpoint-without-spec",
    Severity.ERROR,
    site=_report_root_openapi,
    fix=_offer_matching_specs,
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.ENDPOINT},
)
def endpoint_without_spec(element: Element) -> Iterator[Finding]:
    """Report each endpoint to which no specification of an enclosing element applies."""
    for entry, endpoint in iter_endpoints(element):
        # `webhook setup` may also name a page, which may exist until the disk has been read.
        if endpoint.is_webhook and element.context.facts is None:
            continue
        if not has_spec(element, endpoint):
            yield element.make_finding(
                entry.spot,
                f"No OpenAPI file applies to {code(entry.text)}, so its sidebar link is broken. "
                f"{_suggest_openapi_place(element)}",
            )


def _suggest_openapi_place(element: Element) -> str:
    if element.record.name == "navigation":  # It may not have the key itself.
        return "Set `openapi` on a group or tab, and list the endpoint there."
    return f"Set `openapi` on {element.label} or a parent."
