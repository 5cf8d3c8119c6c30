"""An icon's name is of another library, or a letter or two away from one that this one has.

Why it matters
--------------
Where the library has no icon of a name, the service shows none: the entry stands there bare, or
with a hole in front of it, and no build says so. Libraries grow, and the paid editions of some hold
more than anybody can list here. So only a name that is all but the same as a known one is reported,
or one that another library has.

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
Write the name as the library has it, or name the library that the icons are of in `icons.library`.
The quick fixes do so; they are offered, and not made by themselves. A name that another library has
is never taken for a slip: `gear` becomes `settings` in Lucide, not `ear`.

Source: SERVICE.md, icons; the names are those of the libraries' own packages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.nearest import edit_distance
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import insert_members, quote_json
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.rules.framework.phrases import code, join_words
from docs_lsp.rules.framework.rule import Fixes, site_rule
from docs_lsp.schema.icon_equivalents import find_equivalent
from docs_lsp.schema.icon_names import (
    LIBRARIES,
    find_other_library,
    has_icon,
    has_to_be_looked_up,
    suggest_icons,
)
from docs_lsp.schema.model_parts import ICON, ICON_LIBRARIES
from docs_lsp.site.pages import letters
from docs_lsp.site.site import icon_library

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_NAME = "unknown-icon"
_SHOWN = 3
_BEFORE = frozenset(("$schema", "theme", "name", "colors", "logo", "favicon"))
"""The keys that `icons` is put behind."""
_FEWEST_MORE = 2
"""How many icons more another library has to have to be the one that was meant."""
_MOST_LOOKED_UP = 200
"""Names that no library has, for which near ones are looked up."""


class Icon(NamedTuple):
    """The name of an icon, as docs.json or the frontmatter of a page gives it."""

    name: str
    library: str
    is_usual: bool
    """Whether that is the library of the site, and not one that the icon itself names."""
    file: str
    span: Span


def _fixes(subject: FixContext) -> Iterator[Fix]:
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    place = (problem.file, problem.span)
    icon = overview.cached(_index_icons).get(place)
    if icon is None:
        return
    library = overview.cached(_find_usual_library) if icon.is_usual else ""
    if library:
        yield from _choose_library(library, overview)
    near = _suggest_names(icon)
    quote = subject.text[:1] if subject.text[:1] in ("'", '"') else ""
    for name in near[:_SHOWN]:
        is_sure = not library and len(near) == 1 and _is_within_a_letter(icon, name)
        change = subject.replace(f"{quote}{name}{quote}")
        yield Fix(f"Use {code(name)}", (change,), preferred=is_sure)


def _choose_library(library: str, overview: Overview) -> Iterator[Fix]:
    """Name the library of which most icons of the site are, in docs.json."""
    part = overview.parts[overview.name]
    root = part.tree.root if isinstance(part, Document) else None
    if not (isinstance(part, Document) and isinstance(root, Object)):
        return
    index = 1 + max(
        (at for at, one in enumerate(root.items) if one.key.value in _BEFORE), default=-1
    )
    member = ("icons", f'{{ "library": {quote_json(library)} }}')
    edits = insert_members(part.text.data, root, part.tree.start, index, [member])
    changes = tuple(FileEdit(overview.name, *edit) for edit in edits or ())
    if changes:
        has_all = overview.cached_for(_has_all_icons, library)
        yield Fix(f"Set `icons.library` to {code(library)}", changes, preferred=has_all)


def _has_all_icons(overview: Overview, library: str) -> bool:
    names = (icon.name for icon in _collect_all_icons(overview) if icon.is_usual)
    return not any(find_other_library(name, library) for name in names)


def _suggest_names(icon: Icon) -> tuple[str, ...]:
    """What may be meant by the name of an icon, the likeliest first: what the library calls an icon
    of another one, or else what is spelt alike."""
    other = find_other_library(icon.name, icon.library)
    if other is None:
        return suggest_icons(icon.name, icon.library)
    same = find_equivalent(icon.name.lower(), other, icon.library)
    return (same,) if same else ()


def _is_within_a_letter(icon: Icon, name: str) -> bool:
    if find_other_library(icon.name, icon.library):
        return True
    return letters(icon.name) == letters(name) or edit_distance(icon.name.lower(), name, 1) <= 1


def _index_icons(overview: Overview) -> dict[tuple[str, Span], Icon]:
    icons = reversed([*_collect_icons(overview)])
    return {(icon.file, icon.span): icon for icon in icons}


@site_rule(_NAME, Severity.INFORMATION, fix=_fixes, fixes=Fixes.OFFERED)
def unknown_icon(overview: Overview) -> Iterator[Problem]:
    """Each icon that is not known, and that has a near one or is of another library."""
    looked_up: set[str] = set()
    for icon in _collect_icons(overview):
        if has_to_be_looked_up(icon.name, icon.library) and icon.name not in looked_up:
            if len(looked_up) >= _MOST_LOOKED_UP:
                continue  # A site with so many has a library that is not known here.
            looked_up.add(icon.name)
        message = _message(icon, overview)
        if message:
            yield Problem(_NAME, icon.file, icon.span, message, Severity.INFORMATION)


def _message(icon: Icon, overview: Overview) -> str:
    """What is wrong with an icon; empty if nothing is, or nobody can tell."""
    if icon.library not in LIBRARIES:
        return ""
    near, library = _suggest_names(icon), _label(icon.library)
    remedy = f"Did you mean {join_words([code(one) for one in near[:_SHOWN]])}?" if near else ""
    other = find_other_library(icon.name, icon.library)
    if other is None:
        missing = f"{library} has no icon {code(icon.name)} that is known here"
        return f"{missing}, so readers may see none. {remedy}" if near else ""
    usual = overview.cached(_find_usual_library) if icon.is_usual else ""
    if usual:
        remedy = f"Set `icons.library` to {code(usual)}, which most icons of this site are of."
    fault = f"{code(icon.name)} is an icon of {_label(other)}, and {library} has none of that name"
    return f"{fault}, so readers may see none. {remedy or 'Use another one.'}"


def _label(library: str) -> str:
    return ICON_LIBRARIES.labels[library].partition(",")[0].rstrip(".")


def _find_usual_library(overview: Overview) -> str:
    """The library that has more icons of a site than the one that counts, if docs.json names none;
    empty if there is none."""
    usual = icon_library(overview.parts, overview.name)
    part = overview.parts[overview.name]
    root = part.tree.root if isinstance(part, Document) else None
    if not (isinstance(root, Object) and "icons" not in root.by_key):
        return ""
    names = {icon.name for icon in _collect_all_icons(overview) if icon.is_usual}
    counts = {one: sum(has_icon(one, name) for name in names) for one in LIBRARIES}
    best = max(LIBRARIES, key=lambda one: counts[one])
    return best if counts[best] >= counts.get(usual, 0) + _FEWEST_MORE else ""


def _collect_icons(overview: Overview) -> Iterator[Icon]:
    """The icons of docs.json, and those of pages that are not known."""
    usual = icon_library(overview.parts, overview.name)
    for placed in overview.objects:
        element = placed.element
        if element.record.name == "iconObject":
            yield from _find_icon(placed, "name", element.text("library") or "", usual)
        elif (known := element.record.properties.get("icon")) and known.type is ICON:
            yield from _find_icon(placed, "icon", "", usual)
    for file, content, name in _find_page_icons(overview):
        # Nearly all are known, and to find the place of one takes longer than to tell that.
        if suggest_icons(name, usual) or find_other_library(name, usual):
            entry = content.frontmatter.entries.get("icon")
            if entry is not None:
                yield Icon(name, usual, True, file, entry.value)


def _collect_all_icons(overview: Overview) -> Iterator[Icon]:
    """The icons of docs.json, and those of all pages, without their places there."""
    known = icon_library(overview.parts, overview.name)
    pages = (
        Icon(name, known, True, file, Span(0, 0)) for file, _, name in _find_page_icons(overview)
    )
    yield from (icon for icon in _collect_icons(overview) if icon.file in overview.parts)
    yield from pages


def _find_page_icons(overview: Overview) -> Iterator[tuple[str, PageContent, str]]:
    for file, content in (overview.contents or {}).items():
        # A site has thousands of pages, and not all of them have one.
        name = content.fields.get("icon") if b"icon" in content.head else None
        if isinstance(name, str):
            yield file, content, name


def _find_icon(placed: Placed, key: str, library: str, usual: str) -> Iterator[Icon]:
    value = placed.element.get(key)
    if isinstance(value, String):
        place = placed.file_span(placed.element.value_spot(key))
        yield Icon(value.value, library or usual, not library, *place)
