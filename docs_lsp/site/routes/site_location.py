"""Find where a site is published: the path below which it is served, and its scheme and host.

docs-lsp.toml says so (`site.base`, `site.origin`), or the canonical URL in docs.json. Otherwise the
addresses that the site itself writes out show it, if they leave no doubt: those in its own
`sitemap.xml` and `llms.txt`, and the links in its pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.site.pages import escape_path, page_to_url, strip_page_extension, url_to_path
from docs_lsp.site.routes.link_paths import LinkPath, parse_link_path
from docs_lsp.site.site_files import LLMS_TXT, SITEMAP_XML, collect_top_folders

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.site import Site
    from docs_lsp.site.specifications.facts import SiteFacts

CANONICAL = "`seo.metatags.canonical`"
_URL = compile_lazily(rb"https?://[^\s\"'`<>()\\{}\[\]|]+")
_ROOTED = compile_lazily(rb"(?:\]\(|=[\"'])(/[^\s\"'`<>()\\{}\[\]|]+)")
_ORIGIN = compile_lazily(r"https?://(?:www\.)?([^/?#]+)", re.IGNORECASE)
_FEWEST_PAGES = 5
_FEWEST_ROOTED = 3
_LONGEST_BASE = 2
"""The largest number of folders in a base that is inferred."""
_NEARLY_ALL = 0.8
_FAR_MORE = 3


class SiteLocation(NamedTuple):
    """Where a site is published."""

    base: str = ""
    """The path below which it is served, such as `/docs`; empty for the root of its domain."""
    origin: str = ""
    """Its scheme and host, such as `https://www.example.com`; empty if unknown."""
    evidence: str = ""
    """The source of the address, as a noun phrase; empty if docs-lsp.toml sets it."""

    @property
    def url(self) -> str:
        """The URL of the site; if the origin is unknown, its base, or `/`."""
        return f"{self.origin}{self.base}" or "/"

    def strip_base(self, path: str) -> str | None:
        """Return a path without the base; None if it is not below that, or there is no base."""
        if not self.base or not f"{path}/".startswith(f"{self.base}/"):
            return None
        return path[len(self.base) :] or "/"

    def split_url(self, link: str) -> tuple[str, str] | None:
        """Split a URL of this site into origin with base and a link from the root; else None.

        The host counts with and without `www.`.
        """
        own = _ORIGIN.match(self.origin)
        match = _ORIGIN.match(link) if own else None
        if own is None or match is None or match[1].lower() != own[1].lower():
            return None
        rest = link[match.end() :]
        if not self.base:
            return match[0], rest if rest.startswith("/") else f"/{rest}"
        split = self.split_base(rest)
        return None if split is None else (match[0] + split[0], split[1])

    def split_base(self, link: str) -> tuple[str, str] | None:
        """Split a link from the root of the domain into base and link below that, or None.

        None if it does not begin with the base, or there is none.
        """
        rest = link[len(self.base) :]
        if not self.base or not link.startswith(self.base) or rest[:1] not in ("", *"/?#"):
            return None
        return self.base, rest if rest.startswith("/") else f"/{rest}"

    def parse_link(self, href: str, file: str | None = None) -> LinkPath | None:
        """Return the target of a link as `parse_link_path` does, but also of a URL of this site.

        Its other paths include the one below the base.
        """
        split = self.split_url(href.strip())
        target = parse_link_path(split[1] if split else href, file)
        below = self.strip_base(target.path) if target else None
        return target._replace(others=(*target.others, below)) if target and below else target


def find_site_location(overview: Overview) -> SiteLocation | None:
    """Return where a site is published, or None if nothing shows it without doubt.

    Reads the links of all pages if neither docs-lsp.toml nor docs.json says it.
    """
    return make_location_finder(overview)()


def make_location_finder(overview: Overview) -> Callable[[], SiteLocation | None]:
    """Return a function that finds where a site is published, without a reference to the site."""
    declared = overview.cached(find_declared_location)
    facts, contents = overview.facts, overview.contents
    return lambda: declared or facts.cached_for_last(_infer_location, contents)


def find_declared_location(site: Site) -> SiteLocation | None:
    """Return the address of a site that docs-lsp.toml or the canonical URL gives, or None."""
    settings = site.settings
    if settings.base is not None:
        return SiteLocation(settings.base, settings.origin)
    canonical = _find_canonical_location(site)
    if not settings.origin:
        return canonical
    given = SiteLocation("", settings.origin)
    if canonical is None or given.split_url(canonical.origin) is None:
        return given
    return canonical._replace(origin=settings.origin)


def look_up_site_location(site: Site) -> SiteLocation:
    """Return where a site is published, as far as that is known without going through it."""
    declared = site.cached(find_declared_location)
    if declared is not None or site.facts is None:
        return declared or SiteLocation()
    return site.facts.find_cached_for_last(_infer_location, site.contents) or SiteLocation()


def _find_canonical_location(site: Site) -> SiteLocation | None:
    """Return the location that the metatag `canonical` in docs.json names, or None."""
    tags = site.seo.element.get_inlined("metatags") if site.seo else None
    address = tags.get("canonical") if isinstance(tags, Object) else None
    return _parse_canonical_url(address.value) if isinstance(address, String) else None


def _parse_canonical_url(address: str) -> SiteLocation | None:
    """Return the location at a URL; None for an invalid one, or one without http or https."""
    try:
        url = urlsplit(address.strip())
    except ValueError:
        return None
    if url.scheme not in ("http", "https") or not url.netloc:
        return None
    return SiteLocation(url.path.rstrip("/"), f"{url.scheme}://{url.netloc}", CANONICAL)


def infer_from_urls(urls: Iterable[str], facts: SiteFacts, evidence: str) -> SiteLocation | None:
    """Return the address that URLs of a site's pages have in common, or None if in doubt."""
    known = frozenset(page_to_url(page.page) for page in facts.pages)
    pages: dict[tuple[str, str], set[str]] = defaultdict(set)
    paths: dict[str, set[str]] = defaultdict(set)
    for url in urls:
        origin, path = _split_origin(url)
        if path not in paths[origin]:
            paths[origin].add(path)
            for base, rest in _iter_base_candidates(path):
                if rest in known:
                    pages[origin, base].add(rest)
                    break
    ranked = sorted(((len(some), *key) for key, some in pages.items()), reverse=True)
    if not ranked or ranked[0][0] < _FEWEST_PAGES:
        return None
    count, origin, base = ranked[0]
    if ranked[1:] and ranked[1][0] * _FAR_MORE > count:
        return None
    below = [path for path in paths[origin] if path.startswith(f"{base}/")]
    if count < _NEARLY_ALL * sum(_is_page_path(path[len(base) :], facts) for path in below):
        return None
    return SiteLocation(base, origin, evidence)


