"""What speaks for a page as the one that a wrong path meant, so that a fix may write it unasked.

That its name looks alike is a reason to ask. To write it, it has to be in the same language,
version and product, and the only one that was there once, is spelt so but for a slip, has the
title that the link names, or ends with the whole path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.misspelling import is_misspelling, says_the_same
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.edition_folders import Editions
from docs_lsp.site.nearby_pages import sort_pages
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.routes.former_pages import FormerAddresses
from docs_lsp.site.routes.near_pages import strip_file_ending
from docs_lsp.site.summaries.page_titles import title_of_page

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_GENERIC = compile_lazily(
    r"(?:overview|intro(?:duction)?|home|index|getting[ -]started)", re.IGNORECASE
)
"""What the first page of any folder may be called."""


class WrongPath(NamedTuple):
    """A path that leads to nothing, and what is known of the place that names it."""

    path: str
    """The address, with its first slash."""
    read_words: Callable[[], str] = str
    """Finds what the link says to readers, such as `Fees`, which takes its time."""
    written: str = ""
    """The path as it is written there, if that is relative."""
    file: str = ""
    """The page that names it; empty for docs.json."""


def choose_sure_page(wrong: WrongPath, near: Iterable[str], overview: Overview) -> str | None:
    """The one address among some near ones that was surely meant; None if there is none, or more
    than one has the same evidence."""
    plain = strip_file_ending(wrong.path)
    former = overview.cached(FormerAddresses).page_at(plain) or _find_moved(plain, overview)
    if former:
        return former
    if plain.strip("/") in overview.navigation.by_page or _is_untranslated(plain, overview):
        return None  # The page is what is missing, and the link is right.
    alike = [address for address in near if _is_same_edition(wrong, address, overview)]
    matches = (
        _find_spelt_alike(plain, alike)
        or _find_titled(wrong, alike, overview)
        or _find_with_whole_path(plain, wrong.written, alike)
    )
    return matches[0] if len(matches) == 1 else None


def _find_moved(path: str, overview: Overview) -> str | None:
    """Where the page of an address is now, if the earlier state of the site had it there."""
    if overview.earlier is None:
        return None
    # Few compare a site with an earlier state.
    from docs_lsp.comparison.site_comparison import compare_with_earlier

    moved = overview.cached(compare_with_earlier).moved
    return next((page.new for page in moved if page.old == path), None)


def _find_spelt_alike(path: str, near: Sequence[str]) -> Sequence[str]:
    same = [address for address in near if address.casefold() == path.casefold()]
    return same or [
        address
        for address in near
        if address.count("/") == path.count("/") and is_misspelling(path, address)
    ]


def _find_titled(wrong: WrongPath, near: Sequence[str], overview: Overview) -> Sequence[str]:
    """Those whose title, in the page or beside it, is what the link says. Where that is no more
    than the name of the page, it has to be the only one of its name."""
    path, words = strip_file_ending(wrong.path), wrong.read_words() if near else ""
    if not words or (_GENERIC.fullmatch(words) and _has_other_pages(path, overview)):
        return ()
    titled = [
        address
        for address in near
        if any(says_the_same(words, title) for title in _titles(address, overview))
    ]
    name = path.rpartition("/")[2]
    if says_the_same(words, name):
        namesakes = [one for one in near if one.rpartition("/")[2].casefold() == name.casefold()]
        return titled if len(namesakes) <= 1 else ()
    return titled


def _has_other_pages(path: str, overview: Overview) -> bool:
    """Whether the folder of a path is there."""
    folder = path.strip("/").rpartition("/")[0]
    return bool(folder) and sort_pages(overview.facts.pages).has_folder(folder)


def _titles(address: str, overview: Overview) -> Iterable[str]:
    page = overview.facts.pages.find(address.strip("/"))
    if page is not None:
        content = (overview.contents or {}).get(page.file)
        short = content.fields.get("sidebarTitle") if content else None
        title = title_of_page(page, overview.facts, overview.contents)
        yield from (text for text in (title, short) if isinstance(text, str))


def _find_with_whole_path(path: str, written: str, near: Sequence[str]) -> Sequence[str]:
    """Those that end with a whole path of several folders: its last part alone says little."""
    root = (
        f"/{strip_file_ending(written)}" if written and not written.startswith((".", "/")) else ""
    )
    tails = [tail for tail in (path, root) if tail.count("/") > 1]
    return [address for address in near if address.endswith(tuple(tails))] if tails else ()


def _is_same_edition(wrong: WrongPath, address: str, overview: Overview) -> bool:
    editions = overview.cached(Editions.from_overview)
    if _languages(wrong.path) != _languages(address):
        return False
    if editions.folders(wrong.path).versions != editions.folders(address).versions:
        return False
    here, there = _products(wrong.file, overview), _products(address, overview)
    first = wrong.path.split("/")[1:2]
    return not (here and there) or not here.isdisjoint(there) or first == address.split("/")[1:2]


def _is_untranslated(path: str, overview: Overview) -> bool:
    """Whether the page is there, but not in the language of the path."""
    first, _, original = path.strip("/").partition("/")
    return first in LANGUAGE_NAMES and original in overview.facts.pages


def _languages(path: str) -> frozenset[str]:
    return frozenset(part for part in path.split("/")[:-1] if part in LANGUAGE_NAMES)


def _products(page: str, overview: Overview) -> frozenset[str]:
    """The products that list a page, given as its file or its address."""
    listings = overview.navigation.by_page.get(strip_extension(page.strip("/")), ())
    products = (listing.placed.element.inner.product for listing in listings)
    return frozenset(product for product in products if product)
