"""Readers do not see what stands in braces.

Why it matters
--------------
Braces in a page hold JavaScript. Of a name alone in braces, such as `{region}`, the service shows
nothing, unless the page exports a text, a number or an element of that name: an export with
backticks, a list, an object or a function is not shown either. That is worth knowing, for a word is
missing from the sentence.

`{api-key}` is a subtraction, and `{plan.name}` asks for a property: where nothing of that name can
exist, the page throws an error when it is shown.

`{{name}}` stands for a variable of docs.json. One that docs.json does not define stays as it is
written, and cannot be shown.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
# Moorings

Call the harbour office on channel «{channel}».
```
```pass
--- docs.json
"navigation": { "pages": ["moorings"] }
--- moorings.mdx
export const channel = 12

# Moorings

Call the harbour office on channel {channel}, not on \\{channel}.
```

Fix
---
Export the value as a plain text or number, write it out, or keep the braces as text with a
backslash before the first or with backticks around it all. The quick fix does the latter; it is not
made without asking, because a value may have been meant.

Source: SERVICE.md, expressions, variables
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.misspelling import is_misspelling
from docs_lsp.core.nearest import SuggestionBudget, nearest
from docs_lsp.core.problem import Fix, Place, Problem, Severity
from docs_lsp.mdx.components.component_fault import (
    FUNCTION,
    UNKNOWN,
    ComponentFault,
    ComponentFaultKind,
)
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.rules.mdx.component_faults import faults_of
from docs_lsp.site.navigation.variables import Variables, read_variables

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "lost-expression"
_KIND = ComponentFaultKind


def _correct_braces(subject: FixContext) -> Iterator[Fix]:
    """The braces as readers are to see them, or the variable that is meant."""
    text = subject.text
    if subject.problem.about:
        new = f"{{{{{subject.problem.about}}}}}"
        is_sure = is_misspelling(text.strip("{} "), subject.problem.about)
        yield Fix(f"Write {code(new)}", (subject.replace(new),), preferred=is_sure)
    elif not text.startswith("{{"):
        shown = "\\{" + text[1:]
        is_sure = subject.problem.severity is Severity.WARNING
        yield Fix("Show the braces as text", (subject.replace(shown),), preferred=is_sure)
        yield Fix("Show it as code", (subject.replace(f"`{text}`"),))


@site_rule(_NAME, Severity.INFORMATION, fix=_correct_braces, fixes=Fixes.OFFERED, reads=Reads.TEXT)
def lost_expression(overview: Overview) -> Iterator[Problem]:
    """Each expression that shows nothing, or throws."""
    variables = overview.cached(_variables)
    budget = SuggestionBudget()
    kinds = (_KIND.LOST_NAME, _KIND.THROWS, _KIND.VARIABLE)
    for file, _, fault, is_page in faults_of(overview, *kinds):
        if fault.kind is _KIND.VARIABLE:
            if not variables.may_define(fault.name):
                yield _check_variable(file, fault, variables, suggests=budget.allows(file))
        elif is_page:  # A part of pages is given its values by those.
            throws = fault.kind is _KIND.THROWS
            severity = Severity.WARNING if throws else Severity.INFORMATION
            message = _describe_throw(fault) if throws else _describe_lost_name(fault)
            related = (Place(file, fault.related, "It is exported here"),) if fault.related else ()
            yield Problem(_NAME, file, fault.span, message, severity, related)


def _variables(overview: Overview) -> Variables:
    return read_variables(overview.objects)


def _check_variable(
    file: str, fault: ComponentFault, variables: Variables, *, suggests: bool
) -> Problem:
    near = (nearest(fault.name, variables.by_name) if suggests else None) or ""
    remedy = f"Did you mean {code(near)}?" if near else "Define it under `variables`."
    nowhere = f"docs.json defines no variable {code(fault.name)}, so it is not replaced."
    message = f"{nowhere} {remedy}"
    return Problem(_NAME, file, fault.span, message, Severity.INFORMATION, about=near)


def _describe_lost_name(fault: ComponentFault) -> str:
    name = code(fault.name)
    if fault.detail == UNKNOWN:
        return (
            f"Nothing called {name} is exported here, so readers see nothing in place of the "
            "braces. Export a text, or write `\\{` to show them."
        )
    what = "a function" if fault.detail == FUNCTION else "neither a text, a number nor an element"
    return (
        f"{name} is exported as {what}, so readers see nothing in place of the braces. Export a "
        "plain text in quotes."
    )


def _describe_throw(fault: ComponentFault) -> str:
    what = "a subtraction" if "-" in fault.name else "JavaScript"
    return (
        f"{code(fault.name)} in braces is {what}, and nothing here is called {code(fault.detail)}, "
        "so the page throws an error when it is shown. Write `\\{` to show the braces."
    )