def _split_origin(url: str) -> tuple[str, str]:
    """Return the scheme and host of a URL in lower case, and its path as that of a page."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    path = unquote(slash + path.partition("#")[0].partition("?")[0]).rstrip("/.,;:")
    return f"{scheme}://{host}".lower(), escape_path(strip_page_extension(path)) or "/"


def _iter_base_candidates(path: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a path into a base and the rest, the shortest base first."""
    at = 0
    for _ in range(_LONGEST_BASE + 1):
        rest = path[at:]
        if len(rest) <= 1:
            return
        yield path[:at], rest
        at = path.find("/", at + 1)
        if at < 0:
            return


def _is_page_path(path: str, facts: SiteFacts) -> bool:
    """Return whether a path is not that of another file of the site, so that it may be a page."""
    file = url_to_path(path)
    return bool(file) and file not in facts.files and "." not in path.rpartition("/")[2]


def _infer_location(
    facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> SiteLocation | None:
    """Infer the address of a site from what it writes out, or None; for `cached_for_last`."""
    for name in (SITEMAP_XML, LLMS_TXT):
        location = infer_from_urls(_find_urls(facts.lists.get(name, b"")), facts, f"`{name}`")
        if location is not None:
            return location
    texts = [_read_links(content) for content in (contents or {}).values()]
    urls = {url for text in texts for url in _find_urls(text)}
    location = infer_from_urls(urls, facts, "the URLs in its pages")
    return location or _infer_from_rooted_links(texts, facts)


def _find_urls(data: bytes) -> Iterator[str]:
    return (match.decode("utf-8", "replace") for match in _URL.findall(data))


def _read_links(content: PageContent) -> bytes:
    """Return the link targets of a page, or its whole text if that has not been parsed yet.

    Each target is on a line of its own and after `](`. Empty for a script.
    """
    body = content.body_if_read
    if body is None:
        return b"" if content.script else content.reread_bytes()
    return b"](" + body.targets.replace(b"\n", b"\n](") if body.targets else b""


def _infer_from_rooted_links(texts: Iterable[bytes], facts: SiteFacts) -> SiteLocation | None:
    """Return the first folder below which pages are linked although the site lacks it, or None.

    Several pages, and at least as many as without it, have to be linked so.
    """
    folders = facts.cached(collect_top_folders)
    known = frozenset(page_to_url(page.page) for page in facts.pages)
    linked: dict[str, set[str]] = defaultdict(set)
    for raw in {match for text in texts for match in _ROOTED.findall(text)}:
        path = _split_origin(f"://{raw.decode('utf-8', 'replace')}")[1]
        first, slash, rest = path[1:].partition("/")
        if path in known:
            linked[""].add(path)
        elif slash and first not in folders and f"/{rest}" in known:
            linked[f"/{first}"].add(f"/{rest}")
    plain = len(linked.pop("", ()))
    base = max(linked, key=lambda folder: len(linked[folder]), default="")
    count = len(linked.get(base, ()))
    is_sure = base and count >= max(_FEWEST_ROOTED, plain)
    return SiteLocation(base, "", f"{count} links to its pages that begin so") if is_sure else None
