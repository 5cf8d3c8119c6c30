"""A prop has a value that does not do what it says.

Why it matters
--------------
Nothing checks the values of props. A value that is not among those of the documentation counts as
the default at best: `cols={7}` or `size="huge"` is not what readers see. A flag takes `{false}`;
`"false"` in quotes is a text, and a text switches the flag on. An empty title leaves a tab or an
accordion without a label, and an accordion whose title is made by an expression has no anchor.

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
Write one of the values that the message names. The quick fix writes the one of nearly the same
name, or the flag in braces; it is not made without asking, because readers see something else then.

Source: SERVICE.md, component-props
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.misspelling import is_misspelling
from docs_lsp.core.nearest import nearest
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component_fault import EMPTY, ComponentFault, ComponentFaultKind
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.rules.mdx.component_faults import faults_of

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "prop-value"
_KIND = ComponentFaultKind
_FALSE = "{false}"


def _fix_value(subject: FixContext) -> Iterator[Fix]:
    """The value that is meant."""
    if subject.problem.about == _FALSE:
        yield Fix(f"Write {code(_FALSE)}", (subject.replace(_FALSE),), preferred=True)
    elif subject.problem.about:
        value = subject.text.strip("\"'{} ")
        near = nearest(value, subject.problem.about.split())
        if near:
            new = f"{{{near}}}" if near.isdigit() else f'"{near}"'
            is_sure = is_misspelling(value, near)
            yield Fix(f"Write {code(new)}", (subject.replace(new),), preferred=is_sure)


@site_rule(_NAME, Severity.HINT, fix=_fix_value, fixes=Fixes.OFFERED, reads=Reads.TEXT)
def prop_value(overview: Overview) -> Iterator[Problem]:
    """Each value that does not do what it says."""
    kinds = (_KIND.ODD_VALUE, _KIND.TEXT_FOR_FLAG, _KIND.NO_TITLE)
    for file, _, fault, _ in faults_of(overview, *kinds):
        message = _message(fault)
        about = _render_fix_values(fault)
        yield Problem(_NAME, file, fault.span, message, Severity.HINT, about=about)


def _render_fix_values(fault: ComponentFault) -> str:
    """What the quick fix writes, or the values that it chooses from."""
    if fault.kind is _KIND.TEXT_FOR_FLAG:
        return _FALSE
    return " ".join(_values(fault)) if fault.kind is _KIND.ODD_VALUE else ""


def _values(fault: ComponentFault) -> tuple[str, ...]:
    prop = COMPONENTS[fault.name].prop(fault.detail)
    return prop.values if prop else ()


def _message(fault: ComponentFault) -> str:
    name, prop = code(fault.name), code(fault.detail)
    if fault.kind is _KIND.TEXT_FOR_FLAG:
        return f"A text switches {prop} on, whatever it says. Write {code(_FALSE)}."
    if fault.kind is _KIND.ODD_VALUE:
        return f"{prop} of {name} takes {join_words([code(value) for value in _values(fault)])}."
    if fault.detail == EMPTY:
        return f"{name} has an empty title, so it has no label and no anchor. Give it one."
    return f"{name} has an anchor only with a title that is plain text."
