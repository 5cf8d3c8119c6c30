"""Mistakes that put something where the service itself answers."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.links import in_page
from tests.mutations.redirects import redirect, with_redirects
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import quoted, told

_PAGE = "---\ntitle: Zebra crossing\n---\n\nLook left and right.\n"
_SERVER = ("mcp", "authed/mcp")


@plants("reserved-path")
def entry_of_the_server(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    path = chance.choice(_SERVER)
    return planted(f"the entry `{path}`", place[1].with_item(told(path)))


@plants("reserved-path")
def redirect_of_the_server(scene: Scene, chance: Random) -> Fault | None:
    path = f"/{chance.choice(_SERVER)}"
    edit = with_redirects(scene, redirect(told(path), '"https://example.com/mcp"'))
    return planted(f"a redirect of `{path}`", edit) if edit else None


@plants("reserved-path")
def link_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    found = [scene.where(one) for one in scene.kinds() if one.element.has("href")]
    where = pick(chance, found + scene.of("globalAnchor"))
    if where is None:
        return None
    path = f"/{chance.choice(_SERVER)}"
    return planted(f"a link to `{path}`", where.with_value("href", told(path)))


@plants("reserved-path")
def button_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    path = f"/{chance.choice(_SERVER)}"
    primary = f'{{ "type": "button", "label": "Zebra", "href": {told(path)} }}'
    bar = scene.root.inside("navbar")
    if bar is not None:
        return planted(f"a button to `{path}`", bar.with_value("primary", primary))
    if scene.root.has("navbar"):
        return None
    edit = scene.root.with_member("navbar", f'{{ "primary": {primary} }}')
    return planted(f"a button to `{path}`", edit)


@plants("reserved-path")
def banner_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    path = f"/{chance.choice(_SERVER)}"
    raw = f'{{ "content": "Ask [the zebra]({marked(path)})" }}'
    return planted(f"a banner to `{path}`", scene.root.with_value("banner", raw))


@plants("reserved-path")
def logo_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    logo = scene.root.inside("logo")
    path = f"/{chance.choice(_SERVER)}"
    if logo is None:
        return None
    return planted(f"a logo to `{path}`", logo.with_value("href", told(path)))


@plants("reserved-path")
def footer_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    path = f"/{chance.choice(_SERVER)}"
    column = f'{{ "items": [{{ "label": "Zebra", "href": {told(path)} }}] }}'
    footer = scene.root.inside("footer")
    if footer is not None:
        columns = footer.inside("links")
        edit = columns.with_item(column) if columns else None
        if columns and len(columns.node.items) > 3:
            return None
        edit = edit or footer.with_value("links", f"[{column}]")
    else:
        edit = scene.root.with_value("footer", f'{{ "links": [{column}] }}')
    return planted(f"a footer to `{path}`", edit)


@plants("reserved-path")
def redirect_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    path = f"/{chance.choice(_SERVER)}"
    edit = with_redirects(scene, redirect(quoted(f"/{NEW}"), told(path)))
    return planted(f"a redirect to `{path}`", edit) if edit else None


@plants("reserved-path")
def redirect_of_all_around_the_server(scene: Scene, chance: Random) -> Fault | None:
    source = chance.choice(("/authed/:slug*", "/authed/*", "/authed/m*"))
    edit = with_redirects(scene, redirect(told(source), '"https://example.com/mcp"'))
    return planted(f"a redirect of `{source}`", edit) if edit else None


@plants("reserved-path", files=True)
def link_in_a_page_to_the_server(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.entries)
    if listing is None:
        return None
    path = marked(f"/{chance.choice(_SERVER)}")
    text = chance.choice(
        (f"See [the zebra]({path}#stripes).", f'<a href="{path}?tab=1">The zebra</a>')
    )
    edit = in_page(scene, scene.page_file(listing.page), text)
    return planted("a link in a page", edit)


@plants("reserved-path", files=True)
def page_of_the_server(scene: Scene, chance: Random) -> Fault | None:
    file = f"{chance.choice(_SERVER)}.mdx"
    if scene.files.exists(file):
        return None
    return planted(f"a page `{file}`", NewFile(file, marked(_PAGE)))


@plants("platform-path")
def redirect_of_a_machine_file(scene: Scene, chance: Random) -> Fault | None:
    path = chance.choice(("/robots.txt", "/sitemap.xml", "/.well-known/zebra"))
    edit = with_redirects(scene, redirect(told(path), '"https://example.com/file"'))
    return planted(f"a redirect of `{path}`", edit) if edit else None


@plants("platform-path")
def redirect_of_all_around_a_machine_file(scene: Scene, chance: Random) -> Fault | None:
    source = chance.choice(("/robots*", "/llms*", "/s*"))
    edit = with_redirects(scene, redirect(told(source), '"https://example.com/file"'))
    return planted(f"a redirect of `{source}`", edit) if edit else None


@plants(
    "platform-path",
    files=True,
    implied={"missing-translation": "the page is new, and one language alone lists it"},
)
def page_among_machine_files(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.page_lists)
    if place is None:
        return None
    page = f".well-known/{NEW}"
    edit = place[1].with_item(told(page))
    return planted(f"a page `{page}`", edit, NewFile(f"{page}.mdx", _PAGE))
