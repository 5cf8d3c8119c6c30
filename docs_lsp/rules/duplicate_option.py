"""An option of the contextual menu, or a folder of `seo.paths`, is listed twice.

Why it matters
--------------
The service rejects a docs.json in which the menu has an option twice, or a folder has two entries
with meta tags, and the site stays as it was at the last deployment.

Example
-------
```fail
"contextual": { "options": ["copy", "claude", "«copy»"] },
"seo": {
  "paths": [
    { "path": "guides", "metatags": { "robots": "index" } },
    { "path": "«guides»", "metatags": { "author": "Harbour office" } }
  ]
}
```
```pass
"contextual": { "options": ["copy", "claude"] },
"seo": {
  "paths": [{ "path": "guides", "metatags": { "robots": "index", "author": "Harbour office" } }]
}
```

Fix
---
Remove the second option. If a folder has two entries, move all meta tags into one. The quick fix
removes the second option or entry; it is offered and not applied without asking, because meta tags
may be lost with it.

Source: SERVICE.md, plain-json, menu-options
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.container_fixes import offer_item_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.site.navigation.element import Element, Spot

_FIRST = "The first one"


def _offer_item_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the later option or entry; preferred for an option, which has no content."""
    is_menu = subject.element is not None and subject.element.record.name == "contextual"
    what = "option" if is_menu else "entry"
    yield from offer_item_removal(subject, f"Remove this {what}", preferred=is_menu)


@element_rule(
    "duplicate-option",
    Severity.ERROR,
    on={"contextual", "seo"},
    fix=_offer_item_removal,
    fixes=FixSafety.OFFERED,
)
def duplicate_option(element: Element) -> Iterator[Finding]:
    """Report each menu option or `seo.paths` folder that is listed before."""
    is_menu = element.record.name == "contextual"
    first: dict[str, Spot] = {}
    for text, spot in element.list_strings("options") if is_menu else _iter_seo_folders(element):
        known = first.setdefault(text, spot)
        if known is not spot:
            what = "is in the menu twice" if is_menu else "has two entries"
            remedy = "Remove this one." if is_menu else "Merge their meta tags into one."
            message = f"{code(text)} {what}, so the service rejects this docs.json. {remedy}"
            yield element.make_finding(spot, message, (known, _FIRST))


def _iter_seo_folders(element: Element) -> Iterator[tuple[str, Spot]]:
    """Yield `path` and its place for each entry of `seo.paths` that has one."""
    for child in element.list_children("paths"):
        path = child.get_text("path")
        if path is not None:
            yield path, child.find_value_spot_in_parent("path")
