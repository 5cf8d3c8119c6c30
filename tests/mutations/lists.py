"""Mistakes in the lists for AI tools that a site writes, and in what is the preview's own."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.languages_and_versions import select_default_elements
from docs_lsp.site.navigation.navigation import Navigation
from docs_lsp.site.site_files import LLMS_TXT
from docs_lsp.site.visibility import is_chain_shown
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.redirects import redirect, with_redirects
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import quoted, told

_LONGEST = 100_000


def _has_own(scene: Scene) -> bool:
    return scene.files.exists(LLMS_TXT)


@plants("empty-llms-txt", files=True)
def list_without_a_line(scene: Scene, chance: Random) -> Fault | None:
    if _has_own(scene):
        return None
    return planted("an empty list", NewFile(LLMS_TXT, marked("") + "\n"))


@plants("misnamed-llms-txt", files=True)
def list_in_capitals(scene: Scene, chance: Random) -> Fault | None:
    if _has_own(scene) or scene.files.exists("LLMS.txt"):
        return None
    return planted("a list in capitals", NewFile("LLMS.txt", marked("") + "# Zebra\n"))


@plants("stale-llms-txt", files=True)
def link_of_a_list(scene: Scene, chance: Random) -> Fault | None:
    facts = scene.site.facts
    if _has_own(scene) or facts is None:
        return None
    links = "".join(f"- [One](/{page.page}.md)\n" for page in facts.pages)
    dead = f"- [Zebra]({marked(f'/{NEW}.md')})\n"
    return planted("a link to nothing", NewFile(LLMS_TXT, f"# Zebra\n\n{links}{dead}"))


@plants("llms-txt-cut", files=True, implied={"missing-translation": "one language has more pages"})
def title_without_an_end(scene: Scene, chance: Random) -> Fault | None:
    known = Navigation.from_objects(scene.site.navigator.list_objects()).ancestors
    default = {
        (one.file, one.at)
        for one in select_default_elements(known)
        if is_chain_shown(known[one].chain)
    }
    lists = [place for place in scene.page_lists if (place[0].file, place[0].at) in default]
    place = pick(chance, lists)
    if _has_own(scene) or place is None:
        return None
    page = NewFile(f"{NEW}/long.mdx", f"---\ntitle: {'zebra ' * (_LONGEST // 5)}\n---\n\nLook.\n")
    docs = scene.site.name
    whole = Range(docs, Span(0, len(scene.data(docs))))
    return planted("an endless title", place[1].with_item(quoted(f"{NEW}/long")), page, at=(whole,))


@plants("preview-path", files=True)
def redirect_from_the_previews_own(scene: Scene, chance: Random) -> Fault | None:
    source, destination = told("/.docs-lsp/zebra"), quoted("/")
    edit = with_redirects(scene, redirect(source, destination))
    return planted("a redirect below `.docs-lsp`", edit) if edit else None
