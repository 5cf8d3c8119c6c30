"""A page is listed with the extension of its file.

Why it matters
--------------
docs.json lists pages without `.mdx` or `.md`. With the extension the service looks for a page of
that whole name, does not find it, and readers get an entry that leads to an error. A name with some
other dot in it, such as `notes/v2.1`, is fine.

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
Remove the extension from the entry. The quick fix does so, and sets upper and lower case and
`/index` right where only that leads to a page. It is safe: with the extension there is no page.

Source: SERVICE.md, page-paths
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.rules.navigation.entries import entries
from docs_lsp.rules.navigation.entry_fixes import entry_text, rewrite_entry
from docs_lsp.site.entry_sorts import Sort, strip_entry_extension
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.pages import page_of

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts


def _drop_extension(subject: FixContext) -> Iterator[Fix]:
    """The entry as it should be."""
    right, _ = _correct_entry(entry_text(subject) or "", subject.facts)
    yield from rewrite_entry(subject, right, safe=True)


@element_rule(
    "page-extension",
    Severity.ERROR,
    fix=_drop_extension,
    fixes=Fixes.SAFE,
    sorts=frozenset((Sort.EXTENSION,)),
)
def page_extension(element: Element) -> Iterator[Finding]:
    """Each entry that ends in `.mdx` or `.md`."""
    for entry in entries(element, Sort.EXTENSION):
        right, is_page = _correct_entry(entry.text, element.context.facts)
        remedy = f"Write {code(right)}."
        if not is_page:
            remedy = f"Remove it and check the name: there is no page {code(right)} either."
        yield element.finding_at(
            entry.spot,
            f"{code(entry.text)} has the extension of its file, and the service finds no page of "
            f"that name. {remedy}",
        )


def _correct_entry(text: str, facts: SiteFacts | None) -> tuple[str, bool]:
    """The entry as it should be, and whether there may be such a page."""
    right = strip_entry_extension(text)
    page = page_of(right)
    if facts is None or page in facts.pages or facts.pages.non_page_reason(page):
        return right, True
    near = facts.pages.find_other_case(page) or facts.pages.index_of(page)
    return near or right, near is not None
