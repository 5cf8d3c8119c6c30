"""A page is listed, and its file does not exist.

Why it matters
--------------
The service builds the site all the same and keeps the entry in the sidebar, without a page: readers
who follow it get an error. The same is true of the `root` of a group, which opens when they click
on its title. With the service's own strict check the build fails.

An entry is left alone where the page may be one that the service makes from a specification: where
no page has a like name, and either an operation of the specification in force is called so, or the
specification cannot be looked at (it lies behind a URL, say) and the entry lies in the folder that
the element names for generated pages, or in `api-reference`, where they go otherwise.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«guides/strat»"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
```
```pass
--- docs.json
"navigation": { "pages": ["index", "guides/start"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
```

Fix
---
Correct the path, create the page, or remove the entry. A path counts from the folder of docs.json
and has no extension.

Source: navigation.md, Pages; service-facts 4 and 7
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._entries import Sort, entries, page_of
from docs_lsp.rules._generated import generated_pages
from docs_lsp.rules._rule import element_rule
from docs_lsp.rules._words import code, spoken
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.element import Element, Entry

if TYPE_CHECKING:
    from docs_lsp.site.facts import SiteFacts

# Where more entries than this are missing from one list, a whole folder is; to search for the like
# of each would tell nothing, and cost seconds on a large site.
_SEARCHED = 3
_SHOWN = 3
_LOOKED_AT = 24
_LANGUAGES = frozenset(LANGUAGE_NAMES)
_TAIL = re.compile(r"[?#].*", re.DOTALL)
_GLUED = re.compile(r"(GET|POST|PUT|PATCH|DELETE)(/\S+)")


@element_rule("missing-page", Severity.ERROR)
def missing_page(element: Element) -> Iterator[Finding]:
    """Each entry without a file."""
    facts = element.context.facts
    missing = list(entries(element, Sort.MISSING))
    if facts is None or not missing:
        return
    is_generated = generated_pages(element, facts)
    for count, entry in enumerate(missing):
        searched = count < _SEARCHED or is_generated is not None
        near = _near(entry.text, element.inner.language, facts) if searched else ()
        if near or is_generated is None or not is_generated(page_of(entry.text)):
            yield element.at(entry.spot, _message(entry, near, facts))


def _message(entry: Entry, near: tuple[str, ...], facts: SiteFacts) -> str:
    page = page_of(entry.text)
    loss = "so readers get an entry that leads nowhere."
    if page in facts.files:
        fault = f"{code(page)} is a file, but only `.mdx` and `.md` files are pages"
        return f"{fault}, {loss} Remove the entry."
    glued = _GLUED.fullmatch(entry.text)
    meant = (f"{glued[1]} {glued[2]}",) if glued else near
    remedy = f"Create {code(page + '.mdx')}, or remove the entry."
    if meant:
        remedy = f"Did you mean {spoken([code(one) for one in meant])}?"
    return f"There is no page {code(page)}, {loss} {remedy}"


def _near(text: str, language: str | None, facts: SiteFacts) -> tuple[str, ...]:
    """The pages that an entry may have meant: none of another language than its own."""
    respelt = page_of(_TAIL.sub("", text).replace("\\", "/").strip())
    if respelt in facts.pages:
        return (respelt,)
    found = facts.pages.nearest(respelt, limit=_LOOKED_AT)
    if language:
        others = _LANGUAGES - {language, *respelt.split("/")}
        found = tuple(page for page in found if others.isdisjoint(page.split("/")))
        found = tuple(sorted(found, key=lambda page: language not in page.split("/")))
    return found[:_SHOWN]
