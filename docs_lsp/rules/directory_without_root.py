"""An element asks for a listing that no page can show.

Why it matters
--------------
With `directory` a group lists its pages and groups on its own page, the one that `root` names. A
group without `root` has no page of its own, so there is nothing to show the listing on.

A tab, `navigation` or a group that holds others hands the setting down to the groups in it that
have none of their own. One of those has to have a `root`, else nothing is shown either.

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
Name the page that is to show the listing in `root`, or remove `directory`. The quick fix makes a
group's first page its `root`, and leaves it in the list. It is offered, and not made by itself:
often the listing wants a page of its own.

Source: SERVICE.md, directory
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import insert_members, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, element_rule
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.entry_sorts import Sort, classify_entry
from docs_lsp.site.generated_pages.page_addresses import GENERATORS
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import is_navigation_complete

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_NAME = "directory-without-root"
_PAGES = (Sort.PAGE, Sort.UNTIDY, Sort.UNKNOWN)
_LISTINGS = ("accordion", "card")
_MESSAGE = (
    "A listing appears on a group's root page, and this group has none. Name the page in `root`, "
    "or remove `directory`."
)


def _first_page_as_root(subject: FixContext) -> Iterator[Fix]:
    """Set `root` to the first page of the group."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object):
        return
    if element.record.name != "group":
        return  # Which of the groups is to have one, nobody can know.
    pages = (text for text in element.listed if classify_entry(text, subject.facts) in _PAGES)
    page = next(pages, None)
    if page is not None:
        index = step.node.by_key.get("group", step.index - 1) + 1
        edits = insert_members(
            subject.data, step.node, step.at, index, [("root", quote_json(page))]
        )
        yield from subject.offer(f"Set `root` to {code(page)}", edits, preferred=True)


def _report_inherited(overview: Overview) -> Iterator[Problem]:
    """Each listing that is handed down to groups without a page for it."""
    asking: dict[tuple[str, Span], Element] = {}
    shown = set()
    for placed in overview.navigation.elements:
        element = placed.element
        if element.text("directory") in _LISTINGS and not _is_reported_elsewhere(element):
            asking[_place(placed)] = element
        if element.record.name == "group" and element.has("root"):
            asked = next(
                (one for one in placed.walk_outward() if one.element.has("directory")), None
            )
            shown.add(_place(asked) if asked else None)
    if asking.keys() <= shown or not overview.cached(is_navigation_complete):
        return
    for (file, span), element in asking.items():
        if (file, span) not in shown:
            where = f"in {element.label}" if element.kind is not ROOT else "of the site"
            message = (
                f"A listing appears only on the `root` page of a group, and no group {where} that "
                "inherits the setting has a `root`. Name one, or remove `directory`."
            )
            yield Problem(_NAME, file, span, message, Severity.HINT)


@element_rule(
    _NAME,
    Severity.HINT,
    on=frozenset(("group",)),
    keys=frozenset(("directory",)),
    site=_report_inherited,
    fix=_first_page_as_root,
    fixes=Fixes.OFFERED,
)
def directory_without_root(element: Element) -> Iterator[Finding]:
    """A listing of a group that holds no other one, and has no page for it."""
    if element.text("directory") in _LISTINGS and not element.has("root") and _is_leaf(element):
        yield element.finding_at_key("directory", _MESSAGE)


def _is_leaf(element: Element) -> bool:
    """Whether an element is a group without others inside."""
    pages = element.get_resolved("pages")
    plain = pages is None or (isinstance(pages, Array) and pages.height == 1)
    return plain and element.record.name == "group"


def _is_reported_elsewhere(element: Element) -> bool:
    """Whether another message says it, or what is generated here cannot be known."""
    return _is_leaf(element) or any(map(element.has, GENERATORS))


def _place(placed: Placed) -> tuple[str, Span]:
    return placed.file_span(placed.element.key_spot("directory"))
