"""Paths in links, redirects and specifications, for rules about paths of the service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.routes.link_paths import LinkPath, parse_link_path
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex, strip_query_and_fragment
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.needed_specs import list_loaded_specs

if TYPE_CHECKING:
    from docs_lsp.formats.places import KeyPath
    from docs_lsp.formats.spec_reader import SpecText
    from docs_lsp.site.overview import Overview

_SCHEME = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:")


def parse_site_path(href: str) -> str | None:
    """Return the path of a link within the site, without query and fragment; else None."""
    plain = href.strip()
    if plain.startswith(("#", "//")) or _SCHEME.match(plain):
        return None
    return strip_query_and_fragment(plain)


def find_matched_paths(source: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that a source with a wildcard surely matches; empty without `*`."""
    if "*" not in source:
        return []
    alone = RedirectIndex((Redirect(source, "/"),))
    matches = ((path, alone.find_match(path)) for path in paths)
    return [path for path, match in matches if match and match.certain]


def iter_reserved_page_links(
    overview: Overview, common_part: str, is_reserved: Callable[[str], bool]
) -> Iterator[tuple[str, Span, str]]:
    """Yield file, byte span and path of each page link to a reserved path, unless a page is there.

    `is_reserved` returns whether a path is reserved for the service; all of these contain
    `common_part`.
    """
    pages, contents = overview.facts.pages, overview.contents or {}
    wanted = common_part.encode()
    for file, content in contents.items():
        # A site has thousands of pages, and few have such a link.
        if not content.has_in_link_targets(wanted):
            continue
        links = [link for link in content.links if common_part in link.target]
        # A relative link is resolved from its page, and a snippet has no URL.
        is_page = bool(links) and strip_page_extension(file) in pages
        for link in links:
            target = parse_link_path(link.target, file)
            if target is None or not is_reserved(target.path):
                continue
            path = parse_site_path(link.target) or ""
            if (is_page or path.startswith("/")) and not _is_page_meant(target, overview):
                end = link.span.start + len(path.encode())
                yield file, Span(link.span.start, min(end, link.span.end)), target.path


def _is_page_meant(target: LinkPath, overview: Overview) -> bool:
    """Return whether the target is a page, which another rule reports on such a path."""
    return any(
        get_path_resolver(overview).resolve_path(path).page
        for path in (target.path, *target.others)
    )


def iter_reserved_hrefs(
    overview: Overview, is_reserved: Callable[[str], bool]
) -> Iterator[tuple[str, Span, str]]:
    """Yield file, byte span and path of each reserved `href` that a specification sets.

    `is_reserved` tells whether a path is reserved for the service.
    """
    for spec in list_loaded_specs(overview):
        if spec.read is None:
            continue
        for operation in spec.all_operations:
            for name, block in operation.blocks.items():
                href = block.get("href") if isinstance(block, dict) else None
                path = parse_site_path(href) if isinstance(href, str) else None
                if path and is_reserved(path):
                    yield (
                        spec.file,
                        _locate_spec_value((*operation.keys, name, "href"), spec.read.source),
                        path,
                    )


def _locate_spec_value(keys: KeyPath, source: SpecText) -> Span:
    # Imported late: hardly any site needs these.
    from docs_lsp.formats.places import Paths
    from docs_lsp.formats.spec_reader import find_value_span

    return find_value_span(keys, source.find_entries(Paths([keys])), source.data)
