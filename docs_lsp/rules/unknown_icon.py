"""An icon name belongs to another library, or is misspelt.

Why it matters
--------------
If the library has no icon of a name, the service shows none: the entry has no icon, or a gap
instead, and no build reports it. Libraries grow, and the paid editions of some have more icons than
can be listed here. So only a name that is nearly the same as a known one is reported, or one that
another library has.

The icons of docs.json, of the frontmatter of pages and of components are checked. Names are looked
up in the library of `icons.library`, by default Font Awesome, or in the icon's own `library`.

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
Write the name as in the library, or set `icons.library` to the library that the icons are from. The
quick fixes do so; they are offered, and not applied by themselves. A name that another library has
is never treated as a misspelling: `gear` becomes `settings` in Lucide, not `ear`.

Source: SERVICE.md, icons; the names are those of the libraries' own packages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.did_you_mean import compute_edit_distance
from docs_lsp.core.phrases import code, render_suggestion
from docs_lsp.core.problem import FileEdit, Fix, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import insert_members, quote_json
from docs_lsp.jsontree.nodes import String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import iter_pages_and_imports
from docs_lsp.schema.icon_names import (
    LIBRARIES,
    find_equivalent,
    find_other_library,
    has_icon,
    needs_similarity_search,
    suggest_icons,
)
from docs_lsp.schema.model_parts import ICON, ICON_LIBRARIES
from docs_lsp.site.mdx.content import PageContent, read_syntax
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import reduce_to_letters
from docs_lsp.site.site import find_icon_library

_NAME = "unknown-icon"
_SHOWN = 3
_BEFORE = frozenset(("$schema", "theme", "name", "colors", "logo", "favicon"))
"""The keys after which `icons` is inserted."""
_FEWEST_MORE = 2
"""Number of icons by which another library must lead to be suggested for the whole site."""
_MOST_LOOKED_UP = 200
"""Most names in no library for which similar names are searched."""


class IconUse(NamedTuple):
    """The name of an icon in docs.json, or in the frontmatter or a component of a page."""

    name: str
    library: str
    is_usual: bool
    """Whether `library` is that of the site, not one that the icon itself names."""
    file: str
    span: Span


def _offer_library_or_name(subject: FixContext) -> Iterator[Fix]:
    """Offer the library of most icons for the site, and names that the icon may mean."""
    overview, problem = subject.overview, subject.problem
    if overview is None:
        return
    place = (problem.file, problem.span)
    icon = overview.cached(_index_suspicious_icons).get(place)
    if icon is None:
        return
    library = overview.cached(_find_better_library) if icon.is_usual else ""
    if library:
        yield from _offer_library_setting(library, overview)
    near = _suggest_icon_names(icon)
    quote = subject.problem_text[:1] if subject.problem_text[:1] in ("'", '"') else ""
    for name in near[:_SHOWN]:
        is_sure = not library and len(near) == 1 and _is_surely_meant(icon, name)
        yield subject.build_fix(f"{quote}{name}{quote}", f"Use {code(name)}", preferred=is_sure)


def _offer_library_setting(library: str, overview: Overview) -> Iterator[Fix]:
    """Offer to set `icons.library` in docs.json to the library of most icons."""
    document, root = overview.find_document(overview.name), overview.root_object
    if document is None or root is None:
        return
    index = 1 + max(
        (at for at, one in enumerate(root.items) if one.key.value in _BEFORE), default=-1
    )
    member = ("icons", f'{{ "library": {quote_json(library)} }}')
    edits = insert_members(document.text.data, root, document.tree.start, index, [member])
    changes = tuple(FileEdit(overview.name, *edit) for edit in edits or ())
    if changes:
        has_all = overview.cached_for(_has_all_site_icons, library)
        yield Fix(f"Set `icons.library` to {code(library)}", changes, preferred=has_all)


def _has_all_site_icons(overview: Overview, library: str) -> bool:
    """Return whether no icon of the site is known only in another library than this one."""
    names = (icon.name for icon in _iter_all_icons(overview) if icon.is_usual)
    return not any(find_other_library(name, library) for name in names)


def _suggest_icon_names(icon: IconUse) -> tuple[str, ...]:
    """Return the names that may be meant, best first.

    For an icon of another library its name in this one, otherwise names with similar spelling.
    """
    other = find_other_library(icon.name, icon.library)
    if other is None:
        return suggest_icons(icon.name, icon.library)
    same = find_equivalent(icon.name.lower(), other, icon.library)
    return (same,) if same else ()


def _is_surely_meant(icon: IconUse, name: str) -> bool:
    """Return whether a suggested name is surely the one that was meant."""
    if find_other_library(icon.name, icon.library):
        return True
    return (
        reduce_to_letters(icon.name) == reduce_to_letters(name)
        or compute_edit_distance(icon.name.lower(), name, 1) <= 1
    )


def _index_suspicious_icons(overview: Overview) -> dict[tuple[str, Span], IconUse]:
    """Return the icons that may be unknown by file and range; the first one at each place."""
    icons = reversed([*_iter_suspicious_icons(overview)])
    return {(icon.file, icon.span): icon for icon in icons}


@site_rule(
    _NAME,
    Severity.INFORMATION,
    fix=_offer_library_or_name,
    fixes=FixSafety.OFFERED,
    reads=PageTextNeed.TEXT,
)
def unknown_icon(overview: Overview) -> Iterator[Problem]:
    """Report each unknown icon that has a similar name or is in another library."""
    looked_up: set[str] = set()
    for icon in _iter_suspicious_icons(overview):
        if needs_similarity_search(icon.name, icon.library) and icon.name not in looked_up:
            if len(looked_up) >= _MOST_LOOKED_UP:
                continue  # A site with so many uses a library that is not known here.
            looked_up.add(icon.name)
        message = _render_message(icon, overview)
        if message:
            yield Problem(_NAME, icon.file, icon.span, message, Severity.INFORMATION)


def _render_message(icon: IconUse, overview: Overview) -> str:
    """Render what is wrong with an icon; empty if nothing is, or if it is not known."""
    if icon.library not in LIBRARIES:
        return ""
    near, library = _suggest_icon_names(icon), _name_library(icon.library)
    remedy = render_suggestion(near[:_SHOWN])
    other = find_other_library(icon.name, icon.library)
    if other is None:
        fault = f"{library} has no known icon {code(icon.name)}, so it may not be shown"
        return f"{fault}. {remedy}" if near else ""
    usual = overview.cached(_find_better_library) if icon.is_usual else ""
    if usual:
        remedy = f"Set `icons.library` to {code(usual)}, as for most icons of this site."
    fault = f"{code(icon.name)} is an icon of {_name_library(other)}, not of {library}"
    return f"{fault}, so it may not be shown. {remedy or 'Use another one.'}"


def _name_library(library: str) -> str:
    """Return the name of an icon library for messages."""
    return ICON_LIBRARIES.labels[library].partition(",")[0].rstrip(".")


def _find_better_library(overview: Overview) -> str:
    """Return the library of most icons if docs.json should name it; else an empty string."""
    usual = find_icon_library(overview.parts, overview.name)
    root = overview.root_object
    if root is None or "icons" in root.by_key:
        return ""
    names = {icon.name for icon in _iter_all_icons(overview) if icon.is_usual}
    icon_counts = {one: sum(has_icon(one, name) for name in names) for one in LIBRARIES}
    best = max(LIBRARIES, key=lambda one: icon_counts[one])
    return best if icon_counts[best] >= icon_counts.get(usual, 0) + _FEWEST_MORE else ""


def _iter_suspicious_icons(overview: Overview) -> Iterator[IconUse]:
    """Yield all icons of docs.json, and those of pages that their library may not have."""
    usual = find_icon_library(overview.parts, overview.name)
    for placed in overview.objects:
        element = placed.element
        if element.record.name == "iconObject":
            yield from _iter_icon_of_key(placed, "name", element.get_text("library") or "", usual)
        elif (known := element.record.properties.get("icon")) and known.type is ICON:
            yield from _iter_icon_of_key(placed, "icon", "", usual)
    for file, content, name in _iter_page_icons(overview):
        # Nearly all are known, and finding the place of one takes longer than checking that.
        if suggest_icons(name, usual) or find_other_library(name, usual):
            entry = content.frontmatter.entries.get("icon")
            if entry is not None:
                yield IconUse(name, usual, True, file, entry.value)
    yield from _iter_component_icons(overview, usual)


def _iter_component_icons(overview: Overview, usual: str) -> Iterator[IconUse]:
    """Yield the icons in component props of pages and imports that the usual library lacks."""
    for file, content, _ in iter_pages_and_imports(overview):
        for name, span in read_syntax(content).icons:
            if not has_icon(usual, name):
                yield IconUse(name, usual, True, file, span)


def _iter_all_icons(overview: Overview) -> Iterator[IconUse]:
    """Yield the icons of docs.json, and those in pages' frontmatter, the latter without places."""
    known = find_icon_library(overview.parts, overview.name)
    pages = (
        IconUse(name, known, True, file, Span(0, 0)) for file, _, name in _iter_page_icons(overview)
    )
    yield from (icon for icon in _iter_suspicious_icons(overview) if icon.file in overview.parts)
    yield from pages


def _iter_page_icons(overview: Overview) -> Iterator[tuple[str, PageContent, str]]:
    """Yield each page with an icon in its frontmatter: file, content and icon name."""
    for file, content in (overview.contents or {}).items():
        # A site has thousands of pages, and not all of them have one.
        name = content.fields.get("icon") if b"icon" in content.head else None
        if isinstance(name, str):
            yield file, content, name


def _iter_icon_of_key(placed: Placed, key: str, library: str, usual: str) -> Iterator[IconUse]:
    """Yield the icon under a key of an object, if the value is a string."""
    value = placed.element.get(key)
    if isinstance(value, String):
        place = placed.locate_spot(placed.element.find_value_spot(key))
        yield IconUse(value.value, library or usual, not library, *place)
