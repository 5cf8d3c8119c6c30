"""A component of a page has the id of an earlier element.

Why it matters
--------------
An id is an anchor that links lead to. Where two elements have the same, a link leads to the first
one, and the other cannot be reached.

Elements of HTML are left alone: programs that translate pages put `<div id="parameters">` around
every heading of that name, so that old links go on to lead to the first.

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
Give one of them another id, and see to the links that lead there.

Source: SERVICE.md, component-ids
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Place, Problem, Severity
from docs_lsp.mdx.components.component_fault import ComponentFaultKind
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Reads, site_rule
from docs_lsp.rules.mdx.component_faults import faults_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "duplicate-id"


@site_rule(_NAME, Severity.HINT, reads=Reads.TEXT)
def duplicate_id(overview: Overview) -> Iterator[Problem]:
    """Each id of a component that an earlier element of the page has."""
    for file, _, fault, _ in faults_of(overview, ComponentFaultKind.SAME_ID):
        message = (
            f"The id {code(fault.detail)} is that of an earlier element, which is where links lead."
            " Give this one another."
        )
        related = (Place(file, fault.related, "The earlier one"),) if fault.related else ()
        yield Problem(_NAME, file, fault.span, message, Severity.HINT, related)
