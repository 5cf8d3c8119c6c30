"""A listed file is never published as a page.

Why it matters
--------------
Some Markdown files are parts of pages, or belong to the repository, and are not published as pages:
those in `snippets/` and `_snippets/`, those that other pages import, README, LICENSE and
CONTRIBUTING files, and skills. An entry for one of them is a broken link in the sidebar.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«snippets/tides»", "«shared/fees»"] }
--- index.mdx
import Fees from "/shared/fees.mdx"

<Fees />
--- snippets/tides.mdx
High water comes twice a day.
--- shared/fees.mdx
A berth costs ten crowns.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
import Fees from "/shared/fees.mdx"

<Fees />
--- tides.mdx
import Tides from "/snippets/tides.mdx"

<Tides />
--- snippets/tides.mdx
High water comes twice a day.
--- shared/fees.mdx
A berth costs ten crowns.
```

Fix
---
Move or rename the file if it should be a page, or write a page that imports it. Otherwise remove
the entry; a quick fix does that, and is not applied by itself.

Source: SERVICE.md, page-files
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import entry_to_page_path


@element_rule(
    "snippet-page",
    Severity.ERROR,
    fix=partial(offer_entry_removal, preferred=True),
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.NEVER},
)
def snippet_page(element: Element) -> Iterator[Finding]:
    """Report each entry whose file is never a page."""
    facts = element.context.facts
    for entry in get_entries_of_kind(element, EntryKind.NEVER):
        never = facts.pages.find_non_page_reason(entry_to_page_path(entry.text)) if facts else None
        if facts and never:
            importer = facts.pages.find_importer(entry_to_page_path(entry.text))
            yield element.make_finding(
                entry.spot,
                f"{code(entry_to_page_path(entry.text))} is not a page: {never.value}. Its sidebar "
                "link is broken. List a page, or remove the entry.",
                places=(RelatedPlace(importer, Span(0, 0), "It is imported here"),)
                if importer
                else (),
            )
