"""An entry names a folder instead of the `index` page in it.

Why it matters
--------------
The page `guides/index.mdx` has the URL `/guides`, but docs.json lists files, and there its name is
`guides/index`. For `guides` the service looks for `guides.mdx`, which does not exist, so the
sidebar link is broken.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["«guides»"] }
--- guides/index.mdx
# Guides
```
```pass
--- docs.json
"navigation": { "pages": ["guides/index"] }
--- guides/index.mdx
# Guides
```

Fix
---
Add `/index` to the entry. The quick fix does so; it is safe, because the entry cannot mean any
other page.

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


def _offer_index_path(subject: FixContext) -> Iterator[Fix]:
    """Offer to rewrite the entry to the path of the index file."""
    if subject.facts is not None:
        page = subject.facts.pages.find_folder_index(get_entry_page(subject))
        yield from offer_rewritten_entry(subject, page, safe=True)


@element_rule(
    "index-page",
    Severity.ERROR,
    fix=_offer_index_path,
    fixes=FixSafety.SAFE,
    sorts={EntryKind.INDEX_ONLY},
)
def index_page(element: Element) -> Iterator[Finding]:
    """Report each entry that names a folder instead of the `index` page in it."""
    facts = element.context.facts
    for entry in get_entries_of_kind(element, EntryKind.INDEX_ONLY):
        page = facts.pages.find_folder_index(entry_to_page_path(entry.text)) if facts else None
        if page:
            yield element.make_finding(
                entry.spot,
                f"{code(entry.text)} is the URL of a page, not its file, so its sidebar link is "
                f"broken. Write {code(page)}.",
            )
