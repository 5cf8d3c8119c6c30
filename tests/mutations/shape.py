"""Mistakes in how the elements of the navigation are put together."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.navigation.walk import Placed
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.implied import LOST
from tests.mutations.scene import CONTENT, NEW, SECTIONS, TITLES, Scene, is_generated, pick
from tests.mutations.surgery import Where, is_filled, quoted, told


@plants("no-primary-pattern", implied=LOST)
def empty_navigation(scene: Scene, chance: Random) -> Fault | None:
    navigation = scene.root.inside("navigation")
    if navigation is None:
        return None
    edit = FileEdit(navigation.file, navigation.span, marked("{}"))
    return planted("an empty `navigation`", edit)


@plants("several-primary-patterns")
def second_pattern(scene: Scene, chance: Random) -> Fault | None:
    """One that the service looks at last, so that it drops the new one."""
    navigation = _navigation(scene)
    if navigation is None or navigation.has("pages"):
        return None
    edit = navigation.with_member("pages", f"[{_some_page(scene, chance)}]", key_marked=True)
    return planted("`pages` beside the pattern", edit)


@plants("several-primary-patterns", implied=LOST)
def pattern_that_wins(scene: Scene, chance: Random) -> Fault | None:
    navigation = _navigation(scene)
    key = next((key for key in ("groups", "pages") if navigation and navigation.has(key)), None)
    if navigation is None or key is None:
        return None
    tabs = f'[{{ "tab": "New", "pages": [{_some_page(scene, chance)}] }}]'
    at = navigation.range(navigation.key(key))
    return planted("`tabs` beside the pattern", navigation.with_member("tabs", tabs), at=(at,))


@plants("mixed-children")
def second_kind_of_children(scene: Scene, chance: Random) -> Fault | None:
    """One that the service looks at last, so that it drops the new one."""
    found = [one for one in _sections(scene) if not is_filled(one[1].inside("pages"))]
    place = pick(chance, [one for one in found if not one[1].has("menu") and _is_full(one[1])])
    if place is None:
        return None
    placed, where = place
    key = "pages" if where.has("groups") else "groups"
    page = _some_page(scene, chance, placed)
    raw = f"[{page}]" if key == "pages" else f'[{{ "group": "New", "pages": [{page}] }}]'
    return planted(f"`{key}` beside content", where.with_member(key, raw, key_marked=True))


@plants("mixed-children", implied=LOST)
def kind_of_children_that_wins(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, [one for one in _sections(scene) if is_filled(one[1].inside("pages"))])
    if place is None:
        return None
    placed, where = place
    raw = f'[{{ "group": "New", "pages": [{_some_page(scene, chance, placed)}] }}]'
    at = where.range(where.key("pages"))
    return planted("`groups` beside `pages`", where.with_member("groups", raw), at=(at,))


@plants("link-with-content", implied=LOST)
def link_beside_content(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, key)
        for _, where in _sections(scene)
        for key in sorted(CONTENT)
        if is_filled(where.inside(key))
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    edit = where.with_member("href", '"https://example.com/elsewhere"')
    return planted("`href` beside content", edit, at=(where.range(where.key(key)),))


@plants("misplaced-child")
def child_in_the_wrong_place(scene: Scene, chance: Random) -> Fault | None:
    misplaced = {
        "group": ("groups", "tabs"),
        "anchor": ("menu", "anchors"),
        "tab": ("tabs",),
        "language": ("languages", "menu"),
        "version": ("versions", "menu"),
        "dropdown": ("menu", "dropdowns"),
        "product": ("products",),
    }
    placed = pick(chance, scene.kinds(*misplaced))
    if placed is None:
        return None
    where = scene.where(placed)
    key = chance.choice(misplaced[placed.element.record.kind or ""])
    name = TITLES[key]
    text = quoted("en" if name == "language" else "New")
    raw = f'[{{ "{name}": {text}, "pages": [{_some_page(scene, chance, placed)}] }}]'
    return planted(f"`{key}` in it", where.with_member(key, raw, key_marked=True))


@plants("menu-content")
def anchors_in_a_menu(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, [one for one in scene.lists("tabs") if not scene.is_hidden(one[0])])
    if place is None:
        return None
    anchor = f'{{ "anchor": "New", "pages": [{_some_page(scene, chance, place[0])}] }}'
    item = f'{{ "item": "New", {marked(quoted("anchors"))}: [{anchor}] }}'
    raw = f'{{ "tab": "{NEW}", "menu": [{item}] }}'
    return planted("a menu with anchors", place[1].with_item(raw))


@plants("menu-content")
def wrapped_menu_content(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.of("item") if _simple(one)])
    return _wrapped(where, "anchors") if where else None


@plants("undocumented")
def child_that_is_not_described(scene: Scene, chance: Random) -> Fault | None:
    kinds = {"tab": "dropdowns", "anchor": "dropdowns", "product": "tabs", "dropdown": "tabs"}
    placed = pick(chance, [one for one in scene.kinds(*kinds) if _simple(scene.where(one))])
    if placed is None:
        return None
    return _wrapped(scene.where(placed), kinds[placed.element.record.kind or ""])


@plants("undocumented")
def links_that_are_not_described(scene: Scene, chance: Random) -> Fault | None:
    navigation = _navigation(scene)
    if navigation is None or navigation.has("global"):
        return None
    key = chance.choice(("tabs", "dropdowns", "products"))
    link = f'{{ "{TITLES[key]}": "{NEW}", "href": "https://example.com" }}'
    raw = f"{{ {marked(quoted(key))}: [{link}] }}"
    return planted(f"`{key}` in `global`", navigation.with_member("global", raw))


@plants("misplaced-child")
def content_of_a_link(scene: Scene, chance: Random) -> Fault | None:
    navigation = _navigation(scene)
    if navigation is None or navigation.has("global"):
        return None
    href = ', "href": "https://example.com"' if chance.random() < 0.5 else ""
    content = f"{marked(quoted('pages'))}: [{_some_page(scene, chance)}]"
    raw = f'{{ "anchors": [{{ "anchor": "{NEW}"{href}, {content} }}] }}'
    return planted("pages in a link of `global`", navigation.with_member("global", raw))


@plants("undocumented-key")
def key_that_is_not_described(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, key, raw)
        for where in scene.of("group", "tab")
        for key, raw in (("boost", "2"), ("public", "true"), ("align", '"end"'))
        if where.has("tab") is (key == "align") and not where.has(key)
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key, raw = place
    return planted(f"`{key}`", where.with_member(key, raw, key_marked=True))


@plants("page-as-object", implied=LOST)
def page_with_a_tag(scene: Scene, chance: Random) -> Fault | None:
    """The whole list is dropped for it, as far as it is not that of a group."""
    listing = pick(chance, [one for one in scene.entries if not is_generated(one.placed)])
    if listing is None:
        return None
    span = Span(listing.span.start - 1, listing.span.end + 1)
    raw = marked(f'{{ "page": {quoted(listing.text)}, "tag": "New" }}')
    return planted("a page as an object", FileEdit(listing.file, span, raw))


@plants("empty-element")
def element_that_holds_nothing(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (where, TITLES[key])
        for key in ("groups", "tabs", "anchors")
        for placed, where in scene.lists(key)
        if not is_generated(placed) and not scene.is_hidden(placed) and where.node.items
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, name = place
    pages = ', "pages": []' if chance.random() < 0.5 else ""
    return planted(f"an empty {name}", where.with_item(f'{{ "{name}": {told(NEW)}{pages} }}'))


@plants("empty-element", implied=LOST)
def empty_content_of_the_navigation(scene: Scene, chance: Random) -> Fault | None:
    navigation = scene.root.inside("navigation")
    if navigation is None:
        return None
    key = chance.choice(("pages", "products", "dropdowns"))
    raw = f'{{ "{key}": {marked("[]")} }}'
    return planted("nothing in `navigation`", FileEdit(navigation.file, navigation.span, raw))


@plants("empty-element", files=True)
def specification_that_shows_nothing(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, [one for one in scene.lists("tabs") if not scene.is_hidden(one[0])])
    if place is None:
        return None
    marks = chance.choice(("", '"get": { "x-hidden": true }', '"get": { "x-excluded": true }'))
    paths = f'{{ "/zebra": {{ {marks} }} }}' if marks else "{}"
    info = '"info": { "title": "Zebra", "version": "1" }'
    content = f'{{ "openapi": "3.1.0", {info}, "paths": {paths} }}'
    raw = f'{{ "tab": "{NEW}", "openapi": {told(f"{NEW}.json")} }}'
    return planted("nothing to show", NewFile(f"{NEW}.json", content), place[1].with_item(raw))


@plants("blank-label")
def blank_title(scene: Scene, chance: Random) -> Fault | None:
    kinds = ("group", "tab", "item", "anchor", "product", "dropdown")
    placed = pick(chance, [one for one in scene.kinds(*kinds) if not scene.is_hidden(one)])
    if placed is None:
        return None
    where = scene.where(placed)
    raw = marked(chance.choice(('" "', '"  "')))
    return planted("a blank title", where.with_value(placed.element.record.kind or "", raw))


@plants("blank-label")
def blank_icon(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (scene.where(one), key)
        for one in scene.kinds("group", "tab", "anchor")
        for key in ("icon", "tag")
        if not scene.is_hidden(one) and (key == "icon" or one.element.record.kind == "group")
    ]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    raw = marked(chance.choice(('""', '" "')))
    return planted(f"a blank {key}", where.with_value(key, raw))


@plants("expanded-without-effect")
def expanded_at_the_top(scene: Scene, chance: Random) -> Fault | None:
    where = pick(
        chance,
        [
            scene.where(one)
            for one in scene.kinds("group")
            if not one.element.context.in_pages and not one.element.has("expanded")
        ],
    )
    if where is None:
        return None
    raw = chance.choice(("true", "false"))
    return planted("`expanded` at the top", where.with_member("expanded", raw, key_marked=True))


@plants("directory-without-root")
def listing_without_root(scene: Scene, chance: Random) -> Fault | None:
    found = []
    for placed in scene.kinds("group"):
        where = scene.where(placed)
        pages = where.inside("pages")
        if pages and pages.node.height == 1 and not (where.has("root") or where.has("directory")):
            found.append(where)
    place = pick(chance, found)
    if place is None:
        return None
    edit = place.with_member("directory", '"card"', key_marked=True)
    return planted("`directory` without `root`", edit)


@plants("directory-without-root", files=True)
def listing_that_no_group_shows(scene: Scene, chance: Random) -> Fault | None:
    found = []
    for placed in scene.kinds("tab", "anchor", "dropdown", "product", "version"):
        where = scene.where(placed)
        if is_filled(where.inside("groups")) and not where.has("directory"):
            plain = where.raw(where.span)
            if '"root"' not in plain and '"$ref"' not in plain and not is_generated(placed):
                found.append(where)
    place = pick(chance, found)
    if place is None:
        return None
    raw = chance.choice(('"card"', '"accordion"'))
    edit = place.with_member("directory", raw, key_marked=True)
    return planted("`directory` of groups without `root`", edit)


@plants("searchable-without-hidden")
def searchable_of_what_is_seen(scene: Scene, chance: Random) -> Fault | None:
    found = [
        one
        for one in scene.kinds("group", "tab")
        if not scene.is_hidden(one) and not one.element.has("searchable")
    ]
    placed = pick(chance, found)
    if placed is None:
        return None
    edit = scene.where(placed).with_member("searchable", "true", key_marked=True)
    return planted("`searchable` alone", edit)


@plants("same-label")
def sibling_of_the_same_name(scene: Scene, chance: Random) -> Fault | None:
    found = []
    for _, where in scene.lists():
        for name in ("group", "tab", "anchor", "dropdown", "product", "item"):
            items = [where.item(index) for index in range(len(where.node.items))]
            named = [
                one for one in items if one and one.text(name) and one.get("hidden") is None
            ]  # fmt: skip
            if len(named) > 1:
                found.append((named, name))
    place = pick(chance, found)
    if place is None:
        return None
    named, name = place
    first, second = named[0].text(name) or "", chance.choice(named[1:])
    if second.text(name) == first:
        return None
    edit = second.with_value(name, told(first))
    return planted(f"two of one `{name}`", edit)


def _navigation(scene: Scene) -> Where | None:
    """`navigation`, with one pattern in it."""
    where = scene.root.inside("navigation")
    if where is None or sum(map(where.has, CONTENT)) != 1 or where.has("$ref"):
        return None
    return where


def _sections(scene: Scene) -> list[tuple[Placed, Where]]:
    """The elements that readers see and that are no groups."""
    shown = [one for one in scene.kinds(*SECTIONS) if not scene.is_hidden(one)]
    return [(one, scene.where(one)) for one in shown]


def _is_full(where: Where) -> bool:
    return any(is_filled(where.inside(key)) for key in CONTENT)


def _some_page(scene: Scene, chance: Random, near: Placed | None = None) -> str:
    """A page that is there, as JSON; one of the language of a place."""
    language = near and scene.language(near)
    found = [
        one for one in scene.shown_entries if near is None or scene.language(one.placed) is language
    ]
    listing = pick(chance, found)
    return quoted(listing.text if listing else NEW)


def _simple(where: Where) -> bool:
    """Whether an element holds groups or pages."""
    return is_filled(where.inside("groups")) or is_filled(where.inside("pages"))


def _wrapped(where: Where, key: str) -> Fault:
    """The content of an element, put into another one inside of it."""
    inner = next(name for name in ("groups", "pages") if where.has(name))
    start, end = where.key(inner).start, where.value(inner).end
    opening = f'{marked(quoted(key))}: [{{ "{TITLES[key]}": "All", '
    return planted(
        f"`{inner}` in `{key}`",
        FileEdit(where.file, Span(start, start), opening),
        FileEdit(where.file, Span(end, end), " }]"),
    )
