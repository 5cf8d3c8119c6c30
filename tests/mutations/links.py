"""Mistakes in links, in the files of the theme, and in the name of the site."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from docs_lsp.core.problem import FileChange, FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.pages import page_to_url
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import Where, quoted, told, under

_CERTAIN = 5
"""Pages with a URL from which the address of a site is inferred."""
_REPEATED = 9


@plants("dead-link", files=True)
def link_in_a_page(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.entries)
    if listing is None:
        return None
    text = chance.choice(
        (
            f"See [the zebra]({marked(f'/{NEW}/none')}).",
            f'<a href="{marked(f"/{NEW}/none")}">The zebra</a>',
            f"![A zebra]({marked(f'/images/{NEW}.png')})",
        )
    )
    return planted("a link in a page", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def anchor_in_a_page(scene: Scene, chance: Random) -> Fault | None:
    text = f"See [the zebra]({marked(f'#{NEW}')})."
    return plant_in_page(scene, chance, "an anchor in a page", text)


@plants("dead-link", files=True)
def anchor_of_another_page(scene: Scene, chance: Random) -> Fault | None:
    listing, other = pick(chance, scene.entries), pick(chance, scene.plain_pages)
    if listing is None or other is None:
        return None
    text = f"See [the zebra]({marked(f'{page_to_url(other.page)}#{NEW}')})."
    return planted("an anchor elsewhere", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def links_into_a_folder_that_moved(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    by_folder: dict[str, list[str]] = defaultdict(list)
    for url in scene.open_urls:
        by_folder[url.rpartition("/")[0]].append(url)
    folder = pick(chance, [one for one, urls in by_folder.items() if one and len(urls) > 2])
    if listing is None or folder is None:
        return None
    old = [f"/{NEW}{url.removeprefix(folder)}" for url in by_folder[folder]]
    text = "\n".join(f"- [The zebra]({marked(one)})" for one in old)
    edit = in_page(scene, scene.page_file(listing.page), text)
    return planted(f"links to what was {folder} as it was called before", edit)


@plants("dead-link", files=True)
def link_below_a_folder_that_the_site_lacks(scene: Scene, chance: Random) -> Fault | None:
    """As it is right on a site that is published below such a folder."""
    listing, url = pick(chance, scene.plain_pages), pick(chance, scene.open_urls)
    if listing is None or url is None:
        return None
    text = f"See [the zebra]({marked(f'/{NEW}{url}')})."
    edit = in_page(scene, scene.page_file(listing.page), text)
    return planted(f"a link to {url} below another path", edit)


@plants("starter-kit", files=True)
def links_of_the_starter_kit(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("navbar"):
        return None
    button = f'"primary": {{ "type": "button", "label": "Zebra", "href": {told(_DASHBOARD)} }}'
    links = '"links": [{ "label": "Support", "href": "mailto:hi@mintlify.com" }]'
    edit = scene.root.with_member("navbar", f"{{ {button}, {links} }}")
    return planted("links of the starter kit", edit)


_DASHBOARD = "https://dashboard.mintlify.com"


@plants("mixed-base", files=True)
def links_with_and_without_the_base(scene: Scene, chance: Random) -> Fault | None:
    """On a site whose own URLs show that it is published below a path."""
    listing = pick(chance, scene.plain_pages)
    if listing is None or len(scene.open_urls) < _CERTAIN:
        return None
    urls = [f"[The zebra](https://{NEW}.example/{NEW}{url})" for url in scene.open_urls]
    based = [f"/{NEW}{url}" for url in scene.open_urls] * _REPEATED
    links = [f"[the zebra]({link})" for link in (marked(based[0]), *based[1:])]
    plain = [f"[the zebra]({url})" for url in scene.open_urls] * _REPEATED
    edit = in_page(scene, scene.page_file(listing.page), "\n".join((*urls, *links, *plain)))
    return planted(f"links with and without /{NEW}", edit)


@plants("dead-link", files=True)
def link_to_a_page_that_moved(scene: Scene, chance: Random) -> Fault | None:
    listing, url = pick(chance, scene.plain_pages), pick(chance, scene.open_urls)
    if listing is None or url is None or url.count("/") < 2:
        return None
    old = f"/{NEW}/{url.rpartition('/')[2]}"
    text = f"See [the zebra]({marked(old)})."
    edit = in_page(scene, scene.page_file(listing.page), text)
    return planted(f"a link to {url} in another folder", edit)


@plants("dead-link", files=True)
def anchor_nearly_right(scene: Scene, chance: Random) -> Fault | None:
    """An anchor with the signs of another tool, or of another case."""
    found = []
    for each in scene.plain_pages:
        words = read_page(scene.data(scene.page_file(each.page)), "page.mdx").anchor_texts
        for anchor in words.list_heading_ids():
            if "-" in anchor.strip("-"):
                others = (anchor.replace("-", "_"), anchor.upper(), f"{anchor}-97")
                wrong = [
                    one for one in others if words.look_up_anchor(one).where is AnchorStatus.NOWHERE
                ]
                found += [(each.page, one) for one in wrong if is_plain(one)]
    listing, place = pick(chance, scene.entries), pick(chance, found)
    if listing is None or place is None:
        return None
    text = f"See [the zebra]({page_to_url(place[0])}#{marked(place[1])})."
    return planted("signs of another tool", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def anchor_that_only_the_local_check_finds(scene: Scene, chance: Random) -> Fault | None:
    text = f"See [the zebra](#{marked(f'the-zebras-{NEW}')}).\n\n## The zebra's {NEW}"
    return plant_in_page(scene, chance, "a straight quote", text)


@plants("dead-link", files=True)
def heading_in_code_that_is_never_closed(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    if listing is None:
        return None
    file = scene.page_file(listing.page)
    end = len(scene.data(file))
    link = in_page(scene, file, f"See [the zebra](#{marked(NEW)}).")
    code = FileEdit(file, Span(end, end), f"\n\n```js\nzebra();\n\n## {NEW}\n")
    return planted("code that is never closed", link, code)


@plants("dead-link", files=True)
def generated_page_in_another_folder(scene: Scene, chance: Random) -> Fault | None:
    """The name of a page that the service makes, behind a folder that it never makes one in."""
    listing, facts = pick(chance, scene.entries), scene.site.facts
    specs = facts.specs.values() if facts else ()
    summaries = [one.summary for spec in specs for one in spec.operations.values() if one.summary]
    summary = pick(chance, summaries)
    if listing is None or summary is None:
        return None
    name = "-".join(summary.lower().split())
    text = f"See [the zebra]({marked(f'/{NEW}/{name}')})."
    return planted("a folder of no page", in_page(scene, scene.page_file(listing.page), text))


@plants("dead-link", files=True)
def link_of_the_navigation(scene: Scene, chance: Random) -> Fault | None:
    found = [scene.where(one) for one in scene.kinds() if one.element.has("href")]
    where = pick(chance, found + scene.of("globalAnchor"))
    if where is None:
        return None
    return planted("a link to nothing", where.with_value("href", told(f"/{NEW}/none")))


@plants("dead-link", files=True)
def link_of_the_bar(scene: Scene, chance: Random) -> Fault | None:
    edit = _bar_link(scene, told(f"/{NEW}/none"))
    return planted("a link in the bar", edit) if edit else None


@plants("missing-asset", files=True)
def file_of_the_theme(scene: Scene, chance: Random) -> Fault | None:
    root = scene.root
    found = [(root, key) for key in ("favicon", "logo") if root.text(key)]
    for outer in ("favicon", "logo", "background"):
        where = root.inside(outer)
        keys = ("image",) if outer == "background" else ("light", "dark")
        found += [(where, key) for key in keys if where and where.text(key)]
    place = pick(chance, found)
    if place is None:
        return None
    where, key = place
    return planted(f"another `{key}`", where.with_value(key, told(f"/images/{NEW}.svg")))


@plants("unsafe-link")
def script_in_the_bar(scene: Scene, chance: Random) -> Fault | None:
    url = chance.choice(("javascript:alert(1)", "data:text/html,zebra", "file:///etc/zebra"))
    edit = _bar_link(scene, told(url))
    return planted(f"a link to `{url}`", edit) if edit else None


@plants("unsafe-link")
def script_in_the_navigation(scene: Scene, chance: Random) -> Fault | None:
    found = [scene.where(one) for one in scene.kinds() if one.element.has("href")]
    where = pick(chance, found + scene.of("globalAnchor"))
    if where is None:
        return None
    return planted("a script", where.with_value("href", told("javascript:void(0)")))


@plants("tool-name")
def name_without_end(scene: Scene, chance: Random) -> Fault | None:
    if not scene.root.has("name"):
        return None
    name = chance.choice(("Zebra crossing " * 5, "!?", "斑马"))
    return planted("another name", scene.root.with_value("name", told(name.strip())))


@plants("unresolved-ref", files=True)
def part_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, [one for key in ("groups", "tabs", "pages") for one in scene.lists(key)])
    if place is None or not place[1].node.items:
        return None
    target = chance.choice((f"./{NEW}.json", "../zebra.json", f"./{NEW}/a.json"))
    raw = f'{{ "$ref": {told(target)} }}'
    return planted(f"a `$ref` to `{target}`", place[1].with_item(raw))


@plants("unresolved-ref", files=True)
def part_that_is_no_json(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.lists("groups"))
    if place is None or not place[1].node.items:
        return None
    new: list[FileChange] = [NewFile(f"{NEW}.json", f'{{ "$ref": {told(f"./{NEW}.json")} }}')]
    raw = f'{{ "$ref": {told(f"./{NEW}.json")} }}'
    return planted("a `$ref` in a circle", place[1].with_item(raw), *new)


@plants("ignore-error", files=True)
def pattern_that_matches_nothing(scene: Scene, chance: Random) -> Fault | None:
    line = marked("[zebra")
    if not scene.files.exists(".mintignore"):
        return planted("a broken pattern", NewFile(".mintignore", f"{line}\n"))
    end = len(scene.data(".mintignore"))
    edit = FileEdit(".mintignore", Span(end, end), f"\n{line}\n")
    return planted("a broken pattern", edit)


def is_plain(anchor: str) -> bool:
    """Whether an anchor may be written into a link as it is."""
    return anchor.isascii() and not set("()[]{}<>$\\'\"%`!") & set(anchor)


def plant_in_page(
    scene: Scene, chance: Random, what: str, text: str, *files: FileChange
) -> Fault | None:
    """A paragraph with a mistake in some page, and files that it names."""
    listing = pick(chance, scene.plain_pages)
    if listing is None:
        return None
    return planted(what, in_page(scene, scene.page_file(listing.page), text), *files)


def in_page(scene: Scene, file: str, text: str) -> FileEdit:
    """A paragraph at the top of a page, where no block of code can be open."""
    start = locate_frontmatter(scene.data(file)).body_start
    return FileEdit(file, Span(start, start), f"\n{text}\n\n")


def _bar_link(scene: Scene, href: str) -> FileEdit | None:
    """One more link in the bar at the top."""
    links: Where | None = under(scene.root, "navbar", "links")
    raw = f'{{ "label": {quoted("Zebra")}, "href": {href} }}'
    if links is not None:
        return links.with_item(raw)
    if scene.root.has("navbar"):
        return None
    return scene.root.with_member("navbar", f'{{ "links": [{raw}] }}')
