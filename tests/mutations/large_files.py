"""Files that are too large for the service."""

from __future__ import annotations

from functools import cache
from random import Random

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.core.text import Span
from docs_lsp.site.specifications.spec_files import LARGEST_ASSET
from tests.mutations.catalogue import plants
from tests.mutations.fault import Fault, Range, planted
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


@cache
def _too_large() -> str:
    return " " * (LARGEST_ASSET + 1)
