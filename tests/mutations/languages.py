"""Mistakes in languages and versions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import UNLISTED
from tests.mutations.links import in_page
from tests.mutations.scene import NEW, Scene, entry_list, index_of, objects_in, pick
from tests.mutations.surgery import Where, containers, quoted, told

_RENAMED = {
    "missing-translation": "what is said of a language names its code and the default one",
}
_UNDOCUMENTED = ("ja", "zh", "zh-Hans", "pt", "fr-CA")


@plants("unknown-language", implied=_RENAMED)
def code_that_is_not_known(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, [one for one in scene.of("language") if one.text("language")])
    if where is None:
        return None
    code = chance.choice(("ua", "kr", "iw", "pt-PT", "EN_us", "zebra"))
    return planted(f"the language `{code}`", where.with_value("language", told(code)))


@plants("undocumented", implied=_RENAMED)
def code_that_is_not_described(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, list(_lists(scene, "language", at_least=1)))
    if place is None:
        return None
    taken = {one.text("language") for one in place}
    code = pick(chance, [one for one in _UNDOCUMENTED if one not in taken])
    if code is None:
        return None
    edit = chance.choice(place).with_value("language", told(code))
    return planted(f"the language `{code}`", edit)


@plants(
    "duplicate-language",
    implied={**_RENAMED, "undocumented": "it is said of each entry with such a code"},
)
def language_twice(scene: Scene, chance: Random) -> Fault | None:
    return _twice(scene, chance, "language")


@plants("duplicate-version", implied=_RENAMED)
def version_twice(scene: Scene, chance: Random) -> Fault | None:
    return _twice(scene, chance, "version")


@plants("several-defaults", implied=_RENAMED)
def two_defaults(scene: Scene, chance: Random) -> Fault | None:
    places = [*_lists(scene, "language"), *_lists(scene, "version")]
    open_ = [items for items in places if not any(map(_is_default, items))]
    items = pick(chance, open_)
    if items is None:
        return None
    first, second = sorted(chance.sample(range(len(items)), 2))
    edits = [items[first].with_value("default", "true")]
    edits += [items[second].with_value("default", marked("true"))]
    return planted("two defaults", *edits)


@plants("default-not-first", implied=_RENAMED)
def default_further_down(scene: Scene, chance: Random) -> Fault | None:
    places = [*_lists(scene, "language"), *_lists(scene, "version")]
    open_ = [items for items in places if not any(one.has("default") for one in items)]
    items = pick(chance, open_)
    if items is None:
        return None
    where = items[chance.randrange(1, len(items))]
    edit = where.with_member("default", "true", key_marked=True)
    return planted("a default that is not the first", edit)


_GONE = {
    "unlisted-page": UNLISTED["unlisted-page"],
    "empty-element": "it was the only entry of its group",
}


@plants("missing-translation", files=True, implied=_GONE)
def translation_not_listed(scene: Scene, chance: Random) -> Fault | None:
    """Of a page that the default language lists too."""
    found = []
    for listing in scene.sole_entries:
        language = scene.language(listing.placed)
        if language is not None and _has_original(scene, listing, language):
            found.append((listing, language))
    place = pick(chance, found)
    where = entry_list(scene, place[0]) if place else None
    if place is None or where is None:
        return None
    listing, language = place
    file, span = language.locate_spot(language.element.find_value_spot("language"))
    edit = where.without(index_of(where, listing))
    return planted(f"no entry for `{listing.page}`", edit, at=(Range(file, span),))


@plants("untranslated-entry", files=True, implied=_GONE)
def original_in_place_of_its_translation(scene: Scene, chance: Random) -> Fault | None:
    found = [
        (listing, original)
        for listing in scene.sole_entries
        if (language := scene.language(listing.placed)) is not None
        and _has_original(scene, listing, language)
        and (original := _original(scene, listing, language)) is not None
    ]
    place = pick(chance, found)
    if place is None:
        return None
    listing, original = place
    edit = FileEdit(listing.file, listing.span, marked(original.page))
    return planted(f"`{original.page}` in place of `{listing.page}`", edit)


@plants("untranslated-entry", files=True)
def page_without_a_translation(scene: Scene, chance: Random) -> Fault | None:
    """A new page that two languages list."""
    lists = list(_lists(scene, "language"))
    items = pick(chance, lists)
    if items is None:
        return None
    default = next((one for one in items if _is_default(one)), items[0])
    other = pick(chance, [one for one in items if one is not default])
    if other is None:
        return None
    found = [next(_page_lists(one), None) for one in (default, other)]
    if found[0] is None or found[1] is None:
        return None
    page = NewFile(f"{NEW}.mdx", "# Zebra\n")
    edits = [one.with_item(quoted(NEW)) for one in found if one]
    start, end = other.value("language")
    code = other.range(Span(start + 1, end - 1))
    return planted("a page of two languages", page, *edits, at=(code,))


def _page_lists(where: Where) -> Iterator[Where]:
    """The lists of pages in an element, versions left out."""
    if where.has("versions"):
        return
    for inside in containers(where):
        pages = inside.inside("pages")
        if pages is not None and isinstance(pages.node, Array) and pages.node.items:
            yield pages


def _original(scene: Scene, listing: Listing, language: Placed) -> Listing | None:
    rest = listing.page.removeprefix(f"{language.element.get_text('language')}/")
    return next(
        (
            one
            for one in scene.entries
            if one.page.endswith(rest)
            and one.page != listing.page
            and scene.language(one.placed) is not language
            and _is_of_default(scene, one)
        ),
        None,
    )


def _is_of_default(scene: Scene, listing: Listing) -> bool:
    language = scene.language(listing.placed)
    if language is None or language.around is None:
        return False
    children = list(language.around.element.list_children("languages"))
    default = next((one for one in children if one.get_flag("default")), children[0])
    return default.get_text("language") == language.element.get_text("language")


def _has_original(scene: Scene, listing: Listing, language: Placed) -> bool:
    """Whether the default language lists a page too, in a folder of its own."""
    if language.around is None or language.element.get_flag("hidden"):
        return False
    children = list(language.around.element.list_children("languages"))
    default = next((one for one in children if one.get_flag("default")), children[0]).get_text(
        "language"
    )
    code = language.element.get_text("language")
    rest = listing.page.removeprefix(f"{code}/")
    if code == default or rest == listing.page:
        return False
    originals = scene.navigation.by_page.get(rest, ()) + scene.navigation.by_page.get(
        f"{default}/{rest}", ()
    )
    inside = [scene.language(one.placed) for one in originals if not scene.is_hidden(one.placed)]
    return any(one is not None and one.element.get_text("language") == default for one in inside)


def _lists(scene: Scene, name: str, at_least: int = 2) -> Iterator[list[Where]]:
    """The elements of each list of languages or versions that readers see."""
    for _, where in scene.lists(f"{name}s"):
        items = objects_in(where, lambda one: one.text(name) is not None)
        shown = [one for one in items if not (one.has("hidden") or one.has("$ref"))]
        if len(shown) >= at_least and len(shown) == len(where.node.items):
            yield shown


def _twice(scene: Scene, chance: Random, name: str) -> Fault | None:
    items = pick(chance, list(_lists(scene, name)))
    if items is None:
        return None
    first, second = sorted(chance.sample(range(len(items)), 2))
    raw = items[first].raw(items[first].value(name))
    edit = items[second].with_value(name, f'"{marked(raw[1:-1])}"')
    return planted(f"the {name} {raw} twice", edit)


def _is_default(where: Where) -> bool:
    return where.has("default") and where.raw(where.value("default")) == "true"


@plants("wrong-language-link", files=True)
def link_that_leaves_the_language(scene: Scene, chance: Random) -> Fault | None:
    """To a page of the default language whose translation the own language lists."""
    found = [
        (one, original)
        for one in scene.plain_pages
        if (original := _own_original(scene, one)) is not None
    ]
    place = pick(chance, found)
    if place is None:
        return None
    language = scene.language(place[0].placed)
    others = [
        original
        for one, original in found
        if one.page != place[0].page and scene.language(one.placed) is language
    ]
    other = pick(chance, others)
    if other is None:
        return None
    text = f"See [the other]({marked(f'/{other.page}')})."
    return planted("a link", in_page(scene, scene.page_file(place[0].page), text))


def _own_original(scene: Scene, listing: Listing) -> Listing | None:
    language = scene.language(listing.placed)
    if language is None or not _has_original(scene, listing, language):
        return None
    return _original(scene, listing, language)
