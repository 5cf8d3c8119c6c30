"""A page is listed with its file extension.

Why it matters
--------------
docs.json lists pages without `.mdx` or `.md`. With the extension the service looks for a page of
exactly that name, does not find it, and the sidebar link is broken. A name with another dot in it,
such as `notes/v2.1`, is fine.

Example
-------
```fail
"navigation": { "pages": ["index", "«guides/start.mdx»"] }
```
```pass
"navigation": { "pages": ["index", "guides/start", "notes/v2.1"] }
```

Fix
---
Remove the extension from the entry. The quick fix does so, and corrects upper and lower case and
`/index` if only that leads to a page. It is safe: with the extension there is no page.

Source: SERVICE.md, page-paths
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import get_entry_text, offer_rewritten_entry
from docs_lsp.site.entry_sorts import EntryKind, strip_entry_extension
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.specifications.facts import SiteFacts


def _offer_without_extension(subject: FixContext) -> Iterator[Fix]:
    """Offer the entry without its extension, or the page that differs only in case or `/index`."""
    right, _ = _correct_entry(get_entry_text(subject) or "", subject.facts)
    yield from offer_rewritten_entry(subject, right, safe=True)


@element_rule(
    "page-extension",
    Severity.ERROR,
    fix=_offer_without_extension,
    fixes=FixSafety.SAFE,
    sorts={EntryKind.EXTENSION},
)
def page_extension(element: Element) -> Iterator[Finding]:
    """Report each entry that ends in `.mdx` or `.md`."""
    for entry in get_entries_of_kind(element, EntryKind.EXTENSION):
        right, is_page = _correct_entry(entry.text, element.context.facts)
        remedy = f"Write {code(right)}."
        if not is_page:
            remedy = f"Remove it and check the name: {code(right)} does not exist either."
        yield element.make_finding(
            entry.spot,
            f"{code(entry.text)} has a file extension, so its sidebar link is broken. {remedy}",
        )


def _correct_entry(text: str, facts: SiteFacts | None) -> tuple[str, bool]:
    """Return an entry without its extension, or the nearest page, and whether that may exist."""
    right = strip_entry_extension(text)
    page = entry_to_page_path(right)
    if facts is None or page in facts.pages or facts.pages.find_non_page_reason(page):
        return right, True
    near = facts.pages.find_other_case(page) or facts.pages.find_folder_index(page)
    return near or right, near is not None
