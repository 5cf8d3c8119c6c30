"""Mistakes in single keys and values: misspelt, missing, of the wrong kind, out of date."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Object
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import LOST
from tests.mutations.scene import Scene, pick, title
from tests.mutations.surgery import Where, quoted, told, under

_ELEMENTS = ("group", "tab", "item", "anchor", "product", "dropdown", "version", "language")
_WRONG_TYPES = {
    "docs": {"name": "7", "description": '["Text"]', "favicon": "true", "theme": "3"},
    "group": {"group": "7", "icon": "5", "tag": "true", "hidden": '"true"'},
    "tab": {"tab": '["Zebra"]', "icon": "5", "hidden": '"yes"'},
    "anchor": {"anchor": "7", "icon": "[]"},
    "dropdown": {"dropdown": "7", "icon": "5"},
    "product": {"product": "{}", "description": "5"},
    "version": {"version": "2", "default": '"true"', "tag": "1"},
    "language": {"default": '"true"'},
    "redirect": {"permanent": '"yes"'},
    "styling": {"eyebrows": "true", "latex": '"yes"'},
    "seo": {"indexing": "true"},
}
"""Values of another type than the key of a record takes, whether it is given or not."""
_WRONG_VALUES = {
    "docs": {"theme": "mnit", "$schema": "nothing"},
    "colors": {"primary": "blue", "light": "#12345"},
    "group": {"directory": "cards", "icon": "fa-home"},
    "tab": {"icon": "fa-home"},
    "anchor": {"icon": "fa-home"},
    "globalAnchor": {"href": "not a link"},
    "styling": {"eyebrows": "crumbs"},
    "seo": {"indexing": "none"},
}
_NEW_AT_ROOT = {
    "appearance": '{ "default": "auto" }',
    "icons": '{ "library": "feather" }',
    "styling": '{ "eyebrows": "crumbs" }',
    "banner": '{ "content": "Hello", "type": "urgent" }',
    "background": '{ "decoration": "dots" }',
}
"""Members that docs.json may lack, with a value that is not known."""
_LEGACY = {
    "topbarLinks": "[]",
    "topbarCtaButton": '{ "name": "Go", "url": "https://example.com" }',
    "feedback": '{ "thumbsRating": true }',
    "primaryTab": '{ "name": "Guides" }',
    "rounded": '"sharp"',
    "footerSocials": '{ "x": "https://x.com/example" }',
    "layout": '"topnav"',
    "modeToggle": '{ "default": "dark" }',
    "isWhiteLabeled": "true",
}


@plants("unknown-key")
def key_nobody_reads(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.of(*_ELEMENTS, "docs", "redirect", "navbar.link"))
    if where is None:
        return None
    key = "zebraCrossing"
    return planted(f"a new key `{key}`", where.with_member(key, '"x"', key_marked=True))


@plants("unknown-key")
def misspelt_key(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, key)
        for where in scene.of(*_ELEMENTS, "docs")
        for key in ("icon", "tag", "description", "expanded", "favicon", "logo")
        if where.has(key)
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    wrong = key[1] + key[0] + key[2:]
    return planted(f"`{wrong}` for `{key}`", where.with_key(key, marked(quoted(wrong))))


@plants("unknown-key", implied=LOST)
def misspelt_content(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, key)
        for where in scene.of(*_ELEMENTS)
        for key in ("pages", "groups", "tabs", "anchors")
        if where.has(key)
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    wrong = key[0] + key[2:]
    return planted(f"`{wrong}` for `{key}`", where.with_key(key, marked(quoted(wrong))))


@plants("unknown-key")
def title_under_another_name(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.of(*_ELEMENTS) if len(one.node.items) > 1])
    key = title(where) if where else None
    if where is None or key is None or where.has("name"):
        return None
    return planted(f"`name` for `{key}`", where.with_key(key, marked(quoted("name"))))


@plants("unknown-key")
def collapsed_group(scene: Scene, chance: Random) -> Fault | None:
    groups = [one for one in scene.of("group") if not one.has("expanded")]
    where = pick(chance, groups)
    if where is None:
        return None
    key = chance.choice(("collapsed", "collapsible", "expandable"))
    return planted(f"`{key}`", where.with_member(key, "false", key_marked=True))


@plants("unknown-key")
def globals_at_the_top(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("global"):
        return None
    raw = '{ "anchors": [{ "anchor": "Zebra", "href": "https://example.com" }] }'
    edit = scene.root.with_member("global", raw, key_marked=True)
    return planted("`global` at the top", edit)


@plants("unknown-key")
def ref_in_capitals(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in scene.everywhere if isinstance(one.node, Object) and one.has("$ref")]
    where = pick(chance, found)
    if where is None:
        return None
    wrong = chance.choice(("$Ref", "$REF", "$refs"))
    return planted(f"`{wrong}`", where.with_key("$ref", marked(quoted(wrong))))


@plants("unknown-key")
def link_for_a_link_beside_pages(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in scene.of(*_ELEMENTS) if not one.has("group") and not one.has("href")]
    where = pick(chance, [one for one in found if one.has("pages") or one.has("groups")])
    if where is None:
        return None
    key = chance.choice(("link", "url", "to"))
    return planted(f"`{key}` beside pages", where.with_member(key, '"/"', key_marked=True))


@plants("invalid-value")
def link_that_is_none_beside_pages(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in scene.of(*_ELEMENTS) if not one.has("group") and not one.has("href")]
    where = pick(chance, [one for one in found if one.has("pages") or one.has("groups")])
    if where is None:
        return None
    href = chance.choice(("example.com", "zebra/crossing", "../zebra", "www.example.com/a"))
    return planted(f"the link `{href}` beside pages", where.with_member("href", told(href)))


@plants("missing-key")
def element_without_title(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.of(*_ELEMENTS) if len(one.node.items) > 1])
    key = title(where) if where else None
    if where is None or key is None or key == "language":
        return None
    return planted(f"no `{key}`", where.without_key(key), at=(_bracket(where),))


@plants("missing-key")
def site_without(scene: Scene, chance: Random) -> Fault | None:
    root = scene.root
    key = pick(chance, [key for key in ("name", "theme", "colors") if root.has(key)])
    if key is None:
        return None
    return planted(f"no `{key}`", root.without_key(key), at=(_bracket(root),))


@plants("missing-key", implied={"unlisted-page": "half a redirect hides its page no more"})
def part_without(scene: Scene, chance: Random) -> Fault | None:
    needed = {
        "colors": ("primary",),
        "redirect": ("source", "destination"),
        "navbar.link": ("href",),
        "globalAnchor": ("href",),
        "footer.link": ("label", "href"),
    }
    found = [
        (where, key)
        for record, keys in needed.items()
        for where in scene.of(record)
        for key in keys
        if where.has(key) and len(where.node.items) > 1
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    return planted(f"no `{key}`", where.without_key(key), at=(_bracket(where),))


@plants("missing-key", implied=LOST)
def site_without_navigation(scene: Scene, chance: Random) -> Fault | None:
    root = scene.root
    if not root.has("navigation"):
        return None
    return planted("no `navigation`", root.without_key("navigation"), at=(_bracket(root),))


@plants("wrong-type")
def value_of_another_type(scene: Scene, chance: Random) -> Fault | None:
    place = _of_table(scene, chance, _WRONG_TYPES)
    if place is None:
        return None
    where, key, raw = place
    return planted(f"`{key}`: {raw}", where.with_value(key, marked(raw)))


@plants("wrong-type", implied=LOST)
def content_of_another_type(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, key)
        for where in scene.of(*_ELEMENTS)
        for key in ("pages", "groups", "tabs")
        if where.has(key)
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    listing = pick(chance, scene.shown_entries)
    text = listing.text if listing else "index"
    return planted(f"`{key}` is a string", where.with_value(key, told(text)))


@plants("wrong-type")
def page_that_is_a_number(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    return planted("a number among the pages", place[1].with_item(marked("7")))


@plants("invalid-value")
def value_that_is_not_known(scene: Scene, chance: Random) -> Fault | None:
    place = _of_table(scene, chance, _WRONG_VALUES)
    if place is None:
        return None
    where, key, value = place
    return planted(f"`{key}`: {value}", where.with_value(key, told(value)))


@plants("invalid-value")
def new_value_that_is_not_known(scene: Scene, chance: Random) -> Fault | None:
    key = pick(chance, [key for key in _NEW_AT_ROOT if not scene.root.has(key)])
    if key is None:
        return None
    raw = marked(_NEW_AT_ROOT[key])
    return planted(f"`{key}`: {_NEW_AT_ROOT[key]}", scene.root.with_member(key, raw))


@plants("invalid-value")
def empty_title(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.of(*_ELEMENTS))
    key = title(where) if where else None
    if where is None or key is None or key == "language":
        return None
    return planted(f"an empty `{key}`", where.with_value(key, marked('""')))


@plants("invalid-value")
def unknown_contextual_option(scene: Scene, chance: Random) -> Fault | None:
    options = under(scene.root, "contextual", "options")
    if options is None:
        return None
    return planted("an unknown option", options.with_item(told("chat-gpt")))


@plants("legacy-key")
def key_of_the_old_shape(scene: Scene, chance: Random) -> Fault | None:
    key = chance.choice(sorted(_LEGACY))
    if scene.root.has(key):
        return None
    edit = scene.root.with_member(key, _LEGACY[key], key_marked=True)
    return planted(f"`{key}` at the top", edit)


@plants("legacy-key", implied=LOST)
def navigation_as_a_list(scene: Scene, chance: Random) -> Fault | None:
    root = scene.root
    navigation = root.inside("navigation")
    inside = navigation.inside("groups") if navigation else None
    if navigation is None or inside is None:
        return None
    at = root.range(root.key("navigation"))
    edit = FileEdit(root.file, navigation.span, root.raw(inside.span))
    return planted("`navigation` is a list", edit, at=(at,))


def _of_table(
    scene: Scene, chance: Random, table: Mapping[str, Mapping[str, str]]
) -> tuple[Where, str, str] | None:
    """An object, a key for it and a wrong value, out of a table of these by record."""
    places = [where for where in scene.of(*table) if _record(scene, where) in table]
    where = pick(chance, places)
    if where is None:
        return None
    values = table[_record(scene, where)]
    key = chance.choice(sorted(values))
    return where, key, values[key]


def _record(scene: Scene, where: Where) -> str:
    return next(
        one.element.record.name
        for one in scene.placed
        if one.at == where.at and one.file == where.file
    )


def _bracket(where: Where) -> Range:
    return where.range(Span(where.at, where.at + 1))


@plants("unknown-icon", files=True)
def icon_with_a_slip(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("icons"):
        return None
    found = [one for one in scene.of("group", "tab", "anchor") if not one.has("icon")]
    where = pick(chance, found)
    name = chance.choice(("ancor", "rcoket", "boook-open", "life-rnig"))
    if where is None:
        return None
    return planted(f"the icon `{name}`", where.with_member("icon", told(name)))
