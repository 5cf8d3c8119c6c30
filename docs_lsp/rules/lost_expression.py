"""An expression in braces shows nothing, or breaks the page.

Why it matters
--------------
Braces in a page contain JavaScript. A name alone in braces, such as `{region}`, renders nothing
unless the page exports a string, a number or an element with that name; an export in backticks, an
array, an object or a function is not rendered either. It is reported because a word is missing from
the sentence.

`{api-key}` is a subtraction, and `{plan.name}` reads a property: if that name cannot exist, the
page fails to render.

So does any other expression that looks up a name that the page neither imports nor exports, such as
`{open | closed}`, `{owner/repo}` or `title={label}`. `{"a", "b"}` renders only `b`.

`{{name}}` is a variable of docs.json. One that docs.json does not define is not replaced.

An undefined variable, and a name whose export is not rendered, are reported as information: the
text may be intended, and the page still works.

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
Export the value as a string or number, write it out, or show the braces as text, with a backslash
before the first or backticks around it all. The quick fix does the latter; it is not applied
without asking, because a value may have been intended.

Source: SERVICE.md, expressions, variables
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import SuggestionBudget, find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.mdx.components.component_fault import (
    FUNCTION,
    UNKNOWN,
    ComponentFault,
    ComponentFaultKind,
)
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.component_faults import iter_component_faults
from docs_lsp.site.navigation.variables import Variables, read_variables
from docs_lsp.site.overview import Overview

_NAME = "lost-expression"
_KIND = ComponentFaultKind
_WORDS = compile_lazily(r"\w+(?:-\w+)+")
_PLAIN = compile_lazily(r"\{[^{}\"'`&<>]*\}")
_LONGEST_QUOTE = 60


def _offer_literal_or_variable(subject: FixContext) -> Iterator[Fix]:
    """Offer to show the braces as text or as code, or to write the suggested variable."""
    text = subject.problem_text
    if subject.problem.about:
        new = f"{{{{{subject.problem.about}}}}}"
        is_sure = is_misspelling(text.strip("{} "), subject.problem.about)
        yield subject.build_fix(new, preferred=is_sure)
    elif subject.data[: subject.problem.span.start].endswith(b"="):
        if _PLAIN.fullmatch(text):
            yield subject.build_fix(f'"{text[1:-1].strip()}"', "Write it as a string")
    elif not text.startswith("{{"):
        shown = "\\{" + text[1:]
        is_sure = subject.problem.severity is Severity.WARNING
        yield subject.build_fix(shown, "Show the braces as text", preferred=is_sure)
        yield subject.build_fix(f"`{text}`", "Show it as code")


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=_offer_literal_or_variable,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.TEXT,
)
def lost_expression(overview: Overview) -> Iterator[Problem]:
    """Report each expression that renders nothing or throws, and each undefined variable."""
    variables = read_variables(overview.objects)
    budget = SuggestionBudget()
    kinds = (_KIND.LOST_NAME, _KIND.THROWS, _KIND.PROP_THROWS, _KIND.SEQUENCE, _KIND.VARIABLE)
    for file, _, fault, is_page, _ in iter_component_faults(overview, *kinds):
        if fault.kind is _KIND.VARIABLE:
            if not variables.may_define(fault.name):
                yield _report_undefined_variable(
                    file, fault, variables, suggests=budget.spend(file)
                )
        elif is_page:  # Snippets get their values from the pages that import them.
            is_export = fault.kind is _KIND.LOST_NAME and fault.detail != UNKNOWN
            severity = Severity.INFORMATION if is_export else Severity.WARNING
            message = _DESCRIBE[fault.kind](fault)
            related = (RelatedPlace(file, fault.related, "Exported here"),) if fault.related else ()
            yield Problem(_NAME, file, fault.span, message, severity, related)


def _report_undefined_variable(
    file: str, fault: ComponentFault, variables: Variables, *, suggests: bool
) -> Problem:
    near = (find_nearest_name(fault.name, variables.by_name) if suggests else None) or ""
    remedy = f"Did you mean {code(near)}?" if near else "Define it under `variables`."
    nowhere = f"The variable {code(fault.name)} is not defined in docs.json, so it is not replaced."
    message = f"{nowhere} {remedy}"
    return Problem(_NAME, file, fault.span, message, Severity.INFORMATION, about=near)


def _describe_lost_name(fault: ComponentFault) -> str:
    """Return the message for a name in braces that is undefined or renders nothing."""
    name, braces = code(fault.name), code(f"{{{fault.name}}}")
    if fault.detail == UNKNOWN:
        return (
            f"{braces} is evaluated as JavaScript and {name} is not defined, so nothing is "
            f"rendered. To show it, write {_render_escaped(fault)} or use backticks."
        )
    what = "a function" if fault.detail == FUNCTION else "neither a string, a number nor an element"
    return (
        f"{braces} renders nothing, because {name} is exported as {what}. Export a string in "
        "quotes."
    )


def _describe_throw(fault: ComponentFault) -> str:
    """Return the message for an expression with an undefined name, which breaks the page."""
    code_in_braces = _shorten(fault.name)
    what = code(fault.name.replace("-", " - ")) if _WORDS.fullmatch(fault.name) else "JavaScript"
    return (
        f"{code(f'{{{code_in_braces}}}')} is evaluated as {what}, and {code(fault.detail)} is not "
        f"defined: the page fails to render. To show it, write {_render_escaped(fault)} or "
        f"use backticks."
    )


def _render_prop_message(fault: ComponentFault) -> str:
    """Return the message for a prop whose value uses a name that is not defined."""
    name = code(fault.detail)
    return (
        f"{code(f'{{{_shorten(fault.name)}}}')} is evaluated as JavaScript, and {name} is not "
        f"defined: the page fails to render. Export {name}, or write a string in quotes."
    )


def _render_comma_message(fault: ComponentFault) -> str:
    return (
        f"{code(f'{{{_shorten(fault.name)}}}')} is evaluated as JavaScript and renders only "
        f"{code(_shorten(fault.detail))}. To show it, write {_render_escaped(fault)} or use "
        f"backticks."
    )


def _shorten(text: str) -> str:
    """Return code on one line, cut with `…` after 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE]}…"


_DESCRIBE = {
    _KIND.LOST_NAME: _describe_lost_name,
    _KIND.THROWS: _describe_throw,
    _KIND.PROP_THROWS: _render_prop_message,
    _KIND.SEQUENCE: _render_comma_message,
}


def _render_escaped(fault: ComponentFault) -> str:
    """Return an expression with its first brace escaped, as messages show it."""
    return code(f"\\{{{_shorten(fault.name)}}}")
