"""Completion of frontmatter fields, most common first, and of their values.

Some attributes of components accept the values of a field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docs_lsp.features._icons import count_page_icons, count_site_icons, rank_icons
from docs_lsp.features._notes import render_key_note
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.operations import iter_page_operation_items
from docs_lsp.features.page_completions.targets import iter_target_items
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.schema.key_card import describe_known_key
from docs_lsp.schema.model import FRONTMATTER
from docs_lsp.schema.types import Boolean, Choice, ListOf, MapOf, OneOf, Record, StringType, Type
from docs_lsp.site.mdx.page_cursor import FieldAtCursor, PageTopAtCursor, ValueAtCursor
from docs_lsp.site.mdx.target_cursor import LinkAtCursor, TargetKind
from docs_lsp.site.navigation.origins import get_title
from docs_lsp.site.site import find_icon_library

# By the number of 57 sites that use them; fields that hardly any site uses follow.
_BY_USE = (
    *("title", "description", "sidebarTitle", "mode", "icon", "openapi", "url", "tag", "keywords"),
    *("hidden", "noindex", "rss", "og:title", "og:description", "og:image", "api"),
    *(
        "openapi-schema",
        "twitter:title",
        "boost",
        "deprecated",
        "version",
        "asyncapi",
        "twitter:description",
    ),
)
_RANKS = {name: rank for rank, name in enumerate(_BY_USE)}
# Fields that only have an effect if they are set to this value.
_USUAL = {"searchable": "false"}
_BARE = ("openapi", "version")
"""Fields whose values are chosen from a list, so that they do not start with quotes."""


def iter_whole_frontmatter_items(top: PageTopAtCursor) -> Iterator[PageProposal]:
    """Yield a whole frontmatter, for a page that has none."""
    new = "---\ntitle: \ndescription: \n---\n"
    snippet = '---\ntitle: "$1"\ndescription: "$2"\n---\n$0'
    note = "The fields at the top of a page: its title and description."
    yield PageProposal(
        "--- title and description", ItemKind.SNIPPET, top.span, new, snippet, note=note
    )


def iter_field_items(field: FieldAtCursor) -> Iterator[PageProposal]:
    """Yield the fields that the page does not have yet."""
    names = (name for name in FRONTMATTER.properties if name not in field.given)
    for name in sorted(names, key=_field_sort_key):
        known = FRONTMATTER.properties[name]
        card = describe_known_key(known)
        new, snippet = name, ""
        if not field.has_value:
            new, snippet = f"{name}: ", f"{name}:{_render_value_stop(name, known.type)}"
        yield PageProposal(
            name,
            ItemKind.PROPERTY,
            field.span,
            new,
            snippet,
            detail=card.takes,
            note=render_key_note(known),
            is_deprecated=bool(card.deprecated),
        )


def iter_field_value_items(view: View, file: str, value: ValueAtCursor) -> Iterator[PageProposal]:
    """Yield the values that a field accepts, if these are known."""
    match value.name:
        case "openapi":
            return iter_page_operation_items(view, file, value)
        case "version":
            return _iter_version_items(view, value)
        case "icon":
            return _iter_icon_items(view, file, value)
    return _iter_type_items(value)


def _iter_icon_items(view: View, file: str, value: ValueAtCursor) -> Iterator[PageProposal]:
    """Yield fitting icons: those that the page, then the site use, and those of the library.

    If the typed text begins a path, picture files are proposed instead.
    """
    if value.typed.startswith(("/", ".")):
        yield from iter_target_items(
            view, file, LinkAtCursor(TargetKind.ASSET, value.span, value.typed)
        )
        return
    here = count_page_icons(view.text(file).data, value.span)
    used = dict.fromkeys((*here, *count_site_icons(view, view.site.parts, file)))
    library = find_icon_library(view.site.parts, view.site.name)
    for name in rank_icons(library, value.typed, used):
        yield replace(_build_value_item(name, value, ItemKind.VALUE, ""), is_searched=True)


def _iter_type_items(value: ValueAtCursor) -> Iterator[PageProposal]:
    known = FRONTMATTER.properties.get(value.name)
    if known is None:
        return
    for each in describe_known_key(known).values:
        yield _build_value_item(each.text, value, ItemKind.ENUM_MEMBER, each.label)
    if not value.is_quoted and isinstance(known.type, Boolean | OneOf):
        for word in _list_boolean_words(known.type, value.name):
            yield _build_value_item(word, value, ItemKind.VALUE, "")


def _field_sort_key(name: str) -> tuple[bool, int]:
    is_old = bool(FRONTMATTER.properties[name].deprecated)
    return is_old, _RANKS.get(name, len(_RANKS))


def _render_value_stop(name: str, type_: Type) -> str:
    """Return the snippet after the colon of a field: a tab stop in the form of its type.

    It is in quotes if a colon in the value would break the YAML.
    """
    match type_:
        case Boolean():
            return f" ${{1|{','.join(_list_boolean_words(type_, name))}|}}"
        case Choice():
            return f" ${{1|{','.join(type_.values)}|}}"
        case StringType():
            return " $1" if name in _BARE else ' "$1"'
        case ListOf():
            return ' ["$1"]'
        case Record() | MapOf():
            return "\n  $1"
    return " $1"


def _list_boolean_words(type_: Type, name: str) -> tuple[str, ...]:
    """Return the words for booleans that a type allows, the more usual one first."""
    if isinstance(type_, OneOf):
        return tuple(
            word
            for alternative in type_.alternatives
            for word in _list_boolean_words(alternative, name)
        )
    if not isinstance(type_, Boolean):
        return ()
    if type_.only is not None:
        return (str(type_.only).lower(),)
    return ("false", "true") if _USUAL.get(name) == "false" else ("true", "false")


def _iter_version_items(view: View, value: ValueAtCursor) -> Iterator[PageProposal]:
    """Yield the versions of the navigation."""
    overview = view.site.get_overview()
    elements = overview.navigation.elements if overview else ()
    versions = (element.element for element in elements if element.element.record.kind == "version")
    for name in dict.fromkeys(filter(None, map(get_title, versions))):
        # Unquoted, a number would not be the name of a version.
        is_plain = value.is_quoted or not name.replace(".", "").isdigit()
        yield _build_value_item(name if is_plain else f'"{name}"', value, ItemKind.VALUE, "")


def _build_value_item(text: str, value: ValueAtCursor, kind: ItemKind, note: str) -> PageProposal:
    new = f" {text}" if value.lacks_space else text
    return PageProposal(text, kind, value.span, new, note=note, typed=value.typed)
