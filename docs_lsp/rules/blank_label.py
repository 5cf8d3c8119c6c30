"""A title, an icon or a tag is blank.

Why it matters
--------------
A tab, a menu entry or a link without anything to read cannot be found, and hardly be clicked on. A
group with a blank title shows its pages without a heading; some sites want just that, so it is only
worth knowing.

An icon or a tag with a blank name shows nothing. It does no harm, and is most likely what is left
of something.

Hidden elements do not count: nobody sees them. A title that is quite empty, where the service
refuses that, is an invalid value.

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
Write a title, and name an icon or leave it out. The quick fix removes an icon or a tag that shows
nothing. It is safe, unless several `$ref`s bring the element.

Source: SERVICE.md, allowed-children
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import Finding, Fix, Severity, Tag
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String
from docs_lsp.rules.framework.container_fixes import remove_idle_key, remove_member
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import NAVIGATION, Fixes, element_rule
from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model_navigation import GLOBAL_ENTRIES
from docs_lsp.schema.scalars import StringType
from docs_lsp.site.navigation.element import Element, Spot

_LINKS = frozenset(("navbarLink", "primaryButton", "footerLink", "contextualCustom"))
_TITLES = frozenset((*KINDS, "label", "title")) - {"language"}
_EXTRAS = ("icon", "tag")


def _remove_blank(subject: FixContext) -> Iterator[Fix]:
    """Take out what shows nothing; a title has to be written."""
    element = subject.element
    if element is None or subject.problem.about not in _EXTRAS:
        return
    if len(element.resolved.layers) > 1:
        yield from remove_member(subject)  # It may take the place of another one, on purpose.
    else:
        yield from remove_idle_key(subject)


@element_rule(
    "blank-label",
    Severity.WARNING,
    on=(NAVIGATION - {"navigation", "language"}) | GLOBAL_ENTRIES | _LINKS | {"iconObject"},
    fix=_remove_blank,
    fixes=Fixes.SOME_SAFE,
)
def blank_label(element: Element) -> Iterator[Finding]:
    """The title, the icon and the tag of an element that readers see, where they are blank."""
    if element.context.hidden or element.flag("hidden"):
        return
    for key in element.values:
        if key in _TITLES and _is_blank(element, key):
            yield _report_blank_title(element, key)
        elif key in _EXTRAS and _is_blank(element, key):
            message = f"This {key} is blank, so none is shown. Name one, or remove `{key}`."
            tags = (Tag.UNNECESSARY,)
            yield element.finding_at(
                _spot(element, key), message, severity=Severity.HINT, tags=tags, about=key
            )
        elif key == "name" and element.record.name == "iconObject" and _is_blank(element, key):
            message = "This icon has no name, so none is shown. Name one, or remove the icon."
            yield element.finding_at(_spot(element, key), message, severity=Severity.HINT)


def _is_blank(element: Element, key: str) -> bool:
    """Whether the value is a string without a visible character, and the service takes it."""
    text, known = element.text(key), element.record.properties.get(key)
    if text is None or text.strip() or known is None:
        return False
    accepts = known.type.accepts(text) if isinstance(known.type, StringType) else True
    value = element.get(key)
    return accepts and isinstance(value, String) and not value.faults


def _report_blank_title(element: Element, key: str) -> Finding:
    spot = _spot(element, key)
    if element.record.name == "group":
        message = (
            "The title of this group is blank, so its pages stand in the sidebar without a "
            "heading. Write one, unless that is meant."
        )
        return element.finding_at(spot, message, severity=Severity.INFORMATION)
    what = element.label if element.kind else "this link"
    message = f"The title of {what} is blank, so readers have nothing to click on. Write one."
    return element.finding_at(spot, message)


def _spot(element: Element, key: str) -> Spot:
    """Where the value stands, with its quotes: between them there is nothing to see."""
    spot = element.value_spot(key)
    return Spot(Span(spot.span.start - 1, spot.span.end + 1), spot.layer)
