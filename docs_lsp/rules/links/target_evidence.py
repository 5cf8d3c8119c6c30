"""Evidence that a broken path means a certain page, so that a fix may prefer it.

A similar name alone is not enough. The page has to be in the same language, version and product,
and be the only one that used to have the address, differs only by a typo, has the title that is
the link text, or ends with the whole path. It is never the page that has the link.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.sure_misspelling import has_same_words, is_misspelling
from docs_lsp.core.text import Span
from docs_lsp.rules.links.changed_addresses import find_changes
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.overview import Overview
from docs_lsp.site.page_ranking import SortedPages
from docs_lsp.site.pages import page_to_url, strip_page_extension, url_to_path
from docs_lsp.site.routes.suggested_pages import FormerAddresses, strip_page_ending
from docs_lsp.site.summaries.page_titles import get_page_title

_GENERIC = compile_lazily(
    r"(?:overview|intro(?:duction)?|home|index|getting[ -]started)", re.IGNORECASE
)
"""Titles that the first page of any folder may have."""

_SEPARATORS = compile_lazily(r"[\W_]+")


_LONGEST = 1000
"""Maximum number of bytes that are read around a target."""
_TITLES = ("title", "label", "name")
_SIGNS = compile_lazily(r"<[^<>]*>|[`*~]|(?<!\w)_+|_+(?!\w)|\\(?=[!-/])")
"""Tags and marks, not the `_` of a name such as `series_cos`."""


class BrokenPathEvidence(NamedTuple):
    """A path that does not exist, and the evidence from the place that names it."""

    path: str
    """The path in the site, with its leading slash."""
    read_words: Callable[[], str] = str
    """Returns the link text, such as `Fees`; called only if needed, because it is slow."""
    written: str = ""
    """The path as written in the link, which may be relative."""
    file: str = ""
    """The page that names it; empty for docs.json."""


def find_meant_address(
    wrong: BrokenPathEvidence, near: Iterable[str], overview: Overview
) -> str | None:
    """Return the address that a broken path surely means, or None.

    It is the new address of a moved page, or the only one in `near` with the best evidence.
    """
    plain = strip_page_ending(wrong.path)
    former = overview.cached(FormerAddresses).find_page_by_path(plain) or _find_new_address(
        plain, overview
    )
    if former:
        return former
    if url_to_path(plain) in overview.navigation.by_page or _is_missing_translation(
        plain, overview
    ):
        return None  # The link is right: a listed or translated page is missing.
    own = page_to_url(strip_page_extension(wrong.file)) if wrong.file else ""
    alike = [
        address for address in near if address != own and _is_same_edition(wrong, address, overview)
    ]
    matches = (
        _filter_spelt_alike(plain, wrong.read_words, alike)
        or _filter_by_title(wrong, alike, overview)
        or _filter_by_whole_path(plain, wrong.written, alike)
    )
    return matches[0] if len(matches) == 1 else None


def _find_new_address(path: str, overview: Overview) -> str | None:
    """Return the new address of a page that the earlier state had at a path, or None."""
    changes = find_changes(overview)
    moved = changes.moved if changes else ()
    return next((page.new for page in moved if page.old == path), None)


def _filter_spelt_alike(
    path: str, read_words: Callable[[], str], near: Sequence[str]
) -> Sequence[str]:
    """Return the addresses that differ only in case, or else those that differ by a typo.

    It is no typo if the link text has the same name: `[cos](/math/cos)` does not mean `acos`.
    """
    same = [address for address in near if address.casefold() == path.casefold()]
    alike = same or [
        address
        for address in near
        if address.count("/") == path.count("/") and is_misspelling(path, address)
    ]
    if same or not alike or not _is_same_name(read_words(), path.rpartition("/")[2]):
        return alike
    # Then the typo is in a folder.
    return [address for address in alike if _has_file_name(address, path.rpartition("/")[2])]


def _filter_by_title(
    wrong: BrokenPathEvidence, near: Sequence[str], overview: Overview
) -> Sequence[str]:
    """Return the addresses whose title or sidebar title is the link text.

    Outside of the folder of the link, a text that repeats the name in the path proves nothing, nor
    does a namesake if the folder of the path has pages: the page may be still to be written.
    """
    path, words = strip_page_ending(wrong.path), wrong.read_words() if near else ""
    is_in_folder = bool(words) and _has_parent_folder(path, overview)
    if not words or (_GENERIC.fullmatch(words) and is_in_folder):
        return ()
    name = path.rpartition("/")[2]
    own_folder = f"/{wrong.file}".rpartition("/")[0]
    is_repeated = _is_same_name(words, name)
    return [
        address
        for address in near
        if (
            address.rpartition("/")[0] == own_folder
            or not (is_repeated or (is_in_folder and _has_file_name(address, name)))
        )
        and any(has_same_words(words, title) for title in _iter_page_titles(address, overview))
    ]


def _is_same_name(words: str, name: str) -> bool:
    """Return whether a link text has the words of the last part of a path: `Fees` of `/fees`."""
    return has_same_words(words, name) or _SEPARATORS.sub("", words.casefold()) == _SEPARATORS.sub(
        "", name.casefold()
    )


def _has_file_name(address: str, name: str) -> bool:
    """Return whether the last part of an address is a name, in any letter case."""
    return address.rpartition("/")[2].casefold() == name.casefold()


def _has_parent_folder(path: str, overview: Overview) -> bool:
    """Return whether the parent folder of a path has pages."""
    folder = url_to_path(path).rpartition("/")[0]
    return bool(folder) and overview.facts.pages.cached(SortedPages).has_pages_below(folder)


def _iter_page_titles(address: str, overview: Overview) -> Iterable[str]:
    """Yield the title and the sidebar title of the page at an address."""
    page = overview.facts.pages.find_page(url_to_path(address))
    if page is not None:
        content = (overview.contents or {}).get(page.file)
        short = content.fields.get("sidebarTitle") if content else None
        title = get_page_title(page, overview.facts, overview.contents)
        yield from (text for text in (title, short) if isinstance(text, str))


def _filter_by_whole_path(path: str, written: str, near: Sequence[str]) -> Sequence[str]:
    """Return the addresses that end with the whole path, if that has several segments."""
    root = (
        f"/{strip_page_ending(written)}" if written and not written.startswith((".", "/")) else ""
    )
    tails = [tail for tail in (path, root) if tail.count("/") > 1]
    return [address for address in near if address.endswith(tuple(tails))] if tails else ()


def _is_same_edition(wrong: BrokenPathEvidence, address: str, overview: Overview) -> bool:
    """Return whether an address is in the language, version and product of the broken path."""
    editions = overview.cached(LanguagesAndVersions.from_overview)
    if _find_languages_in_path(wrong.path) != _find_languages_in_path(address):
        return False
    if editions.find_folders(wrong.path).versions != editions.find_folders(address).versions:
        return False
    here, there = (
        _find_products_listing_page(wrong.file, overview),
        _find_products_listing_page(address, overview),
    )
    first = wrong.path.split("/")[1:2]
    return not (here and there) or not here.isdisjoint(there) or first == address.split("/")[1:2]


def _is_missing_translation(path: str, overview: Overview) -> bool:
    """Return whether a path is a missing translation of an existing page."""
    first, _, original = url_to_path(path).partition("/")
    return first in LANGUAGE_NAMES and original in overview.facts.pages


def _find_languages_in_path(path: str) -> frozenset[str]:
    return frozenset(part for part in path.split("/")[:-1] if part in LANGUAGE_NAMES)


def _find_products_listing_page(page: str, overview: Overview) -> frozenset[str]:
    """Return the products that list a page, given by its file or address."""
    listings = overview.navigation.by_page.get(strip_page_extension(url_to_path(page)), ())
    products = (listing.placed.element.inner.product for listing in listings)
    return frozenset(product for product in products if product)


def read_link_text(data: bytes, target: Span) -> str:
    """Return the text of a Markdown link, or the title or text of a tag; empty if there is none.

    `target` is the byte span of the link's target in the page.
    """
    words = _read_markdown_label(data, target.start) or _read_tag_label(data, target)
    return " ".join(_SIGNS.sub("", words).split())


def _read_markdown_label(data: bytes, at: int) -> str:
    """Return the text in the brackets before `(target`; empty if it is not a Markdown link."""
    low = max(0, at - _LONGEST)
    before = data[low:at].rstrip(b"< \t")
    if not before.endswith(b"]("):
        return ""
    depth = 0
    for place in range(len(before) - 2, -1, -1):
        depth += (before[place] == ord("]")) - (before[place] == ord("["))
        if depth == 0:
            return before[place + 1 : -2].decode("utf-8", "replace")
    return ""


def _read_tag_label(data: bytes, target: Span) -> str:
    """Return the title attribute or the content of the tag around a target, or an empty string."""
    from docs_lsp.mdx.reading import parse_page_tags  # Imported late: needed only for fixes.

    page = parse_page_tags(data)
    around = (tag for tag in page.tags if tag.span.start < target.start < tag.span.end)
    tag = next(around, None)
    if tag is None:
        return ""
    for attribute in tag.attributes:
        if attribute.name in _TITLES and attribute.value:
            return attribute.value
    if tag.partner < 0:
        return ""
    inside = data[tag.span.end : page.tags[tag.partner].span.start]
    return inside.decode("utf-8", "replace") if len(inside) <= _LONGEST else ""
