"""Where the page of a dead path is now, as far as the site itself says it.

Two things say it for sure: a redirect of the same path in another language, and frontmatter that
the page has kept from the tool that published it before: `old-slug: /guides/start`. The service
takes no notice of such fields, so the path is dead; but nobody has to guess what it meant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.pages import strip_extension, url_of
from docs_lsp.site.routes.redirects import MOST_HOPS, normalise_path
from docs_lsp.site.routes.router import answers_of

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview

_KEYS = frozenset(
    (
        *("slug", "oldslug", "oldslugs", "previousslug", "previousslugs", "originalslug"),
        *("oldurl", "oldurls", "previousurl", "originalurl", "oldpath", "oldpaths"),
        *("alias", "aliases", "permalink", "redirectfrom", "redirectsfrom"),
    )
)
"""The fields by which publishing tools know an address of a page, without `-` and `_`."""
# Few pages have one, so frontmatter is looked into only where a key may be one of them.
_MAY_HAVE = compile_lazily(
    rb"^[\"']?(?:old|previous|original|slug|alias|permalink|redirects?)[\w-]*[\"']?[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_NOT_IN_KEY = compile_lazily(r"[-_ ]")
_ENDING = compile_lazily(r"\.(?:mdx?|html?)$", re.IGNORECASE)


class FormerAddresses:
    """The addresses that the pages of a site had before."""

    def __init__(self, overview: Overview) -> None:
        """Look at the frontmatter of all pages; use `overview.once(Former)`."""
        self._answers = answers_of(overview)
        elements = (placed.element for placed in overview.objects)
        codes = (
            element.text("language") for element in elements if element.record.name == "language"
        )
        self._languages = tuple(dict.fromkeys(language for language in codes if language))
        self._by_path: dict[str, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for page, file in overview.facts.pages:
            content = (overview.contents or {}).get(file)
            for address in _addresses(content) if content else ():
                path = _fold_address(address)
                named = self._by_path if "/" in address.strip(" ") else self._by_name
                named[path].add(url_of(page))

    def page_at(self, path: str) -> str | None:
        """The address of the page that a path, which nothing answers now, surely meant."""
        return self._page_of_other_language(path) or self._pick_only(
            self._by_path.get(_fold_address(path)), path
        )

    def page_by_name(self, path: str) -> str | None:
        """The address of the page that once had the name at the end of a path, in some folder."""
        name = _fold_address(f"/{path.rpartition('/')[2]}")
        return self._pick_only(self._by_name.get(name), path)

    def _pick_only(self, urls: set[str] | None, path: str) -> str | None:
        if not urls:
            return None
        if len(urls) > 1:
            # A translation keeps the fields of what it is a translation of.
            own = self._language_of(path)
            urls = {url for url in urls if self._language_of(url) == own}
        return next(iter(urls)) if len(urls) == 1 else None

    def _page_of_other_language(self, path: str) -> str | None:
        """Where the redirect of another language leads, in the language of the path."""
        own = self._language_of(path)
        if not own:
            return None
        rest = path[len(own) + 1 :]
        starts = (f"/{language}{rest}" for language in self._languages if language != own)
        for start in (rest, *starts):
            target = self._end_of(start)
            if target is not None:
                there = self._language_of(target)
                below = target[len(there) + 1 :] if there else target
                return self._page(f"/{own}{below}")
        return None

    def _end_of(self, path: str) -> str | None:
        """The page that the redirects of a path end at."""
        redirects = self._answers.redirects
        for _ in range(MOST_HOPS):
            match = redirects.match(path)
            if match is None:
                return None
            target = match.target
            if target is None or match.redirect.is_external or not match.certain:
                return None
            path = normalise_path(target)
            if self._page(path):
                return path
        return None

    def _page(self, url: str) -> str | None:
        """An address, if a page answers there and no redirect keeps readers from it."""
        answer = self._answers.answer_at(url)
        return url if answer.page and not answer.redirect else None

    def _language_of(self, path: str) -> str:
        first = path[1:].partition("/")[0]
        return first if first in self._languages else ""


def _addresses(content: PageContent) -> Iterator[str]:
    """The addresses that the frontmatter of a page says it had."""
    if not _MAY_HAVE.search(content.head):
        return
    for key, value in content.fields.items():
        if _NOT_IN_KEY.sub("", key.lower()) in _KEYS:
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, str) and each.strip(" /"):
                    yield each


def _fold_address(address: str) -> str:
    """An address as addresses are compared here: a path in small letters, without its ending."""
    try:
        path = unquote(urlsplit(address.strip()).path)
    except ValueError:  # A host in brackets that is none.
        return ""
    return _ENDING.sub("", strip_extension(normalise_path(path))).casefold()
