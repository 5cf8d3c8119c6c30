"""A component file is not valid JavaScript.

Why it matters
--------------
The service reads each `.jsx` file as a module with JSX. If that fails, validation fails, and the
components of the file are missing from all pages that import them. TypeScript belongs in `.tsx`
files, which are not checked here.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import { TideTable } from "/snippets/tables.jsx"

<TideTable />
--- snippets/tables.jsx
export const TideTable = ({ rows }) => (
  <table>
    {rows.map((row) => <tr key={row}>)«}»
  </table>
)
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import { TideTable } from "/snippets/tables.jsx"

<TideTable />
--- snippets/tables.jsx
export const TideTable = ({ rows }) => (
  <table>
    {rows.map((row) => <tr key={row} />)}
  </table>
)
```

Fix
---
Correct the code at the reported place, or before it: often a bracket, a brace or a closing tag is
missing further up.

Source: SERVICE.md, imports
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.mdx.syntax import MdxFault
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.overview import Overview

_NAME = "jsx-syntax"
_SNIPPETS = "snippets/"


@site_rule(_NAME, Severity.ERROR, reads=PageTextNeed.TEXT)
def jsx_syntax(overview: Overview) -> Iterator[Problem]:
    """Report each syntax error in the component files that pages may import."""
    from docs_lsp.site.mdx.content import read_syntax

    contents = overview.contents or {}
    if not any(file.endswith(COMPONENTS) for file in contents):
        return
    imported = {path for page in contents.values() for path in page.imports}
    for file, content in contents.items():
        # A project may contain other programs beside its pages.
        if content.script and (file in imported or file.startswith(_SNIPPETS)):
            for fault in read_syntax(content).faults:
                yield Problem(
                    _NAME, file, fault.span, _describe_syntax_fault(fault, file), Severity.ERROR
                )


def _describe_syntax_fault(fault: MdxFault, file: str) -> str:
    lost = f"so the components of {code(file)} are missing from all pages"
    if fault.detail:
        return f"The file ends in the middle of the code, {lost}. Close the open bracket or tag."
    return f"This is not valid JavaScript, {lost}. Correct it, or close an open bracket or tag."
