"""Mistakes in links to headings: characters nobody sees, other languages, redirects, files."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.site.pages import page_to_url
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.links import in_page, plant_in_page
from tests.mutations.redirects import redirect, with_redirects
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import quoted


@plants("dead-link", files=True)
def character_of_a_heading_that_nobody_sees(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    if listing is None:
        return None
    sign = chance.choice("\u200b\u2060\ufeff\u00ad")
    text = f"See [the zebra](#{marked(NEW)}).\n\n## Zebra {sign}crossing"
    return planted("a hidden character", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def character_of_an_anchor_that_nobody_sees(scene: Scene, chance: Random) -> Fault | None:
    text = f"See [the zebra](#{marked(NEW + chr(0x200B))}).\n\n## Zebra crossing"
    return plant_in_page(scene, chance, "a hidden character", text)


@plants("dead-link", files=True)
def anchor_of_a_page_named_as_a_file(scene: Scene, chance: Random) -> Fault | None:
    listing, other = pick(chance, scene.entries), pick(chance, scene.plain_pages)
    if listing is None or other is None:
        return None
    text = f"See [the zebra](/{other.page}{chance.choice(('.md', '.mdx'))}#{marked(NEW)})."
    return planted("an anchor of a file", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def anchor_behind_a_redirect(scene: Scene, chance: Random) -> Fault | None:
    listing, other = pick(chance, scene.entries), pick(chance, scene.plain_pages)
    if listing is None or other is None or page_to_url(other.page) not in scene.open_urls:
        return None
    edit = with_redirects(scene, redirect(quoted(f"/{NEW}"), quoted(page_to_url(other.page))))
    if edit is None:
        return None
    text = f"See [the zebra](/{NEW}#{marked('stripes-and-lines')})."
    return planted("a redirect", edit, in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def heading_that_only_the_translation_has(scene: Scene, chance: Random) -> Fault | None:
    """The link leads to another language, whose page has another heading."""
    places = [
        (listing, other)
        for listing in scene.plain_pages
        for other in scene.plain_pages
        if (language := scene.language(listing.placed))
        and (there := scene.language(other.placed))
        and (code := language.element.get_text("language"))
        and other.page.startswith(f"{there.element.get_text('language')}/")
        and code != there.element.get_text("language")
        and listing.page == f"{code}/{other.page.partition('/')[2]}"
    ]
    place = pick(chance, places)
    others = [one for one in scene.plain_pages if place and one.placed is place[0].placed]
    listing = pick(chance, [one for one in others if place and one != place[0]])
    if place is None or listing is None:
        return None
    link = marked(f"{page_to_url(place[1].page)}#{NEW}")
    file = scene.page_file(place[0].page)
    end = len(scene.data(file))
    heading = FileEdit(file, Span(end, end), "\n\n## Zebra crossing\n")
    edit = in_page(scene, scene.page_file(listing.page), f"See [the zebra]({link}).")
    return planted("a heading of another language", heading, edit)
