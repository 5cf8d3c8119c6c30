"""A specification is not valid OpenAPI.

Why it matters
--------------
The service reads OpenAPI 3.0 and 3.1, as JSON or YAML, in a single file. If the specification of a
navigation element is anything else, the service generates no pages at all, not even from others.
References to other files are not followed, so their content is missing.

A document that can be read is compared with the OpenAPI schema of its version. The severity depends
on what is lost:

* Error: something cannot be read, or has to be left out, such as an array instead of an object, a
  path without `/`, or a parameter with an unknown `in`.
* Warning: readers will miss or misunderstand something, such as an unknown key that is most likely
  a typo, or a tag without a name.
* Information: nothing is lost, as with a response without `description`, a key that OpenAPI does
  not define, or `version: 1` without quotes. Each kind is reported once, with the number of places.

Schema violations are reported only in the specification itself, at most the 50 worst of each
document. Examples, defaults and extensions are not checked.

Example
-------
```fail
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "«openapi.json»" }]
}
--- openapi.json
{ «⟦"swagger"⟧»: "2.0", "info": { "title": "Harbour", "version": "1" }, "paths": {} }
```
```fail
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "openapi.yaml" }]
}
--- openapi.yaml
openapi: 3.1.0
info: { title: Harbour, version: "1" }
paths:
  /boats:
    get:
      «sumary»: List boats
      parameters:
        - { name: flag, in: «params», schema: { type: string } }
```
```pass
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "openapi.json" }]
}
--- openapi.json
{
  "openapi": "3.0.3", "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": { "responses": { "200": { "description": "All" } } } } }
}
```

Fix
---
Correct the specification at the reported place; convert an older version to OpenAPI 3; bundle a
specification of several files into one. If the specification is generated, correct its source.

Source: SERVICE.md, specification-files; the OpenAPI schemas
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.rule import element_rule
from docs_lsp.rules.operations.named_specs import NAMING, describe_lost_pages
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.summaries.needed_specs import list_loaded_specs

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Spec

_NAME = "invalid-spec"


def _report_spec_faults(overview: Overview) -> Iterator[Problem]:
    """Report the faults and schema violations of each specification that the site uses."""
    # A missing file is reported where docs.json names it.
    for spec in list_loaded_specs(overview):
        for fault in spec.faults:
            yield Problem(_NAME, spec.file, fault.span, fault.message, Severity.ERROR)
        for span, message, severity in spec.violations:
            yield Problem(_NAME, spec.file, span, message, severity)


@element_rule(
    _NAME,
    Severity.ERROR,
    on=NAMING - {"asyncapiSource"},
    keys={"openapi", "source"},
    site=_report_spec_faults,
)
def invalid_spec(element: Element) -> Iterator[Finding]:
    """Report each place in docs.json that names a specification with a fault."""
    facts = element.context.facts
    if facts is None or not facts.specs:
        return
    for source in _list_openapi_entries(element):
        spec = _find_faulty_spec(source.text, facts)
        if spec:
            fault = spec.faults[0]
            loss = "some pages are incomplete"
            if not spec.usable:
                loss = describe_lost_pages(source.text, element)
            message = f"{code(spec.file)} has an error, so {loss}. {fault.message}"
            place = RelatedPlace(spec.file, fault.span, "The error in the specification")
            yield element.make_finding(source.spot, message, places=(place,))


def _list_openapi_entries(element: Element) -> Sequence[Entry]:
    return element.list_strings("source" if element.record.name == "openapiSource" else "openapi")


def _find_faulty_spec(name: str, facts: SiteFacts) -> Spec | None:
    """Return the existing specification of this name if it has faults, or None."""
    path = resolve_spec_path(name)
    spec = facts.specs.get(path) if path in facts.files else None
    return spec if spec and spec.faults else None
