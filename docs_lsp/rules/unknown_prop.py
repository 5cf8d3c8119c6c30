"""A component does not have this prop.

Why it matters
--------------
The props of components are not checked anywhere else, and an unknown one is ignored: with
`defaultopen` an accordion stays closed, with `tile` a card has no title. Known are the props of the
documentation, and those that several real sites use. Props that are valid anywhere, such as `id`,
`className` and `data-…`, are not reported.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Card «tilte»="Fees">What a berth costs.</Card>
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Card title="Fees" data-season="summer">What a berth costs.</Card>
```

Fix
---
Write the prop that is meant, or remove it. The quick fix writes the one with nearly the same name;
it is not applied without asking, because the name alone does not tell what was meant.

Source: SERVICE.md, component-props
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, ProblemTag, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import iter_component_faults
from docs_lsp.site.overview import Overview

_NAME = "unknown-prop"


def _offer_similar_prop(subject: FixContext) -> Iterator[Fix]:
    """Offer the prop with nearly the same name."""
    near = subject.problem.about
    if near:
        is_sure = is_misspelling(subject.problem_text, near)
        yield subject.build_fix(near, preferred=is_sure)


@site_rule(
    _NAME, Severity.HINT, fix=_offer_similar_prop, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT
)
def unknown_prop(overview: Overview) -> Iterator[Problem]:
    """Report each prop that its component does not have."""
    for file, _, fault, *_ in iter_component_faults(overview, ComponentFaultKind.UNKNOWN_PROP):
        known = [prop.name for prop in COMPONENTS[fault.name].props]
        near = find_nearest_name(fault.detail, known) or ""
        message = _render_message(fault, near)
        tags = (ProblemTag.UNNECESSARY,)
        yield Problem(_NAME, file, fault.span, message, Severity.HINT, tags=tags, about=near)


def _render_message(fault: ComponentFault, near: str) -> str:
    has_none = f"{code(fault.name)} has no prop {code(fault.detail)}; it is ignored."
    return f"{has_none} Did you mean {code(near)}?" if near else has_none
