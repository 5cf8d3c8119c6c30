"""Resolve a path of the site: to a page, a redirect, a file, the service, or nothing.

A path is only broken if that is certain. The service generates pages whose addresses it does not
document, a site may be spread over several repositories or be below a path of its domain, and some
links lead to what only the live service knows. All these are `UNKNOWN`, and checks are silent. The
same holds for paths listed under `elsewhere` in the settings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import fold_case
from docs_lsp.site.generated_pages.page_addresses import GeneratedAddresses, list_page_sources
from docs_lsp.site.generated_pages.service_generation import map_operations_without_page
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.pages import (
    PAGE_EXTENSIONS,
    NonPageReason,
    PageFile,
    escape_path,
    page_to_url,
    strip_page_extension,
    url_to_path,
)
from docs_lsp.site.routes.link_paths import WITH_HOST, LinkPath
from docs_lsp.site.routes.redirect_chains import RedirectChains
from docs_lsp.site.routes.redirects import (
    ANY,
    Redirect,
    RedirectIndex,
    RedirectMatch,
    find_literal_prefix,
    normalise_url_path,
)
from docs_lsp.site.routes.reserved import may_be_platform_path
from docs_lsp.site.routes.site_location import SiteLocation, make_location_finder
from docs_lsp.site.site_files import collect_top_folders

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

# Sites without a domain of their own are usually served below this folder.
_USUAL_PATH = "docs"


class LinkStatus(Enum):
    """Whether a path resolves."""

    ANSWERED = auto()
    DEAD = auto()
    UNKNOWN = auto()


class PathResolution(NamedTuple):
    """The result of resolving a path."""

    status: LinkStatus
    page: PageFile | None = None
    """The page at the path, even if a redirect hides it."""
    redirect: RedirectMatch | None = None
    path_without_first_folder: str = ""
    """The address on this site if the first folder, which the site lacks, is dropped.

    It is what the path resolves to only if the site is published below such a folder.
    """


class PathResolver:
    """Resolves the paths of one site."""

    def __init__(
        self,
        facts: SiteFacts,
        redirects: RedirectIndex,
        generated: GeneratedAddresses,
        languages: Collection[str] = (),
        is_complete: bool = True,
        elsewhere: Iterable[str] = (),
        find_location: Callable[[], SiteLocation | None] = lambda: None,
        ungenerated: Collection[str] = (),
    ) -> None:
        """Store the data about a site; `is_complete` is False if parts of it are not known.

        The paths `elsewhere`, and all below, belong to other servers. `find_location` returns where
        the site is published, and is called when that matters first. The addresses `ungenerated`
        are not those of generated pages.
        """
        self.redirects = redirects
        self._facts = facts
        self._generated = generated
        self._ungenerated = ungenerated
        self._languages = tuple(languages)
        self._is_complete = is_complete
        self._elsewhere = tuple(f"{normalise_url_path(path).rstrip('/')}/" for path in elsewhere)
        self._find_location = find_location
        self._by_url = _index_by_url(facts.pages.by_path)
        self._folders = frozenset(_iter_folders(self._by_url))
        self._folded = frozenset(map(fold_case, self._by_url)) - self._by_url.keys()
        """Case-folded addresses that differ from every address of the site."""
        self._known: dict[str, PathResolution] = {}

    @classmethod
    def from_overview(cls, overview: Overview) -> PathResolver:
        """Make the resolver of a site from its overview."""
        return cls(
            overview.facts,
            RedirectIndex(redirect for _, redirect in iter_redirects(overview.objects)),
            GeneratedAddresses(list_page_sources(overview.objects), overview.facts),
            overview.navigation.languages,
            is_navigation_complete(overview),
            overview.settings.elsewhere,
            make_location_finder(overview),
            overview.cached(map_operations_without_page),
        )

    @cached_property
    def redirect_chains(self) -> RedirectChains:
        """The chains of the redirects."""
        return RedirectChains(self.redirects)

    @cached_property
    def location(self) -> SiteLocation:
        """Where the site is published, as far as that is known."""
        return self._find_location() or SiteLocation()

    def split_link(self, link: str) -> tuple[str, str]:
        """Split a link into the part that says where the site is, and a link within the site.

        The first part is empty for a link without base and origin. It is the one function that
        turns an address as written into the site's own; what replaces the link keeps that part.
        """
        if link.startswith(WITH_HOST):
            return self.location.split_url(link) or ("", link)
        split = self.location.split_base(link)
        if split is None or self._is_own_path(link, normalise_url_path(link)):
            return "", link
        return split

    def find_own_path(self, path: str) -> str:
        """Return a normalised path, without the base unless the path may resolve as it is."""
        url = normalise_url_path(path)
        below = None if self._is_own_path(path, url) else self.location.strip_base(url)
        return url if below is None else below

    def _is_own_path(self, path: str, url: str) -> bool:
        """Return whether a path may resolve as it is, so that it does not begin with the base."""
        return (
            url in self._by_url
            or self.redirects.find_match(url) is not None
            or self._is_served_file(path)
            or self._may_resolve_in_language(url)
        )

    def resolve_link(self, target: LinkPath) -> PathResolution:
        """Resolve a link; the best result of its possible targets wins."""
        best = self.resolve_path(target.path)
        for path in target.others:
            if best.status is LinkStatus.ANSWERED:
                break
            other = self.resolve_path(path)
            if other.status is not LinkStatus.DEAD:
                best = other
        return best

    def resolve_path(self, path: str) -> PathResolution:
        """Resolve a path in any spelling that the service understands; cached."""
        try:
            return self._known[path]
        except KeyError:
            answer = self._known[path] = self._resolve(path)
            return answer

    def is_broken_without(self, path: str, ungenerated: Collection[str]) -> bool:
        """Return whether a path is certainly broken if no page is generated at some addresses."""
        without = copy(self)
        without._ungenerated, without._known = {*self._ungenerated, *ungenerated}, {}
        return without.resolve_path(path).status is LinkStatus.DEAD

    def may_have_prefix(self, start: str) -> bool:
        """Return whether some address may begin with a normalised text with a leading `/`."""
        rest = self._strip_base_folder(start)
        if self._has_start_with_prefix(start) or (
            rest is not None and self._has_start_with_prefix(f"/{rest}")
        ):
            return True
        if self._generated.may_include_prefix(start[1:]):
            return True
        # For anything else that may resolve there: any name will do.
        return self.resolve_path(f"{start}{ANY}").status is not LinkStatus.DEAD

    def is_folder_unused(self, folder: str) -> bool:
        """Return whether certainly nothing resolves below a folder, except by exact redirects."""
        start = f"{folder}/"
        first = start[1:].partition("/")[0]
        if first == _USUAL_PATH and first not in self._facts.cached(collect_top_folders):
            return False
        own = f"{self.location.base}/"
        if self.location.base and (own.startswith(start) or start.startswith(own)):
            return False
        written = (start, *(f"/{language}{start}" for language in self._languages))
        if any(self._has_address_with_prefix(one.casefold()) for one in written):
            return False
        if self._generated.may_include_prefix(start[1:]):
            return False
        return self.resolve_path(f"{start}{ANY}").status is LinkStatus.DEAD

    def is_former_path_broken(self, path: str) -> bool:
        """Return whether a former page path of this site certainly no longer resolves.

        Unlike `resolve_path`, it ignores other meanings of a link to that path.
        """
        url = normalise_url_path(path)
        if self.resolve_path(url).status is LinkStatus.DEAD:
            return True
        is_there = self.resolve_path(url).redirect is not None or url in self._by_url or url == "/"
        return not (is_there or self._is_served_file(url) or self._may_resolve(url))

    def is_former_folder_unused(self, folder: str) -> bool:
        """Return whether certainly nothing resolves below a former folder, redirects included."""
        start = f"{folder}/"
        if not self._is_complete or f"{self.location.base}/".startswith(start):
            return False
        if self._has_start_with_prefix(start) or self._has_address_with_prefix(start.casefold()):
            return False
        return not (
            self._generated.may_include_prefix(start[1:]) or self.redirects.find_match(start + ANY)
        )

    def _has_address_with_prefix(self, start: str) -> bool:
        """Return whether a page, file or outer path begins with a folded text."""
        return _has_prefix(self._folded_addresses, start)

    @cached_property
    def _folded_addresses(self) -> list[str]:
        """Addresses of pages, files and `elsewhere`, case-folded, sorted to look up beginnings."""
        files = (f"/{escape_path(file)}".casefold() for file in self._facts.files)
        elsewhere = (path.casefold() for path in self._elsewhere)
        return sorted({*map(fold_case, self._by_url), *files, *elsewhere})

    def _has_start_with_prefix(self, start: str) -> bool:
        """Return whether an address or a redirect's fixed part begins with a text."""
        return _has_prefix(self._starts, start)

    @cached_property
    def _starts(self) -> list[str]:
        """Addresses, and the literal beginnings of redirects, sorted to look up beginnings."""
        files = (f"/{escape_path(file)}" for file in self._facts.files)
        sources = (find_literal_prefix(redirect.source) for redirect in self.redirects.all)
        return sorted({*self._by_url, *files, *sources, *self._elsewhere})

    def is_in_generated_folder(self, path: str) -> bool:
        """Return whether a path is a folder of generated pages, or below one."""
        return self._generated.is_in_folder(url_to_path(normalise_url_path(path)))

    def may_be_outside(self, path: str) -> bool:
        """Return whether a path may equally belong to another site on the domain.

        It may if it is a single name, while all pages but the first one are in folders.
        """
        return "/" not in normalise_url_path(path)[1:] and self._has_only_pages_in_folders

    @cached_property
    def _has_only_pages_in_folders(self) -> bool:
        """Whether all pages but the first one are in folders."""
        return all("/" in page.page or page.page == "index" for page in self._facts.pages)

    def _resolve(self, path: str) -> PathResolution:
        """Resolve a path by redirects, pages and files, and below a base if there is one."""
        url = normalise_url_path(path)
        path_there = self._by_url.get(url)
        page = None if path_there is None else self._facts.pages.find_page(path_there)
        redirect = self.redirects.find_match(url)
        if redirect is not None:
            # The service tries the redirects first; without a certain match, the result is unknown.
            sure = redirect.certain or page is not None
            return PathResolution(
                LinkStatus.ANSWERED if sure else LinkStatus.UNKNOWN, page, redirect
            )
        if page is not None or url == "/" or self._is_served_file(path):
            return PathResolution(LinkStatus.ANSWERED, page)
        if self._may_resolve_in_language(url):
            return PathResolution(LinkStatus.UNKNOWN)
        if self.location.base:
            # Whether the service compares sources that carry the base is not known.
            redirect = self.redirects.find_match(self.location.base + url)
            if redirect is not None:
                return PathResolution(LinkStatus.UNKNOWN, redirect=redirect._replace(certain=False))
            below = self.location.strip_base(url)
            if below is not None:
                return self.resolve_path(below)
        here = self._drop_first_folder(url)
        return PathResolution(
            LinkStatus.DEAD if here is None else LinkStatus.UNKNOWN,
            path_without_first_folder=here or "",
        )

    def _is_served_file(self, path: str) -> bool:
        """Return whether a path is a served file: no page's source, but a page as `.md`."""
        file = url_to_path(path)
        if file.endswith(".md") and page_to_url(file[:-3]) in self._by_url:
            return True  # The page as Markdown.
        return file in self._facts.files and not file.endswith(PAGE_EXTENSIONS)

    def _may_resolve_in_language(self, url: str) -> bool:
        """Return whether something unknown, or a page in some language, may be at an address."""
        if self._may_resolve(url):
            return True
        return any(f"/{language}{url}" in self._by_url for language in self._languages)

    def _may_resolve(self, url: str) -> bool:
        """Return whether something unknown may be at an address."""
        return (
            not self._is_complete
            or may_be_platform_path(url)
            or url in self._folders
            or (lower := url.casefold()) in self._folded
            or lower in self._by_url
            or (url not in self._ungenerated and self._generated.may_include_page(url_to_path(url)))
            or self._has_page_file(url_to_path(url))
            or f"{url}/".startswith(self._elsewhere)
        )

    def _has_page_file(self, page: str) -> bool:
        """Return whether a path is a page by its file name, or an imported file."""
        if page.endswith(PAGE_EXTENSIONS) and page_to_url(page.rpartition(".")[0]) in self._by_url:
            return True
        return self._facts.pages.find_non_page_reason(page) is NonPageReason.IMPORTED

    def _drop_first_folder(self, url: str) -> str | None:
        """Return the address without a first folder that the site lacks; "" if ambiguous, or None.

        None if nothing is there.
        """
        rest = self._strip_base_folder(url)
        if rest is None:
            return None
        page = f"/{strip_page_extension(rest)}"
        if rest and page not in self._by_url and url_to_path(rest) not in self._facts.files:
            return None
        if not rest or url.split("/")[1] in self._languages:
            return ""
        return page if page in self._by_url else f"/{rest}"

    def _strip_base_folder(self, url: str) -> str | None:
        """Return what follows the base, or a first folder that the site lacks; None without either.

        Without the `/` before it. None too if the site cannot be served below the folder.
        """
        below = self.location.strip_base(url)
        if below is not None:
            return below[1:]
        first, _, rest = url[1:].partition("/")
        if first in self._facts.cached(collect_top_folders) or not (rest or first == _USUAL_PATH):
            return None
        return rest


