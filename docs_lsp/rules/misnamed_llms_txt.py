"""A file for AI tools has a name that no tool requests.

Why it matters
--------------
AI tools request the list of a site's pages at `/llms.txt`, and the text of all pages at
`/llms-full.txt`. The service generates both, and a file of exactly that name replaces it; a file
with another name, or other capitals, is never requested.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- LLMS.txt
«»# Harbour
```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- llms.txt
# Harbour
```

Fix
---
Rename the file. The quick fix does that; it is not applied by itself, because the old URL then no
longer works.

Source: SERVICE.md, platform-files
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, MovedFile, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.site.overview import Overview
from docs_lsp.site.site_files import LISTS, LLMS_FULL_TXT, LLMS_TXT

_NAME = "misnamed-llms-txt"
_LIKE_LIST = compile_lazily(r"llms?[-_. ]?(?P<full>full)?\.(?:txt|text)", re.IGNORECASE)


def _offer_rename(subject: FixContext) -> Iterator[Fix]:
    """Offer to rename the file to the name that tools request, unless another file has it."""
    name = _guess_list_name(subject.problem.file)
    if name and not subject.files.exists(name):
        yield Fix(f"Rename it to {code(name)}", (MovedFile(subject.problem.file, name),))


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_rename, fixes=FixSafety.CHOICE)
def misnamed_llms_txt(overview: Overview) -> Iterator[Problem]:
    """Report each file at the root with nearly the name of a missing file for AI tools."""
    files = overview.facts.files
    for file in sorted(one for one in files if "/" not in one):
        name = _guess_list_name(file)
        if name and name not in files:
            message = (
                f"AI tools request {code('/' + name)}, not {code('/' + file)}, so they get the "
                f"generated file. Rename it to {code(name)} if it is meant for them."
            )
            yield Problem(_NAME, file, Span(0, 0), message, Severity.INFORMATION)


def _guess_list_name(file: str) -> str | None:
    """Return the name that a file at the root should have; None if it is right or unrelated."""
    match = _LIKE_LIST.fullmatch(file)
    if match is None or file in LISTS:
        return None
    return LLMS_FULL_TXT if match["full"] else LLMS_TXT
