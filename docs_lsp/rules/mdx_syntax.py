r"""The service's parser refuses a page.

Why it matters
--------------
Pages are MDX: Markdown in which a `<` begins a tag, braces hold JavaScript, and a line that starts
with `import` or `export` is code. Where one of these cannot be read, the parser gives up, and
readers see a placeholder instead of the whole page. The check before a deployment fails as well.

A tag has to be closed in the block in which it is opened: one that is opened in a paragraph and
closed below a blank line is refused, as is one that is opened around a list and closed in its last
item. HTML comments and addresses in `<` and `>` are no Markdown here.

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
Write `\<` and `\{` for the signs themselves, or put code between backquotes. Close each tag where
it was opened, on a line of its own if there are several lines in it.

The quick fix does that, and only where the parser then has one complaint less. What shows the text
just as it was meant is safe: an escaped sign, a link for an address in angle brackets, a comment of
MDX for one of HTML, straight quotes, a slash in `<br>`. What decides where a tag ends is not made
without asking.

Source: SERVICE.md, page-syntax, variables
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.misspelling import is_misspelling
from docs_lsp.core.nearest import nearest
from docs_lsp.core.problem import FileEdit, Fix, Place, Problem, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.site.navigation.variables import Variables, read_variables

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxFault
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "mdx-syntax"
_NOT_PARSED = "_snippets/"
_SNIPPETS = "snippets/"
_WRITTEN = compile_lazily(r"\{\{\s*([\w.-]+)\s*\}\}")


def _fixes(subject: FixContext) -> Iterator[Fix]:
    from docs_lsp.rules.mdx.parse_fixes import PageRepairs  # It brings the reading of pages along.

    problem = subject.problem
    named = _WRITTEN.fullmatch(subject.text)
    if named:
        # To escape it would take its value away from readers.
        defined = _variables(subject.overview).by_name if subject.overview else ()
        near = nearest(named[1], filter(str.isidentifier, defined))
        if near and problem.severity is Severity.ERROR:
            change = subject.replace(f"{{{{{near}}}}}")
            is_sure = is_misspelling(named[1], near)
            yield Fix(f"Write `{{{{{near}}}}}`", (change,), preferred=is_sure)
        return
    for repair in subject.read_once(PageRepairs).find_repairs(problem.span):
        changes = tuple(FileEdit(problem.file, *edit) for edit in repair.edits)
        yield Fix(repair.title, changes, repair.safe, repair.preferred)


@site_rule(_NAME, Severity.ERROR, fix=_fixes, fixes=Fixes.SOME_SAFE, reads=Reads.FAULTS)
def mdx_syntax(overview: Overview) -> Iterator[Problem]:
    """Each place where the parser gives up, in every page and snippet."""
    variables: Variables | None = None
    for file, page in (overview.contents or {}).items():
        # Files of components have a rule of their own.
        is_parsed = not (page.script or file.startswith(_NOT_PARSED))
        for fault in page.faults if is_parsed else ():
            if variables is None:
                variables = overview.cached(_variables)
            problem = _problem(file, fault, variables)
            if problem:
                yield problem


def _problem(file: str, fault: MdxFault, variables: Variables) -> Problem | None:
    from docs_lsp.mdx.fault_words import render_fault, render_related_place, variable_in

    variable = variable_in(fault)
    if variable and variables.may_define(variable):
        # They are replaced before a page is shown; in snippets, before it is validated too.
        if file.startswith(_SNIPPETS) or variable not in variables.by_name:
            return None
        message = (
            f"The variable {code(variable)} is replaced on the site, but the validation parses the "
            "page before that, and fails. Give it a name without `-` and `.`."
        )
        return Problem(_NAME, file, fault.span, message, Severity.INFORMATION)
    related: tuple[Place, ...] = ()
    if fault.related is not None:
        related = (Place(file, fault.related, render_related_place(fault)),)
    return Problem(_NAME, file, fault.span, render_fault(fault), Severity.ERROR, related)


def _variables(overview: Overview) -> Variables:
    return read_variables(overview.objects)
