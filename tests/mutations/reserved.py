"""Mistakes that put something where the service itself answers."""

from __future__ import annotations

from random import Random

from docs_lsp.jsontree.nodes import String
from docs_lsp.problem import NewFile
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.implied import LOST
from tests.mutations.redirects import redirect, with_redirects
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import told

_PAGE = "---\ntitle: Zebra crossing\n---\n\nLook left and right.\n"
_SERVER = ("mcp", "authed/mcp", "authed/mcp/status")


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


@plants("reserved-path", implied=LOST)
def folder_of_the_server(scene: Scene, chance: Random) -> Fault | None:
    found = [
        scene.where(one)
        for one in scene.kinds()
        if isinstance(one.element.get("openapi"), String) and not one.element.has("asyncapi")
    ]
    where = pick(chance, found)
    if where is None:
        return None
    source = where.raw(where.value("openapi"))
    raw = f'{{ "source": {source}, "directory": {told("authed/mcp")} }}'
    return planted("pages generated below it", where.with_value("openapi", raw))


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
