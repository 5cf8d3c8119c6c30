"""An entry differs from its file in upper and lower case.

Why it matters
--------------
On many computers `Guides/Start` and `guides/start` are the same file, so everything seems to work
while the site is written. The service distinguishes them: there the entry has no page, and readers
who follow it get an error.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["«Guides/start»"] }
--- guides/start.mdx
# Start
```
```pass
--- docs.json
"navigation": { "pages": ["guides/start"] }
--- guides/start.mdx
# Start
```

Fix
---
Write the entry like the file name, or rename the file. The quick fix does the former; it is safe,
because the entry cannot mean any other page.

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


def _offer_exact_path(subject: FixContext) -> Iterator[Fix]:
    """Offer the path exactly as the file has it."""
    if subject.facts is not None:
        page = subject.facts.pages.find_other_case(get_entry_page(subject))
        yield from offer_rewritten_entry(subject, page, safe=True)


@element_rule(
    "page-case",
    Severity.ERROR,
    fix=_offer_exact_path,
    fixes=FixSafety.SAFE,
    sorts={EntryKind.OTHER_CASE},
)
def page_case(element: Element) -> Iterator[Finding]:
    """Report each entry whose file differs in case only."""
    facts = element.context.facts
    for entry in get_entries_of_kind(element, EntryKind.OTHER_CASE):
        page = facts.pages.find_other_case(entry_to_page_path(entry.text)) if facts else None
        if page:
            yield element.make_finding(
                entry.spot,
                f"{code(entry.text)} differs from its file in upper and lower case, so its sidebar "
                f"link is broken once published. Write {code(page)}.",
            )
