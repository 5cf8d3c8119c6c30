"""A page's path has slashes or dots that do not belong there.

Why it matters
--------------
A path counts from the folder of docs.json, wherever it stands, so `./` and `../` mean nothing in
it: the service takes them away, and doubled slashes as well. A slash at the end stays. Such a path
works as long as all that reads it tidies it up in the same way; scripts, editors and searches for
the path mostly do not. A single slash in front is common and does no harm.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«./guides/start»", "«guides//fees/»"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- guides/fees.mdx
# Fees
```
```pass
--- docs.json
"navigation": { "pages": ["/index", "guides/start", "guides/fees"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- guides/fees.mdx
# Fees
```

Fix
---
Write the path of the file as it is. The quick fix does so; it is safe, because the page stays the
same.

Source: SERVICE.md, page-paths
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.rules.navigation.entries import entries
from docs_lsp.rules.navigation.entry_fixes import entry_page, rewrite_entry
from docs_lsp.site.entry_sorts import Sort
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import page_of


def _tidy_path(subject: FixContext) -> Iterator[Fix]:
    """The page's own path."""
    yield from rewrite_entry(subject, entry_page(subject), safe=True)


@element_rule(
    "page-slash",
    Severity.HINT,
    fix=_tidy_path,
    fixes=Fixes.SAFE,
    sorts=frozenset((Sort.UNTIDY,)),
)
def page_slash(element: Element) -> Iterator[Finding]:
    """Each entry that is a page once it is tidied up."""
    for entry in entries(element, Sort.UNTIDY):
        page = page_of(entry.text)
        yield element.finding_at(
            entry.spot,
            f"{code(entry.text)} has slashes or dots that do not belong to the path of a page. "
            f"Write {code(page)}.",
        )
