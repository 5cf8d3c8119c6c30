"""A component stands outside the one that it is a part of.

Why it matters
--------------
A `Step` is made for `Steps`, a `Tab` for `Tabs`, a `Tree.File` for a `Tree`. Right inside another
component, or in the open, it is not shown as it was meant, and the service warns of steps and tabs
when it builds the page.

What stands in a component of the page's own is left alone, for that may put the right one around
it, and so are parts of pages.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<«Step» title="Call the harbour">
  On channel 12.
</Step>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Steps>
  <Step title="Call the harbour">
    On channel 12.
  </Step>
</Steps>
```

Fix
---
Put it right inside the component that it belongs in.

Source: SERVICE.md, component-places
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import Reads, site_rule
from docs_lsp.rules.mdx.component_faults import faults_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_NAME = "misplaced-component"


@site_rule(_NAME, Severity.HINT, reads=Reads.TEXT)
def misplaced_component(overview: Overview) -> Iterator[Problem]:
    """Each component that stands elsewhere than in the one it belongs in."""
    for file, _, fault, is_page in faults_of(overview, ComponentFaultKind.OUTSIDE):
        if is_page or fault.detail:
            yield Problem(_NAME, file, fault.span, _message(fault), Severity.HINT)


def _message(fault: ComponentFault) -> str:
    wanted = join_words([code(parent) for parent in COMPONENTS[fault.name].parents])
    here = f"in {code(fault.detail)}" if fault.detail else "in none"
    return f"A {code(fault.name)} belongs right inside {wanted}, and stands {here} here."
