"""Mistakes in what stands around every page: the logo, the bar, the footer and the anchors."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import NewFile
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, marked, planted
from tests.mutations.scene import NEW, Scene, pick
from tests.mutations.surgery import told, under


@plants("invalid-value")
def logo_that_leads_to_no_path(scene: Scene, chance: Random) -> Fault | None:
    logo = under(scene.root, "logo")
    if logo is None or logo.has("href"):
        return None
    href = chance.choice(("zebra", "./zebra", "zebra.io"))
    return planted("a path without its slash", logo.with_member("href", told(href)))


@plants("invalid-value")
def anchor_of_all_pages_that_leads_to_no_path(scene: Scene, chance: Random) -> Fault | None:
    where = pick(chance, scene.of("globalAnchor"))
    if where is None:
        return None
    href = chance.choice(("zebra", "../zebra", "www.example.com"))
    return planted("a path without its slash", where.with_value("href", told(href)))


@plants("invalid-value")
def host_that_cannot_be(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("navbar"):
        return None
    url = chance.choice(("https://e.com:99999", "https://[zebra", "https://zebra crossing.com"))
    raw = f'{{ "links": [{{ "label": "Zebra", "href": {told(url)} }}] }}'
    return planted(f"`{url}` in the bar", scene.root.with_member("navbar", raw))


@plants("invalid-value")
def link_of_the_footer(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("footer"):
        return None
    item = f'{{ "label": "Zebra", "href": {told("tel:+15551234")} }}'
    links = f'{{ "links": [{{ "header": "Zebras", "items": [{item}] }}] }}'
    socials = f'{{ "socials": {{ "x": {told("https://x.com/zebra.svg")} }} }}'
    raw = chance.choice((links, socials))
    return planted("a link that the footer cannot have", scene.root.with_member("footer", raw))


@plants("missing-key")
def logo_of_one_mode(scene: Scene, chance: Random) -> Fault | None:
    mode = chance.choice(("light", "dark"))
    raw = f'{marked("{")} "{mode}": "https://example.com/logo.svg" }}'
    return planted(f"a logo for {mode} mode only", scene.root.with_value("logo", raw))


@plants("missing-asset", files=True)
def logo_whose_other_half_is_missing(scene: Scene, _chance: Random) -> Fault | None:
    raw = f'{{ "light": "/{NEW}.svg", "dark": {told(f"/{NEW}-dark.svg")} }}'
    file = NewFile(f"{NEW}.svg", "<svg/>\n")
    return planted("half a pair of logos", scene.root.with_value("logo", raw), file)
