"""Suggest pages for a broken address, and for an entry without a page.

Two things show for certain which page a broken path meant: a redirect of the same path in another
language, and frontmatter from the tool that published the page before: `old-slug: /guides/start`.
The service ignores such fields, so the path is broken; but its meaning is known. Otherwise pages
with a similar path are suggested.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.files import LONGEST_PATH
from docs_lsp.site.misspelt_pages import LanguageScope
from docs_lsp.site.pages import (
    entry_to_page_path,
    page_to_url,
    strip_page_extension,
    url_to_path,
)
from docs_lsp.site.routes.redirect_chains import MOST_HOPS
from docs_lsp.site.routes.redirects import normalise_url_path, strip_query_and_fragment
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.pages import PageIndex

_FILES = compile_lazily(
    r"\.(?:avif|css|csv|eot|gif|ico|jpe?g|js|json|mov|mp[34]|otf|pdf|png|svg|ttf|txt|wav|web[mp]"
    r"|woff2?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""The extensions of files that are not pages."""
_LOOKED_AT = 12
_SHOWN = 3
_KEYS = frozenset(
    (
        *("slug", "oldslug", "oldslugs", "previousslug", "previousslugs", "originalslug"),
        *("oldurl", "oldurls", "previousurl", "originalurl", "oldpath", "oldpaths"),
        *("alias", "aliases", "permalink", "redirectfrom", "redirectsfrom"),
    )
)
"""The fields by which publishing tools record an address of a page, without `-` and `_`."""
# Few pages have one, so frontmatter is parsed only if a key may be one of them.
_MAY_HAVE = compile_lazily(
    rb"^[\"']?(?:old|previous|original|slug|alias|permalink|redirects?)[\w-]*[\"']?[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_NOT_IN_KEY = compile_lazily(r"[-_ ]")
_ENDING = compile_lazily(r"\.(?:mdx?|html?)$", re.IGNORECASE)


def suggest_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """Return the addresses of a few pages that a broken path may mean, best first."""
    return list_similar_addresses(path, overview)[:_SHOWN]


def list_similar_addresses(path: str, overview: Overview) -> tuple[str, ...]:
    """Return the addresses of up to a dozen pages that a broken path may mean, best first.

    A page that certainly had this address before comes first. Pages in another language than that
    of the path are left out. Empty for the path of a file.
    """
    if is_file_path(path):
        return ()
    former = overview.cached(FormerAddresses)
    plain = strip_page_ending(path)
    wanted = url_to_path(plain)
    sure, named = former.find_page_by_path(plain), former.find_page_by_name(plain)
    scope = LanguageScope(overview.navigation.has_languages)
    alike = overview.facts.pages.find_similar_pages(wanted, _LOOKED_AT, scope)
    return tuple(dict.fromkeys(filter(None, (sure, named, *map(page_to_url, alike)))))


def suggest_entry_pages(text: str, language: str | None, pages: PageIndex) -> tuple[str, ...]:
    """Return a few pages that an entry without a page may mean, best first.

    The language is that of the element that lists it. Pages in another language than that, or than
    that of the path, are left out.
    """
    page = clean_entry_path(text)
    certain = page if page in pages else pages.find_other_case(page)
    if certain or len(page) > LONGEST_PATH:
        return (certain,) if certain else ()
    scope = LanguageScope(language is not None, language)
    near = pages.find_similar_pages(page, _LOOKED_AT, scope)
    if language:
        near = tuple(sorted(near, key=lambda other: language not in other.split("/")))
    return near[:_SHOWN]


def clean_entry_path(text: str) -> str:
    """Return the page path of an entry without characters that no path has."""
    return entry_to_page_path(strip_query_and_fragment(text).replace("\\", "/").strip())


def is_file_path(path: str) -> bool:
    """Return whether a path has the extension of a file that is not a page."""
    return _FILES.fullmatch(posixpath.splitext(path)[1]) is not None


def strip_page_ending(path: str) -> str:
    """Return the path of a page without `.mdx`, `.md`, `.html` or `.htm`."""
    return _ENDING.sub("", path)


class FormerAddresses:
    """The former addresses of the pages of a site, as redirects and frontmatter record them."""

    def __init__(self, overview: Overview) -> None:
        """Examine the frontmatter of all pages; use `overview.cached(FormerAddresses)`."""
        self._answers = get_path_resolver(overview)
        self._languages = overview.navigation.languages
        self._by_path: dict[str, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for page, file in overview.facts.pages:
            content = (overview.contents or {}).get(file)
            for address in _iter_former_addresses(content) if content else ():
                path = _fold_address(address)
                named = self._by_path if "/" in address.strip(" ") else self._by_name
                named[path].add(page_to_url(page))

    def find_page_by_path(self, path: str) -> str | None:
        """Return the address of the page that a broken path certainly meant, or None."""
        return self._map_target_of_other_language(path) or self._pick_only(
            self._by_path.get(_fold_address(path)), path
        )

    def find_page_by_name(self, path: str) -> str | None:
        """Return the address of the page that had a path's last segment as its name, or None."""
        name = _fold_address(f"/{path.rpartition('/')[2]}")
        return self._pick_only(self._by_name.get(name), path)

    def _pick_only(self, urls: set[str] | None, path: str) -> str | None:
        """Return the only address, or the only one in the language of `path`, or None."""
        if not urls:
            return None
        if len(urls) > 1:
            # A translation has the same fields as its original.
            own = self._find_language_folder(path)
            urls = {url for url in urls if self._find_language_folder(url) == own}
        return next(iter(urls)) if len(urls) == 1 else None

    def _map_target_of_other_language(self, path: str) -> str | None:
        """Map the target of another language's redirect to the language of a path, or None."""
        own = self._find_language_folder(path)
        if not own:
            return None
        rest = path[len(own) + 1 :]
        starts = (f"/{language}{rest}" for language in self._languages if language != own)
        for start in (rest, *starts):
            target = self._find_redirect_end(start)
            if target is not None:
                there = self._find_language_folder(target)
                below = target[len(there) + 1 :] if there else target
                return self._keep_if_page(f"/{own}{below}")
        return None

    def _find_redirect_end(self, path: str) -> str | None:
        """Return the address of the page that redirects certainly lead a path to, or None."""
        redirects = self._answers.redirects
        for _ in range(MOST_HOPS):
            match = redirects.find_match(path)
            if match is None:
                return None
            target = match.target
            if target is None or match.redirect.is_external or not match.certain:
                return None
            path = normalise_url_path(target)
            if self._keep_if_page(path):
                return path
        return None

    def _keep_if_page(self, url: str) -> str | None:
        """Return an address if it is that of a page and is not redirected, else None."""
        answer = self._answers.resolve_path(url)
        return url if answer.page and not answer.redirect else None

    def _find_language_folder(self, path: str) -> str:
        """Return the language folder at the start of a path, or an empty string."""
        first = path[1:].partition("/")[0]
        return first if first in self._languages else ""


def _iter_former_addresses(content: PageContent) -> Iterator[str]:
    """Yield the former addresses in the frontmatter of a page."""
    if not _MAY_HAVE.search(content.head):
        return
    for key, value in content.fields.items():
        if _NOT_IN_KEY.sub("", key.lower()) in _KEYS:
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, str) and each.strip(" /"):
                    yield each


def _fold_address(address: str) -> str:
    """Return the lower-case path, without extension, to compare an address by; "" if invalid."""
    try:
        path = urlsplit(address.strip()).path
    except ValueError:  # An invalid host in brackets.
        return ""
    return _ENDING.sub("", strip_page_extension(normalise_url_path(path))).casefold()
