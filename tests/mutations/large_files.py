"""Files that are too large for the service."""

from __future__ import annotations

from functools import cache
from random import Random

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.site_files import LARGEST_ASSET
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, planted
from tests.mutations.links import in_page
from tests.mutations.scene import NEW, Scene, pick


@plants("oversized-asset", files=True)
def picture_that_is_too_large(scene: Scene, chance: Random) -> Fault | None:
    listing = pick(chance, scene.plain_pages)
    name = f"{NEW}.{chance.choice(('png', 'mp4', 'pdf'))}"
    if listing is None:
        return None
    file = scene.page_file(listing.page)
    size = len(scene.data(file))
    link = FileEdit(file, Span(size, size), f"\n\n![Zebras](/{name})\n")
    at = Range(name, Span(0, 0))
    return planted("a picture of a byte too much", link, NewFile(name, _too_large()), at=(at,))


@plants("oversized-asset", files=True)
def archive_that_nothing_names(_scene: Scene, _chance: Random) -> Fault | None:
    at = Range(f"{NEW}.zip", Span(0, 0))
    return planted("a large file", NewFile(at.file, _too_large()), at=(at,))


@plants("oversized-asset", files=True)
def page_of_which_only_the_first_part_is_read(scene: Scene, chance: Random) -> Fault | None:
    """What follows, such as the heading that a link names, is not known, so it is no mistake."""
    listing = pick(chance, scene.plain_pages)
    if listing is None:
        return None
    file = scene.page_file(listing.page)
    size = len(scene.data(file))
    rest = FileEdit(file, Span(size, size), f"\n{' ' * MOST_READ}\n\n## {NEW}\n\n<Zebra />\n")
    link = in_page(scene, file, f"See [the zebra](#{NEW}).")
    return planted("a page of more than 2 MB", link, rest, at=(Range(file, Span(0, 0)),))


@cache
def _too_large() -> str:
    return " " * (LARGEST_ASSET + 1)
