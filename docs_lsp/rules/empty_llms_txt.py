"""An `llms.txt` or `llms-full.txt` of the site is empty, or has no title.

Why it matters
--------------
An `llms.txt` or `llms-full.txt` beside docs.json overrides the generated file. If it is empty, AI
tools that ask for the pages of the site find none. The file must begin with the title of the site
as a heading; tools that follow the standard may reject anything else.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- llms.txt
«»

```
```pass
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
# Home
--- llms.txt
# Harbour

- [Home](https://harbour.example/index.md)
```

Fix
---
Remove the file, so that the service generates it, or write it. The title is `# ` and the name of
the site, in the first line.

Source: SERVICE.md, platform-files, llms-limit
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import DeletedFile, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.site.overview import Overview
from docs_lsp.site.site_files import LISTS

_NAME = "empty-llms-txt"
_TOP = Span(0, 0)
_LINE = compile_lazily(rb"[^\s\xef\xbb\xbf][^\r\n]*")


def _offer_file_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the file if it is blank, not if it only lacks a title."""
    file = subject.problem.file
    if subject.problem.severity is Severity.WARNING:
        yield Fix("Remove the file", (DeletedFile(file),), preferred=True)


@site_rule(_NAME, Severity.WARNING, fix=_offer_file_removal, fixes=FixSafety.OFFERED)
def empty_llms_txt(overview: Overview) -> Iterator[Problem]:
    """Report each llms file in the root that is blank, or does not begin with a title."""
    for file in LISTS:
        data = overview.facts.lists.get(file)
        if data is None:
            continue
        first = _LINE.search(data)
        if first is None:
            message = (
                "This file overrides the generated one, and is empty: AI tools find no pages. "
                "Write it, or remove it."
            )
            yield Problem(_NAME, file, _TOP, message, Severity.WARNING)
        elif not first[0].startswith(b"# "):
            message = (
                "This file does not begin with a title, which AI tools expect. Write "
                f"{code('# ' + _choose_site_title(overview))} in the first line."
            )
            yield Problem(_NAME, file, Span(*first.span()), message, Severity.INFORMATION)


def _choose_site_title(overview: Overview) -> str:
    """Return the name of the site on one line, or `Title` if it has none."""
    name = overview.objects[0].element.get_text("name") if overview.objects else None
    return " ".join((name or "").split()) or "Title"
