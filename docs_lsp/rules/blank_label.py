"""A title, an icon or a tag is blank.

Why it matters
--------------
Readers can hardly find or click a tab, a menu entry or a link without a label. A group with a blank
title shows its pages without a heading; that may be intended, so it is only reported as
information.

An icon or a tag with a blank name shows nothing. It is harmless, and most likely a leftover.

Hidden elements are not checked, because readers do not see them. If the service rejects an empty
title, it is reported as an invalid value instead.

Example
-------
```fail
"navigation": {
  "tabs": [
    { "tab": "Harbour", "pages": ["moorings", "fees"] },
    { "tab": «" "», "icon": «""», "pages": ["tides"] }
  ]
}
```
```pass
"navigation": {
  "tabs": [
    { "tab": "Harbour", "pages": ["moorings", "fees"] },
    { "tab": "Weather", "icon": "wind", "pages": ["tides"] }
  ]
}
```

Fix
---
Write a title, and name an icon or remove it. The quick fix removes an icon or a tag that shows
nothing. It is safe, unless the element is merged from several `$ref`s.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, ProblemTag, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String
from docs_lsp.rules.framework.container_fixes import offer_member_removal, offer_unused_key_removal
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, FixSafety, element_rule
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.scalars import StringType
from docs_lsp.site.navigation.element import Element, Spot

_LINKS = frozenset(("navbarLink", "primaryButton", "footerLink", "contextualCustom"))
_TITLES = frozenset((*KINDS, "label", "title")) - {"language"}
_EXTRAS = ("icon", "tag")


def _offer_blank_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove a blank icon or tag; yield nothing for a title, which has to be written."""
    element = subject.element
    if element is None or subject.problem.about not in _EXTRAS:
        return
    if len(element.resolved.layers) > 1:
        yield from offer_member_removal(subject)  # It may deliberately override another one.
    else:
        yield from offer_unused_key_removal(subject)


@element_rule(
    "blank-label",
    Severity.WARNING,
    on=(NAVIGATION - {"navigation", "language"}) | GLOBAL_ENTRIES | _LINKS | {"iconObject"},
    fix=_offer_blank_removal,
    fixes=FixSafety.SOME_SAFE,
)
def blank_label(element: Element) -> Iterator[Finding]:
    """Report the blank titles, icons and tags of an element that readers see."""
    if element.context.hidden or element.get_flag("hidden"):
        return
    for key in element.values:
        if key in _TITLES and _is_blank_value(element, key):
            yield _report_blank_title(element, key)
        elif key in _EXTRAS and _is_blank_value(element, key):
            message = f"`{key}` is blank, so no {key} is shown. Set or remove it."
            tags = (ProblemTag.UNNECESSARY,)
            yield element.make_finding(
                _find_quoted_spot(element, key),
                message,
                severity=Severity.HINT,
                tags=tags,
                about=key,
            )
        elif (
            key == "name" and element.record.name == "iconObject" and _is_blank_value(element, key)
        ):
            message = "`name` is blank, so no icon is shown. Set it, or remove the icon."
            yield element.make_finding(
                _find_quoted_spot(element, key), message, severity=Severity.HINT
            )


def _is_blank_value(element: Element, key: str) -> bool:
    """Return whether a value is an empty or white-space string that the schema accepts."""
    text, known = element.get_text(key), element.record.properties.get(key)
    if text is None or text.strip() or known is None:
        return False
    accepts = known.type.accepts(text) if isinstance(known.type, StringType) else True
    value = element.get(key)
    return accepts and isinstance(value, String) and not value.faults


def _report_blank_title(element: Element, key: str) -> Finding:
    spot = _find_quoted_spot(element, key)
    if element.record.name == "group":
        message = (
            "This group has a blank title, so its pages appear without a heading. Write one, "
            "unless that is intended."
        )
        return element.make_finding(spot, message, severity=Severity.INFORMATION)
    what = element.label if element.kind else "this link"
    message = f"{what.capitalize()} has no label. Write one."
    return element.make_finding(spot, message)


def _find_quoted_spot(element: Element, key: str) -> Spot:
    """Return the range of a value with its quotes: there is nothing to see between them."""
    spot = element.find_value_spot(key)
    return Spot(Span(spot.span.start - 1, spot.span.end + 1), spot.layer)
