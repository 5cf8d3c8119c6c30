"""Mistakes in entries of `pages`: paths that are written wrong, and pages that are not there."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import DeletedFile, FileEdit
from docs_lsp.core.text import Span
from docs_lsp.site.navigation.navigation import Listing
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.implied import GONE, UNLISTED
from tests.mutations.redirects import redirect, with_redirects
from tests.mutations.scene import Scene, entry_list, is_generated, pick
from tests.mutations.surgery import quoted, told


@plants("missing-page", files=True)
def new_entry(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    where = place[1]
    like = next(string.value for _, string in where.strings())
    edit = where.with_item(told(scene.free_page(like)), chance.randrange(len(where.node.items) + 1))
    return planted("an entry without a page", edit)


@plants("missing-page", files=True)
def entry_whose_address_is_redirected(scene: Scene, chance: Random) -> Fault | None:
    place, url = pick(chance, scene.page_lists), pick(chance, scene.open_urls)
    if place is None or url is None:
        return None
    page = scene.free_page()
    edit = with_redirects(scene, redirect(quoted(f"/{page}"), quoted(url)))
    if edit is None:
        return None
    return planted("an entry that is redirected", edit, place[1].with_item(told(page)))


@plants("syntax-error", files=True)
def line_break_in_an_entry(scene: Scene, chance: Random) -> Fault | None:
    """Nothing else is said of the path before it is one."""
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    raw = f'"{scene.free_page()}{marked(chance.choice(chr(10) + chr(9)))}zebra"'
    return planted("a line break in an entry", place[1].with_item(raw))


@plants("missing-page", files=True, implied=UNLISTED)
def misspelt_entry(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, _plain(scene))
    if listing is None:
        return None
    text = listing.text
    at = chance.randrange(len(text))
    return _rewritten(listing, f"{text[:at]}{text[at]}zq{text[at:]}")


@plants("missing-page", files=True, implied={**UNLISTED, **GONE})
def page_removed(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, _plain(scene))
    if listing is None or listing.page in scene.imported:
        return None
    file = scene.page_file(listing.page)
    if scene.files.exists(f"{listing.page}.md") and not file.endswith(".md"):
        return None
    what = f"`{file}` is gone"
    return planted(what, DeletedFile(file), at=scene.listings_of(listing.page))


@plants("missing-page", files=True)
def root_without_page(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in scene.kinds("group") if not one.element.has("root")]
    placed = pick(chance, [one for one in found if not is_generated(one)])
    if placed is None:
        return None
    edit = scene.where(placed).with_member("root", told(scene.free_page()))
    return planted("a `root` without a page", edit)


@plants("page-extension")
def entry_with_extension(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, _plain(scene))
    ending = chance.choice((".mdx", ".md"))
    return _rewritten(listing, f"{listing.text}{ending}") if listing else None


@plants("page-slash", files=True)
def entry_with_slashes(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, _plain(scene))
    if listing is None:
        return None
    text = listing.text
    wrong = [f"./{text}", f"../{text}", f"{text}/"]
    if "/" in text:
        wrong += [text.replace("/", "//", 1), text.replace("/", "/./", 1)]
    return _rewritten(listing, chance.choice(wrong))


@plants("page-url")
def url_among_pages(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    url = chance.choice(("https://example.com/guide", "mailto:help@example.com"))
    return planted("a URL among the pages", place[1].with_item(told(url)))


@plants("page-case", files=True)
def entry_in_other_case(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, _plain(scene))
    if listing is None:
        return None
    text = listing.text
    letters = [index for index, char in enumerate(text) if char.isascii() and char.isalpha()]
    at = pick(chance, letters)
    if at is None:
        return None
    other = f"{text[:at]}{text[at].swapcase()}{text[at + 1 :]}"
    return None if scene.is_page(other) else _rewritten(listing, other)


@plants("index-page", files=True)
def entry_without_index(scene: Scene, chance: Random) -> Fault | None:
    found = [
        one
        for one in _plain(scene)
        if one.page.endswith("/index") and not scene.is_page(one.page.removesuffix("/index"))
    ]
    listing = pick(chance, found)
    return _rewritten(listing, listing.text.removesuffix("/index")) if listing else None


@plants("duplicate-page")
def entry_twice(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.entries)
    where = entry_list(scene, listing) if listing else None
    if listing is None or where is None:
        return None
    place = Range(listing.file, listing.span)
    return planted("an entry twice in a list", where.with_item(told(listing.text)), at=(place,))


@plants("duplicate-page", files=True)
def entry_in_two_groups(scene: Scene, chance: Random) -> Fault | None:
    """In one section, such as a tab, and both to be seen."""
    listing = pick(chance, scene.sole_entries)
    if listing is None:
        return None
    found = [
        where
        for placed, where in scene.page_lists
        if placed is not listing.placed
        and scene.section(placed) is scene.section(listing.placed)
        and not scene.is_hidden(placed)
    ]
    where = pick(chance, found)
    if where is None:
        return None
    place = Range(listing.file, listing.span)
    return planted("an entry in two groups", where.with_item(told(listing.text)), at=(place,))


def _plain(scene: Scene) -> list[Listing]:
    """Entries of pages that are listed once, where nothing is generated."""
    return [one for one in scene.sole_entries if not is_generated(one.placed)]


def _rewritten(listing: Listing, text: str) -> Fault:
    what = f"`{text}` for `{listing.text}`"
    return planted(what, FileEdit(listing.file, Span(*listing.span), marked(text)))
