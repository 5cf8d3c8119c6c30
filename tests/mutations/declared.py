"""Mistakes in what docs-lsp.toml declares, and elements that do not follow it."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from docs_lsp.settings.settings import SETTINGS_FILE
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.implied import UNLISTED
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import quoted, told

NEW_PAGE = {"stale-llms-txt": "the site's own llms.txt lacks the page that is new and listed"}
_PAGE = "---\ntitle: Zebra crossing\n---\n\nLook left and right.\n"


@plants("out-of-step", files=True)
def declaration_of_an_element_that_is_gone(scene: Scene, chance: Random) -> Fault | None:
    source = chance.choice(('folder = "{}"', 'specification = "{}.yaml"')).format(NEW)
    return _declared(scene, "a stale declaration", marked(quoted(NEW)), source)


@plants("out-of-step", files=True, implied={**UNLISTED, **NEW_PAGE})
def element_that_lacks_a_page(scene: Scene, chance: Random) -> Fault | None:
    place = pick(chance, scene.lists("groups"))
    if place is None:
        return None
    listed, missing = f"{NEW}/listed", f"{NEW}/missing"
    group = f'{{ "group": {told(NEW)}, "pages": [{quoted(listed)}] }}'
    fault = _declared(scene, "a page that the element lacks", quoted(NEW), f'folder = "{NEW}"')
    return fault and planted(
        fault.what,
        *fault.changes,
        place[1].with_item(group),
        *(NewFile(f"{page}.mdx", _PAGE) for page in (listed, missing)),
    )


def _declared(scene: Scene, what: str, element: str, source: str) -> Fault | None:
    """A declaration in the settings of a site that has none."""
    if scene.files.exists(SETTINGS_FILE):
        return None
    text = f"[[sync]]\nelement = {element}\n{source}\n"
    return planted(what, NewFile(SETTINGS_FILE, text))
