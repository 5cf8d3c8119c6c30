"""`directory` is set, but no page can show the listing.

Why it matters
--------------
With `directory` a group lists its pages and groups on its own page, which `root` names. A group
without `root` has no page of its own, so the listing is not shown.

A tab, `navigation` or a group with groups in it passes the setting on to groups in it that do not
have it themselves. If none of them has a `root`, nothing is shown either.

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
Name the page for the listing in `root`, or remove `directory`. The quick fix makes a group's first
page its `root` and leaves it in the list. It is offered and not applied without asking: the listing
often deserves a page of its own.

Source: SERVICE.md, directory
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import insert_members, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.entry_sorts import EntryKind, classify_entry
from docs_lsp.site.generated_pages.page_addresses import GENERATORS
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview

_NAME = "directory-without-root"
_PAGES = (EntryKind.PAGE, EntryKind.UNTIDY, EntryKind.UNKNOWN)
_LISTINGS = ("accordion", "card")
_MESSAGE = (
    "`directory` has no effect: this group has no `root` page to show the listing on. Set `root`, "
    "or remove `directory`."
)


def _offer_first_page_as_root(subject: FixContext) -> Iterator[Fix]:
    """Offer to set `root` to the first page of the group."""
    step, element = subject.step, subject.element
    if step is None or element is None or not isinstance(step.node, Object):
        return
    if element.record.name != "group":
        return  # It is not clear which of the groups should have one.
    pages = (text for text in element.listed if classify_entry(text, subject.facts) in _PAGES)
    page = next(pages, None)
    if page is not None:
        index = step.node.by_key.get("group", step.index - 1) + 1
        edits = insert_members(
            subject.data, step.node, step.at, index, [("root", quote_json(page))]
        )
        yield from subject.offer_edits(f"Set `root` to {code(page)}", edits, preferred=True)


def _report_inherited_without_root(overview: Overview) -> Iterator[Problem]:
    """Report each `directory` that is inherited only by groups without `root`."""
    directory_elements: dict[tuple[str, Span], Element] = {}
    shown = set()
    for placed in overview.navigation.elements:
        element = placed.element
        if element.get_text("directory") in _LISTINGS and not _is_reported_elsewhere(element):
            directory_elements[_locate_directory_key(placed)] = element
        if element.record.name == "group" and element.has("root"):
            source = next(
                (
                    ancestor
                    for ancestor in placed.list_outward()
                    if ancestor.element.has("directory")
                ),
                None,
            )
            shown.add(_locate_directory_key(source) if source else None)
    if directory_elements.keys() <= shown or not overview.cached(is_navigation_complete):
        return
    for (file, span), element in directory_elements.items():
        if (file, span) not in shown:
            where = f"in {element.label}" if element.kind is not ROOT else "of the site"
            message = (
                f"`directory` has no effect: no group {where} that inherits it has a `root` page "
                "to show the listing on. Set `root` in one, or remove `directory`."
            )
            yield Problem(_NAME, file, span, message, Severity.HINT)


@element_rule(
    _NAME,
    Severity.HINT,
    on={"group"},
    keys={"directory"},
    site=_report_inherited_without_root,
    fix=_offer_first_page_as_root,
    fixes=FixSafety.OFFERED,
)
def directory_without_root(element: Element) -> Iterator[Finding]:
    """Report `directory` on a group without groups in it that has no `root`."""
    if (
        element.get_text("directory") in _LISTINGS
        and not element.has("root")
        and _is_group_without_groups(element)
    ):
        yield element.make_key_finding("directory", _MESSAGE)


def _is_group_without_groups(element: Element) -> bool:
    """Return whether an element is a group with no groups in its `pages`."""
    pages = element.get_resolved("pages")
    plain = pages is None or (isinstance(pages, Array) and pages.height == 1)
    return plain and element.record.name == "group"


def _is_reported_elsewhere(element: Element) -> bool:
    """Return whether another finding covers the element, or its generated pages are unknown."""
    return _is_group_without_groups(element) or any(map(element.has, ("graphql", *GENERATORS)))


def _locate_directory_key(placed: Placed) -> tuple[str, Span]:
    return placed.locate_spot(placed.element.find_key_spot("directory"))
