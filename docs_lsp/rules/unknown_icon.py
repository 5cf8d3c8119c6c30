"""An icon's name is a letter or two away from one that the library has.

Why it matters
--------------
Where the library has no icon of a name, the service shows none: the entry stands there bare, or
with a hole in front of it, and no build says so. Libraries grow, and the paid editions of some hold
more than anybody can list here. So only a name that is all but the same as a known one is reported.

Names are looked up in the library that `icons.library` names, Font Awesome where it names none, or
in the icon's own `library`.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [
    { "group": "Harbour", "icon": "«ancor»", "pages": ["berths"] },
    {
      "group": "Boats",
      "icon": { "name": "«sail-boat»", "library": "lucide" },
      "pages": ["sloops"]
    }
  ]
}
--- berths.mdx
---
icon: «life-rnig»
---
--- sloops.mdx
# Sloops
```
```pass
--- docs.json
"navigation": {
  "groups": [
    { "group": "Harbour", "icon": "anchor", "pages": ["berths"] },
    {
      "group": "Boats",
      "icon": { "name": "sailboat", "library": "lucide" },
      "pages": ["sloops"]
    }
  ]
}
--- berths.mdx
---
icon: life-ring
---
--- sloops.mdx
# Sloops
```

Fix
---
Write the name as the library has it. The quick fix does so; it is offered, and not made by itself.

Source: SERVICE.md, icons; the names are those of the libraries' own packages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import String
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import Fixes, site_rule
from docs_lsp.schema.icon_names import suggest_icons
from docs_lsp.schema.model_parts import ICON, ICON_LIBRARIES
from docs_lsp.site.site import icon_library

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_NAME = "unknown-icon"
_SHOWN = 3


class Icon(NamedTuple):
    """The name of an icon, as docs.json or the frontmatter of a page gives it."""

    name: str
    library: str
    file: str
    span: Span


def _fixes(subject: FixContext) -> Iterator[Fix]:
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    place = (problem.file, problem.span)
    icon = overview.cached(_index_icons).get(place)
    near = suggest_icons(icon.name, icon.library) if icon else ()
    quote = subject.text[:1] if subject.text[:1] in ("'", '"') else ""
    for one in near[:_SHOWN]:
        change = subject.replace(f"{quote}{one}{quote}")
        yield Fix(f"Use {code(one)}", (change,), preferred=len(near) == 1)


def _index_icons(overview: Overview) -> dict[tuple[str, Span], Icon]:
    icons = reversed([*_collect_icons(overview)])
    return {(icon.file, icon.span): icon for icon in icons}


@site_rule(_NAME, Severity.INFORMATION, fix=_fixes, fixes=Fixes.OFFERED)
def unknown_icon(overview: Overview) -> Iterator[Problem]:
    """Each icon that is not known, and that has a near one."""
    for icon in _collect_icons(overview):
        near = suggest_icons(icon.name, icon.library)
        if near:
            library = ICON_LIBRARIES.labels[icon.library].partition(",")[0].rstrip(".")
            message = (
                f"{library} has no icon {code(icon.name)} that is known here, so readers may see "
                f"none. Did you mean {join_words([code(one) for one in near[:_SHOWN]])}?"
            )
            yield Problem(_NAME, icon.file, icon.span, message, Severity.INFORMATION)


def _collect_icons(overview: Overview) -> Iterator[Icon]:
    """The icons of docs.json, and those of pages that are not known."""
    usual = icon_library(overview.parts, overview.name)
    for placed in overview.objects:
        element = placed.element
        if element.record.name == "iconObject":
            yield from _find_icon(placed, "name", element.text("library") or usual)
        elif (known := element.record.properties.get("icon")) and known.type is ICON:
            yield from _find_icon(placed, "icon", usual)
    for file, content in (overview.contents or {}).items():
        # A site has thousands of pages, and not all of them have one.
        name = content.fields.get("icon") if b"icon" in content.head else None
        # Nearly all are known, and to find the place of one takes longer than to tell that.
        if isinstance(name, str) and suggest_icons(name, usual):
            entry = content.frontmatter.entries.get("icon")
            if entry is not None:
                yield Icon(name, usual, file, entry.value)


def _find_icon(placed: Placed, key: str, library: str) -> Iterator[Icon]:
    value = placed.element.get(key)
    if isinstance(value, String):
        yield Icon(value.value, library, *placed.file_span(placed.element.value_spot(key)))
