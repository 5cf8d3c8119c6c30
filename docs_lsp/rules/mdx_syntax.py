r"""A page cannot be parsed by the service.

Why it matters
--------------
Pages are MDX: Markdown in which a `<` starts a tag, braces contain JavaScript, and a line that
starts with `import` or `export` is code. If one of these cannot be read, the parser gives up, and
readers see a placeholder instead of the whole page. Validation before a deployment fails as well.

A tag must be closed in the block in which it is opened: a tag that is opened in a paragraph and
closed after a blank line is rejected, and so is one that is opened around a list and closed in its
last item. HTML comments and URLs in `<` and `>` are not Markdown here.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
Answers come in «<»5 ms.
--- tides.mdx
«<Note>»

Low water is at six.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
Answers come in \<5 ms.
--- tides.mdx
<Note>

Low water is at six.

</Note>
```

Fix
---
Write `\<` and `\{` for the characters themselves, or put code in backticks. Close each tag in the
block where it was opened, on a line of its own if it contains several lines.

The quick fix does that, but only if the parser then has one complaint less. A fix that shows the
text exactly as it was meant is safe: an escaped character, a link for a URL in angle brackets, an
MDX comment for an HTML comment, straight quotes, a slash in `<br>`. A fix that decides where a tag
ends is not applied without asking.

Source: SERVICE.md, page-syntax, variables
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.site.navigation.variables import Variables, read_variables
from docs_lsp.site.overview import Overview

_NAME = "mdx-syntax"
_NOT_PARSED = "_snippets/"
_SNIPPETS = "snippets/"
_WRITTEN = compile_lazily(r"\{\{\s*([\w.-]+)\s*\}\}")


def _offer_page_repairs(subject: FixContext) -> Iterator[Fix]:
    """Offer the repairs of the fault, or a similar variable in place of an undefined one."""
    from docs_lsp.rules.mdx.parse_fixes import PageRepairs  # It imports the parser of pages.

    problem = subject.problem
    named = _WRITTEN.fullmatch(subject.problem_text)
    if named:
        # Escaping it would remove its value from the page.
        overview = subject.overview
        defined = read_variables(overview.objects).by_name if overview else ()
        near = find_nearest_name(named[1], filter(str.isidentifier, defined))
        if near and problem.severity is Severity.ERROR:
            is_sure = is_misspelling(named[1], near)
            yield subject.build_fix(f"{{{{{near}}}}}", f"Write `{{{{{near}}}}}`", preferred=is_sure)
        return
    for repair in subject.read_cached(PageRepairs).find_repairs(problem.span):
        changes = tuple(FileEdit(problem.file, *edit) for edit in repair.edits)
        yield Fix(repair.title, changes, repair.safe, repair.preferred)


@site_rule(
    _NAME,
    Severity.ERROR,
    fix=_offer_page_repairs,
    fixes=FixSafety.SOME_SAFE,
    reads=PageTextNeed.FAULTS,
)
def mdx_syntax(overview: Overview) -> Iterator[Problem]:
    """Report each syntax error that the service's parser finds in pages and snippets."""
    variables: Variables | None = None
    for file, page in (overview.contents or {}).items():
        # Another rule reports component files.
        is_parsed = not (page.script or file.startswith(_NOT_PARSED))
        for fault in page.faults if is_parsed else ():
            if variables is None:
                variables = read_variables(overview.objects)
            problem = _build_problem(file, fault, variables)
            if problem:
                yield problem


def _build_problem(file: str, fault: MdxFault, variables: Variables) -> Problem | None:
    """Return the problem of a fault; None for a variable that may be replaced earlier."""
    from docs_lsp.mdx.fault_messages import (
        get_variable_name,
        render_fault_message,
        render_related_message,
    )

    variable = get_variable_name(fault)
    if variable and variables.may_define(variable):
        # Variables are replaced before a page is shown; in snippets also before validation.
        if file.startswith(_SNIPPETS) or variable not in variables.by_name:
            return None
        message = (
            f"The variable {code(variable)} works on the site but fails validation, which parses "
            "the page first. Use a name without `-` and `.`."
        )
        return Problem(_NAME, file, fault.span, message, Severity.INFORMATION)
    related: tuple[RelatedPlace, ...] = ()
    if fault.related is not None:
        related = (RelatedPlace(file, fault.related, render_related_message(fault)),)
    return Problem(_NAME, file, fault.span, render_fault_message(fault), Severity.ERROR, related)
