"""A group asks for a listing that no page can show.

Why it matters
--------------
With `directory` a group lists its pages and groups on its own page, the one that `root` names. A
group without `root` has no page of its own, so there is nothing to show the listing on. A group
that holds other groups is passed over: they inherit the setting, and may have a `root`.

Example
-------



```fail
"navigation": {
  "groups": [
    { "group": "Harbour", «"directory"»: "card", "pages": ["moorings", "fees"] }
  ]
}
```


```pass
"navigation": {
  "groups": [
    { "group": "Harbour", "root": "harbour", "directory": "card", "pages": ["moorings", "fees"] }
  ]
}
```

Fix
---
Name the page that is to show the listing in `root`, or remove `directory`. The quick fix makes the
group's first page its `root`, and leaves it in the list. It is offered, and not made by itself:
often the listing wants a page of its own.

Source: navigation.md, Groups
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.edits import insert_members, quoted
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.problem import Finding, Fix, Severity
from docs_lsp.rules._entries import Sort, sort_of
from docs_lsp.rules._fix import Subject
from docs_lsp.rules._rule import Fixes, element_rule
from docs_lsp.rules._words import code
from docs_lsp.site.nav.element import Element

_PAGES = (Sort.PAGE, Sort.UNTIDY, Sort.UNKNOWN)
_LISTINGS = ("accordion", "card")
_MESSAGE = (
    "A listing appears on a group's root page, and this group has none. Name the page in `root`, "
    "or remove `directory`."
)


def _first_page_as_root(subject: Subject) -> Iterator[Fix]:
    """Set `root` to the first page of the group."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object):
        return
    pages = (
        entry.text for entry in element.entries() if sort_of(entry.text, subject.facts) in _PAGES
    )
    page = next(pages, None)
    if page is not None:
        index = step.node.by_key.get("group", step.index - 1) + 1
        edits = insert_members(subject.data, step.node, step.at, index, [("root", quoted(page))])
        yield from subject.offer(f"Set `root` to {code(page)}", edits, preferred=True)


@element_rule(
    "directory-without-root",
    Severity.HINT,
    on=frozenset(("group",)),
    fix=_first_page_as_root,
    fixes=Fixes.OFFERED,
)
def directory_without_root(element: Element) -> Iterator[Finding]:
    """A listing that the group has no page for, nor can a group inside it have one."""
    if element.text("directory") not in _LISTINGS or element.has("root"):
        return
    pages = element.get("pages")
    if pages is None or (isinstance(pages, Array) and pages.height == 1):
        yield element.at_key("directory", _MESSAGE)
