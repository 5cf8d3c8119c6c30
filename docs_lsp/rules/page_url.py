"""A URL is listed as a page.

Why it matters
--------------
`pages` lists files of the site. The service reads a URL there as the path of such a file,
normalises it like a path (`https://` becomes `https:/`) and finds no page: the sidebar link is
broken. A link to another website is an element of its own, with a title and an `href`.

Example
-------
```fail
"navigation": {
  "groups": [
    { "group": "Legal", "pages": ["imprint", "«https://example.com/terms»"] }
  ]
}
```
```pass
"navigation": {
  "global": { "anchors": [{ "anchor": "Terms", "href": "https://example.com/terms" }] },
  "groups": [
    { "group": "Legal", "pages": ["imprint"] }
  ]
}
```

Fix
---
Move the URL to the `href` of an anchor, a tab, a dropdown or a menu item. If it is the URL of a
page of this site, write the path of the page's file instead.

The quick fix turns the URL into an anchor that is shown on every page; give it a better title.
Another one removes the entry. Both are offered, and not applied by themselves.

Source: SERVICE.md, page-paths
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.phrases import code, make_title
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.jsontree.edits import (
    Edits,
    append_items,
    append_members,
    quote_json,
    remove_children,
)
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.framework.container_fixes import render_json_object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entries import get_entries_of_kind
from docs_lsp.rules.navigation.entry_fixes import get_entry_text, offer_entry_removal
from docs_lsp.site.entry_sorts import EntryKind
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.navigation.refs import has_ref
from docs_lsp.site.navigation.walk import Placed

_WEB = compile_lazily(
    r"(?:https?://)?(?:www\.)?(?P<host>[^\s/?#]+)(?P<path>[^\s?#]*)\S*", re.IGNORECASE
)
_ENDING = compile_lazily(r"\.[A-Za-z0-9]{1,5}$")


def _offer_anchor_or_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer an anchor on every page in place of the entry, or its removal."""
    text, step = get_entry_text(subject), subject.step
    url = _WEB.fullmatch(text) if text and text.lower().startswith(("http", "www.")) else None
    if url and step and isinstance(step.node, Array):
        href = url[0] if "://" in url[0] else f"https://{url[0]}"
        added = _build_anchor_edits(
            subject, [("anchor", quote_json(_suggest_title(url))), ("href", quote_json(href))]
        )
        removed = remove_children(subject.data, step.node, step.at, [step.index])
        yield from subject.offer_move("Make it an anchor on every page", removed, added)
    yield from offer_entry_removal(subject)


def _build_anchor_edits(subject: FixContext, anchor: list[tuple[str, str]]) -> Edits | None:
    """Return the edits that add an anchor to `global`; None if this file does not allow it."""
    navigation = _find_navigation_object(subject)
    if navigation is None or navigation.file != subject.problem.file:
        return None
    data, node, at = subject.data, navigation.element.get_layer_node(0), navigation.at
    if navigation.element.find_layer("global") > 0:
        return None
    anchors = "[\n  {}\n]".format(render_json_object(anchor).replace("\n", "\n  "))
    everywhere = node.get("global")
    if everywhere is None:
        return append_members(
            data, node, at, [("global", render_json_object([("anchors", anchors)]))]
        )
    if not isinstance(everywhere, Object) or has_ref(everywhere):
        return None
    at += node.get_value_span("global").start
    known = everywhere.get("anchors")
    if known is None:
        return append_members(data, everywhere, at, [("anchors", anchors)])
    if not isinstance(known, Array):
        return None
    at += everywhere.get_value_span("anchors").start
    return append_items(data, known, at, [_format_anchor(anchor, data[at : at + known.size])])


def _format_anchor(anchor: list[tuple[str, str]], others: bytes) -> str:
    """Return an anchor as JSON on one line or several, like the other anchors."""
    if re.search(rb"\{\s*\n", others):
        return render_json_object(anchor)
    return "{{ {} }}".format(", ".join(f"{quote_json(key)}: {value}" for key, value in anchor))


def _find_navigation_object(subject: FixContext) -> Placed | None:
    around = subject.here.around if subject.here else ()
    return next((placed for placed in around if placed.element.record.name == "navigation"), None)


def _suggest_title(url: re.Match[str]) -> str:
    """Return a title for a link: the last words of its path, or else its host."""
    name = _ENDING.sub("", url["path"].rstrip("/").rpartition("/")[2])
    return make_title(name) or url["host"]


@element_rule(
    "page-url",
    Severity.ERROR,
    fix=_offer_anchor_or_removal,
    fixes=FixSafety.OFFERED,
    sorts={EntryKind.URL},
)
def page_url(element: Element) -> Iterator[Finding]:
    """Report each entry that is a URL."""
    for entry in get_entries_of_kind(element, EntryKind.URL):
        yield element.make_finding(
            entry.spot,
            f"{code(entry.text)} is a URL, not the path of a page, so its sidebar link is broken. "
            "Move it to the `href` of an anchor or tab.",
        )
