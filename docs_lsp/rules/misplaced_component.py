"""A component is used outside the component that it belongs in.

Why it matters
--------------
A `Step` is made for `Steps`, a `Tab` for `Tabs`, a `Tree.File` for a `Tree`. Directly inside
another component, or at the top level, it is not displayed as intended, and the service warns of
steps and tabs when it builds the page.

Content of a component that the page defines itself is not checked, because that component may add
the right parent; nor are snippets.

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
Put it directly inside the component that it belongs in.

Source: SERVICE.md, component-places
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import iter_component_faults
from docs_lsp.site.overview import Overview

_NAME = "misplaced-component"


@site_rule(_NAME, Severity.HINT, reads=PageTextNeed.TEXT)
def misplaced_component(overview: Overview) -> Iterator[Problem]:
    """Report each component that is not a direct child of the one it belongs in."""
    for file, _, fault, is_page, _ in iter_component_faults(overview, ComponentFaultKind.OUTSIDE):
        if is_page or fault.detail:
            yield Problem(_NAME, file, fault.span, _render_message(fault), Severity.HINT)


def _render_message(fault: ComponentFault) -> str:
    wanted = join_codes(COMPONENTS[fault.name].parents)
    instead = f", not of {code(fault.detail)}" if fault.detail else ""
    return f"{code(fault.name)} must be a direct child of {wanted}{instead}."
