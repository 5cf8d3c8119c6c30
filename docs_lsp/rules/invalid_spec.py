"""A specification cannot be used.

Why it matters
--------------
The service reads OpenAPI 3.0 and 3.1, as JSON or YAML, in a single file. From anything else it
makes no pages: endpoints that docs.json lists have no page, and where a whole reference is to be
made it stays empty, or the build stops. References to other files are not followed, so what they
bring is missing.

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
```pass
--- docs.json
"navigation": {
  "tabs": [{ "tab": "API", "openapi": "openapi.json" }]
}
--- openapi.json
{ "openapi": "3.0.3", "info": { "title": "Harbour", "version": "1" }, "paths": {} }
```

Fix
---
Correct the specification at the place that is named; convert an older version to OpenAPI 3; bundle
a specification of several files into one.

Source: navigation.md, OpenAPI in navigation; service-facts 7
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import Finding, Place, Problem, Severity
from docs_lsp.rules._rule import Rule
from docs_lsp.rules._specs import NAMING, Source, sources
from docs_lsp.rules._words import code
from docs_lsp.settings import Settings
from docs_lsp.site.element import Element
from docs_lsp.site.specs import spec_path

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts
    from docs_lsp.site.openapi import Spec

_NAME = "invalid-spec"


def _in_docs_json(element: Element) -> Iterator[Finding]:
    """Each place that names a specification with a fault."""
    facts = element.context.facts
    if facts is None or not facts.specs:
        return
    for source in _named(element):
        spec = _faulty(source.text, facts)
        if spec:
            fault = spec.faults[0]
            loss = "some pages lack parts" if spec.usable else "the service makes no pages from it"
            message = f"There is a fault in {code(spec.file)}, and {loss}. {fault.message}"
            place = Place(spec.file, fault.span, "The fault in the specification")
            yield element.at(source.spot, message, places=(place,))


def _named(element: Element) -> Iterator[Source]:
    return sources(element, "source" if element.record.name == "openapiSource" else "openapi")


def _faulty(name: str, facts: SiteFacts) -> Spec | None:
    path = spec_path(name)
    spec = facts.specs.get(path) if path in facts.files else None
    return spec if spec and spec.faults else None


def _on_disk(facts: SiteFacts, settings: Settings) -> Iterator[Problem]:
    """Each fault in a specification that was read."""
    for path, spec in facts.specs.items():
        # What is no file at all is said where docs.json names it.
        for fault in spec.faults if path in facts.files else ():
            yield Problem(_NAME, path, fault.span, fault.message, Severity.ERROR)


INVALID_SPEC = Rule(
    _NAME,
    Severity.ERROR,
    __doc__ or "",
    __file__,
    NAMING - {"asyncapiSource"},
    element=_in_docs_json,
    site=_on_disk,
)
