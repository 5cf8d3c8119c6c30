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
Remove the extension from the entry.

Source: navigation.md, Pages; service-facts 1.1
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._entries import Sort, entries, page_of, without_suffix
from docs_lsp.rules._rule import element_rule
from docs_lsp.rules._words import code
from docs_lsp.site.element import Element


@element_rule("page-extension", Severity.ERROR)
def page_extension(element: Element) -> Iterator[Finding]:
    """Each entry that ends in `.mdx` or `.md`."""
    for entry in entries(element, Sort.EXTENSION):
        yield element.at(
            entry.spot,
            f"{code(entry.text)} has the extension of its file, and the service finds no page of "
            f"that name. {_remedy(element, without_suffix(entry.text))}",
        )


def _remedy(element: Element, right: str) -> str:
    facts = element.context.facts
    page = page_of(right)
    if facts is None or page in facts.pages or facts.pages.never(page):
        return f"Write {code(right)}."
    near = facts.pages.other_case(page) or facts.pages.index_of(page)
    if near:
        return f"Write {code(near)}."
    return f"Remove it and check the name: there is no page {code(right)} either."
