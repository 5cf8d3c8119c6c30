"""A page path has unnecessary slashes or dots.

Why it matters
--------------
A path is relative to the folder of docs.json, whichever file it is in, so `./` and `../` mean
nothing in it: the service removes them, and doubled slashes as well. A trailing slash stays. Such a
path works as long as everything that reads it normalises it in the same way; scripts, editors and
searches for the path mostly do not. A single leading slash is common and does no harm.

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

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import get_entry_page, offer_rewritten_entry
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import entry_to_page_path


def _offer_tidy_path(subject: FixContext) -> Iterator[Fix]:
    """Offer the path of the entry's page, without unnecessary slashes and dots."""
    yield from offer_rewritten_entry(subject, get_entry_page(subject), safe=True)


@element_rule(
    "page-slash",
    Severity.HINT,
    fix=_offer_tidy_path,
    fixes=FixSafety.SAFE,
    sorts={EntryKind.UNTIDY},
)
def page_slash(element: Element) -> Iterator[Finding]:
    """Report each entry that is a page once it is normalised."""
    for entry in get_entries_of_kind(element, EntryKind.UNTIDY):
        page = entry_to_page_path(entry.text)
        yield element.make_finding(
            entry.spot,
            f"The path {code(entry.text)} has unnecessary slashes or dots. Write {code(page)}.",
        )
