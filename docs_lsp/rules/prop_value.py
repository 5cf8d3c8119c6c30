"""A prop has a value that does not do what it seems to.

Why it matters
--------------
The values of props are not checked anywhere else. An undocumented value has the effect of the
default at best: `cols={7}` or `size="huge"` is not what readers see. A flag accepts `{false}`;
`"false"` in quotes is a string, and any string switches the flag on. An empty title leaves a tab or
an accordion without a label, and an accordion whose title is an expression has no anchor.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Badge size=«"huge"»>Full</Badge>

<Card title="Fees" horizontal=«"false"» />
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

<Badge size="lg">Full</Badge>

<Card title="Fees" horizontal={false} />
```

Fix
---
Write one of the values that the message names. The quick fix writes the one with nearly the same
name, or the flag in braces; it is not applied without asking, because it changes what readers see.

Source: SERVICE.md, component-props
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import EMPTY, ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import iter_component_faults
from docs_lsp.site.overview import Overview

_NAME = "prop-value"
_KIND = ComponentFaultKind
_FALSE = "{false}"


def _offer_value(subject: FixContext) -> Iterator[Fix]:
    """Offer the value that is most likely meant."""
    if subject.problem.about == _FALSE:
        yield subject.build_fix(_FALSE, preferred=True)
    elif subject.problem.about:
        value = subject.problem_text.strip("\"'{} ")
        near = find_nearest_name(value, subject.problem.about.split())
        if near:
            new = f"{{{near}}}" if near.isdigit() else f'"{near}"'
            is_sure = is_misspelling(value, near)
            yield subject.build_fix(new, preferred=is_sure)


@site_rule(_NAME, Severity.HINT, fix=_offer_value, fixes=FixSafety.OFFERED, reads=PageTextNeed.TEXT)
def prop_value(overview: Overview) -> Iterator[Problem]:
    """Report each prop value that is not allowed or a string for a boolean, and each bad title."""
    kinds = (_KIND.ODD_VALUE, _KIND.TEXT_FOR_FLAG, _KIND.NO_TITLE)
    for file, _, fault, *_ in iter_component_faults(overview, *kinds):
        message = _render_message(fault)
        about = _join_fix_values(fault)
        yield Problem(_NAME, file, fault.span, message, Severity.HINT, about=about)


def _join_fix_values(fault: ComponentFault) -> str:
    """Return the value that the quick fix writes, or those it chooses from, space-separated."""
    if fault.kind is _KIND.TEXT_FOR_FLAG:
        return _FALSE
    return " ".join(_list_allowed_values(fault)) if fault.kind is _KIND.ODD_VALUE else ""


def _list_allowed_values(fault: ComponentFault) -> tuple[str, ...]:
    prop = COMPONENTS[fault.name].find_prop(fault.detail)
    return prop.values if prop else ()


def _render_message(fault: ComponentFault) -> str:
    name, prop = code(fault.name), code(fault.detail)
    if fault.kind is _KIND.TEXT_FOR_FLAG:
        right = code(f"{fault.detail}={_FALSE}")
        return f'Any string, even "false", counts as true; write {right}.'
    if fault.kind is _KIND.ODD_VALUE:
        return f"{prop} of {name} must be {join_codes(_list_allowed_values(fault))}."
    if fault.detail == EMPTY:
        return f"{name} has an empty title, so it has no label and no anchor. Add a title."
    return f"The title of {name} is not plain text, so it has no anchor. Write a plain string."