def iter_redirects(objects: Iterable[Placed]) -> Iterator[tuple[Placed, Redirect]]:
    """Yield the redirects with a source and a destination among all objects, in order."""
    order = 0
    for placed in objects:
        if placed.element.record.name == "redirect":
            source = placed.element.get_text("source")
            destination = placed.element.get_text("destination")
            if source is not None and destination is not None:
                yield placed, Redirect(source, destination, order)
                order += 1


def _index_by_url(pages: Iterable[str]) -> dict[str, str]:
    """Map addresses to page paths; of `a` and `a/index`, the first wins."""
    pages_by_url: dict[str, str] = {}
    for page in pages:
        url = page_to_url(page)
        if url not in pages_by_url or not page.endswith("index"):
            pages_by_url[url] = page
    return pages_by_url


def _iter_folders(urls: Iterable[str]) -> Iterator[str]:
    """Yield every folder that contains an address, except the root."""
    seen: set[str] = {""}
    for url in urls:
        folder = url.rpartition("/")[0]
        while folder not in seen:
            seen.add(folder)
            yield folder
            folder = folder.rpartition("/")[0]


def _has_prefix(addresses: Sequence[str], start: str) -> bool:
    """Return whether one of some sorted addresses begins with a text."""
    place = bisect_left(addresses, start)
    return place < len(addresses) and addresses[place].startswith(start)


def get_path_resolver(overview: Overview) -> PathResolver:
    """Return the resolver of a site's paths; cached with the overview."""
    return overview.cached(PathResolver.from_overview)
