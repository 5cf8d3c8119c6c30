"""A component has the same ID as an earlier element of the page.

Why it matters
--------------
An ID is the target of links. If two elements have the same ID, links open the first one, and the
other cannot be reached.

HTML elements are not checked: translation tools put `<div id="parameters">` around every heading
with that text, so that old links still open the first.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Accordion title="Yachts" ⟦id="berths"⟧>Berths 1 to 40.</Accordion>

<Accordion title="Trawlers" «id="berths"»>Berths 41 to 60.</Accordion>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Accordion title="Yachts" id="yachts">Berths 1 to 40.</Accordion>

<Accordion title="Trawlers" id="trawlers">Berths 41 to 60.</Accordion>
```

Fix
---
Give one of them another ID, and check the links to it.

Source: SERVICE.md, component-ids
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.mdx.components.component_fault import ComponentFaultKind
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import iter_component_faults
from docs_lsp.site.overview import Overview

_NAME = "duplicate-id"


@site_rule(_NAME, Severity.HINT, reads=PageTextNeed.TEXT)
def duplicate_id(overview: Overview) -> Iterator[Problem]:
    """Report each component ID that an earlier element of the page already has."""
    for file, _, fault, *_ in iter_component_faults(overview, ComponentFaultKind.SAME_ID):
        message = (
            f"The ID {code(fault.detail)} is already used: links to it open the earlier element. "
            "Give this one another ID."
        )
        related = (RelatedPlace(file, fault.related, "The earlier one"),) if fault.related else ()
        yield Problem(_NAME, file, fault.span, message, Severity.HINT, related)
