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
Name the page that is to show the listing in `root`, or remove `directory`.

Source: navigation.md, Groups
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.nodes import Array
from docs_lsp.problem import Finding, Severity
from docs_lsp.rules._rule import element_rule
from docs_lsp.site.element import Element

_LISTINGS = ("accordion", "card")
_MESSAGE = (
    "A listing appears on a group's root page, and this group has none. Name the page in `root`, "
    "or remove `directory`."
)


@element_rule("directory-without-root", Severity.HINT, on=frozenset(("group",)))
def directory_without_root(element: Element) -> Iterator[Finding]:
    """A listing that the group has no page for, nor can a group inside it have one."""
    if element.text("directory") not in _LISTINGS or element.has("root"):
        return
    pages = element.get("pages")
    if pages is None or (isinstance(pages, Array) and pages.height == 1):
        yield element.at_key("directory", _MESSAGE)
