"""Mistakes in redirects."""

from __future__ import annotations

from random import Random

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree.nodes import Array, String
from docs_lsp.site.pages import page_to_url
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, marked, planted
from tests.mutations.scene import NEW, Scene, objects_in, pick
from tests.mutations.surgery import Where, quoted, told, under


@plants("duplicate-redirect")
def redirect_twice(scene: Scene, chance: Random) -> Fault | None:
    found = [one for one in objects_in(redirects(scene), _is_redirect)]
    first = pick(chance, found)
    if first is None:
        return None
    source, destination = first.value("source"), first.value("destination")
    raw = redirect(_told_raw(first.raw(source)), first.raw(destination))
    edit = with_redirects(scene, raw)
    place = Range(first.file, source)
    return planted("a redirect twice", edit, at=(place,)) if edit else None


@plants("duplicate-option")
def option_twice(scene: Scene, chance: Random) -> Fault | None:
    options = under(scene.root, "contextual", "options")
    names = [string.value for _, string in options.strings()] if options else []
    name = pick(chance, names)
    if options is None or name is None:
        return None
    return planted(f"the option `{name}` twice", options.with_item(told(name)))


@plants("duplicate-option")
def folder_twice(scene: Scene, chance: Random) -> Fault | None:
    if scene.root.has("seo"):
        return None
    tags = '"metatags": { "robots": "noindex" }'
    paths = f'{{ "path": "zebra", {tags} }}, {{ "path": {told("zebra")}, {tags} }}'
    edit = scene.root.with_member("seo", f'{{ "paths": [{paths}] }}')
    return planted("a folder twice in `seo.paths`", edit)


@plants("redirect-loop", files=True)
def redirect_to_itself(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene):
        return None
    path = f"/{NEW}"
    edit = with_redirects(scene, marked(redirect(quoted(path), quoted(path))))
    return planted("a redirect to itself", edit) if edit else None


@plants("redirect-loop", files=True)
def redirect_to_another_slash(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene) or under(scene.root, "seo"):
        return None
    ways = (f"/{NEW}/{NEW}/", f"/{NEW}/{NEW}")
    source, destination = map(quoted, chance.sample(ways, 2))
    edit = with_redirects(scene, marked(redirect(source, destination)))
    return planted("a redirect to the same path with another slash", edit) if edit else None


@plants("redirect-loop", files=True)
def redirects_in_a_circle(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene):
        return None
    one, other = quoted(f"/{NEW}"), quoted(f"/{NEW}-2")
    edit = with_redirects(scene, f"{marked(redirect(one, other))}, {redirect(other, one)}")
    return planted("two redirects in a circle", edit) if edit else None


@plants("redirect-chain", files=True)
def redirect_of_a_redirect(scene: Scene, chance: Random) -> Fault | None:
    page = pick(chance, scene.open_urls)
    if page is None or _catches_all(scene):
        return None
    first = redirect(quoted(f"/{NEW}"), told(f"/{NEW}-2"))
    edit = with_redirects(scene, f"{first}, {redirect(quoted(f'/{NEW}-2'), quoted(page))}")
    return planted("a redirect of a redirect", edit) if edit else None


@plants("redirect-chain", files=True)
def redirect_of_a_folder_that_is_redirected(scene: Scene, chance: Random) -> Fault | None:
    """At times another redirect takes one of its pages elsewhere on the way."""
    folder = pick(chance, sorted({url.rpartition("/")[0] for url in scene.open_urls} - {""}))
    page = pick(chance, scene.open_urls)
    if folder is None or page is None or _catches_all(scene):
        return None
    between = f"/{NEW}-2"
    chain = [
        redirect(quoted(f"/{NEW}/:slug*"), told(f"{between}/:slug*")),
        redirect(quoted(f"{between}/:slug*"), quoted(f"{folder}/:slug*")),
    ]
    if chance.random() < 0.5:
        chain.insert(0, redirect(quoted(f"{between}/special"), quoted(page)))
    edit = with_redirects(scene, ", ".join(chain))
    return planted(f"a redirect to what was `{folder}`", edit) if edit else None


