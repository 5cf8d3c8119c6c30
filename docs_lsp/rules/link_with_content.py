"""An element is a link and has content as well.

Why it matters
--------------
An element with `href` is only a link. The service keeps the link and silently drops the groups and
pages beside it: the build succeeds, and every page under the element is gone.

Example
-------

```fail
"navigation": {
  "tabs": [
    { "tab": "Guides", "pages": ["moorings"] },
    {
      "tab": "Shop",
      "href": "https://example.com/shop",
      «"pages"»: ["charts", "ropes"]
    }
  ]
}
```

```pass
"navigation": {
  "tabs": [
    { "tab": "Guides", "pages": ["moorings", "charts", "ropes"] },
    { "tab": "Shop", "href": "https://example.com/shop" }
  ]
}
```

Fix
---
Remove `href` if the pages should be shown, or move the pages elsewhere. To choose where readers
land, put that page first: the first page of an element opens when readers select it.

The quick fixes remove `href`, or the content. They are offered and not applied without asking.

Source: SERVICE.md, kept-link
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity
from docs_lsp.rules.framework.container_fixes import (
    is_only_use,
    offer_member_removal,
    offer_member_removal_at,
)
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, FixSafety, element_rule
from docs_lsp.rules.navigation.element_content import (
    describe_loss,
    find_dropped_keys,
    is_generated_tab,
)
from docs_lsp.site.navigation.element import Element


def _offer_link_or_content_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the link, or the content; neither if its file is used in several places."""
    link = next(iter(subject.problem.related), None)
    if link is not None and is_only_use(subject, link.file):
        yield from offer_member_removal_at(subject, link.file, link.span)
    if is_only_use(subject):
        yield from offer_member_removal(subject)


@element_rule(
    "link-with-content",
    Severity.ERROR,
    on=NAVIGATION - {"navigation", "group"},
    fix=_offer_link_or_content_removal,
    fixes=FixSafety.OFFERED,
    keys={"href"},
)
def link_with_content(element: Element) -> Iterator[Finding]:
    """Report each content key beside a link."""
    if not element.has("href") or element.accepted_key != "href" or is_generated_tab(element):
        return
    for key in find_dropped_keys(element):
        message = (
            f"{element.label.capitalize()} has `href`, so `{key}` is dropped: "
            f"{describe_loss(element, key)}. Remove `href`, or move this elsewhere."
        )
        yield element.make_key_finding(
            key, message, (element.find_key_spot("href"), "The service keeps this")
        )