@plants(
    "shadowed-page",
    files=True,
    implied={"redirect-chain": "redirects that led to the page are led on by the new one"},
)
def redirect_of_a_page(scene: Scene, chance: Random) -> Fault | None:
    urls = scene.open_urls
    if len(urls) < 2 or _catches_all(scene):
        return None
    source, destination = chance.sample(urls, 2)
    edit = with_redirects(scene, redirect(told(source), quoted(destination)))
    return planted(f"a redirect of the page {source}", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_to_nothing(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene):
        return None
    edit = with_redirects(scene, redirect(quoted(f"/{NEW}"), told(f"/{NEW}-2/none")))
    return planted("a redirect to nothing", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_of_an_anchor(scene: Scene, chance: Random) -> Fault | None:
    page = pick(chance, scene.open_urls)
    if page is None:
        return None
    source = chance.choice((f"/{NEW}#part", f"/{NEW}?a=b", f"/{NEW}/:id?a=b"))
    edit = with_redirects(scene, redirect(told(source), quoted(page)))
    return planted(f"a redirect of `{source}`", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_of_a_folder_to_nothing(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene):
        return None
    name = chance.choice((":slug*", ":slug", "*"))
    source, destination = f"/{NEW}/{name}", f"/{NEW}-2/{name}"
    edit = with_redirects(scene, redirect(quoted(source), told(destination)))
    return planted("a redirect of a folder to nothing", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_to_a_single_name(scene: Scene, chance: Random) -> Fault | None:
    if _catches_all(scene):
        return None
    edit = with_redirects(scene, redirect(quoted(f"/{NEW}"), told(f"/{NEW}-2")))
    return planted("a redirect to a page of another site, perhaps", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_with_another_parameter(scene: Scene, chance: Random) -> Fault | None:
    page = pick(chance, scene.open_urls)
    if page is None or _catches_all(scene):
        return None
    source = chance.choice((f"/{NEW}", f"/{NEW}/:path*", f"/{NEW}-*", f"/{NEW}/:a/:b"))
    name = chance.choice((":slug*", ":slug", ":splat"))
    start = chance.choice((f"{page.rpartition('/')[0]}/", f"/{NEW}-2/", "https://example.com/"))
    if start.startswith("https"):
        name = ":slug*"
    destination = f'"{start}{marked(name)}"'
    edit = with_redirects(scene, redirect(quoted(source), destination))
    return planted(f"`{name}` in a redirect of `{source}`", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_of_a_whole_url(scene: Scene, chance: Random) -> Fault | None:
    page = pick(chance, scene.open_urls)
    if page is None:
        return None
    source = chance.choice((f"https://example.com/{NEW}", f"//example.com/{NEW}"))
    edit = with_redirects(scene, redirect(told(source), quoted(page)))
    return planted(f"a redirect of `{source}`", edit) if edit else None


@plants("dead-redirect", files=True)
def redirect_to_a_heading_that_is_not_there(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    if listing is None or _catches_all(scene) or page_to_url(listing.page) not in scene.open_urls:
        return None
    destination = f'"{page_to_url(listing.page)}#{marked(NEW)}"'
    edit = with_redirects(scene, redirect(quoted(f"/{NEW}"), destination))
    return planted("a redirect to a heading", edit) if edit else None


@plants("dead-redirect", files=True)
def parameter_without_a_star(scene: Scene, _chance: Random) -> Fault | None:
    edit = with_redirects(scene, redirect(told(f"/{NEW}/:slug"), quoted("https://example.com")))
    return planted("`:slug` alone", edit) if edit else None


def redirect(source: str, destination: str) -> str:
    """A redirect, of two strings as JSON."""
    return f'{{ "source": {source}, "destination": {destination} }}'


def redirects(scene: Scene) -> Where | None:
    """The list of redirects, wherever it stands."""
    where = scene.root.inside("redirects")
    target = where.get("$ref") if where else None
    if isinstance(target, String):
        where = scene.json(target.value.removeprefix("./"))
    return where if where and isinstance(where.node, Array) else None


def with_redirects(scene: Scene, raw: str) -> FileEdit | None:
    """More redirects, at the end of the list."""
    where = redirects(scene)
    if where is not None:
        return where.with_item(raw)
    return None if scene.root.has("redirects") else scene.root.with_member("redirects", f"[{raw}]")


def _is_redirect(where: Where) -> bool:
    return where.text("source") is not None and where.text("destination") is not None


def _catches_all(scene: Scene) -> bool:
    """Whether some redirect may be about any path whatsoever."""
    return any(literal.strip("/") == "" for literal in scene.redirected)


def _told_raw(raw: str) -> str:
    return f'"{marked(raw[1:-1])}"'
