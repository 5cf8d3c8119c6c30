"""Paths in links, redirects and specifications, for rules about paths of the service."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.site.pages import strip_extension
from docs_lsp.site.routes.link_paths import LinkPath, link_path_of
from docs_lsp.site.routes.redirects import Redirect, Redirects
from docs_lsp.site.routes.router import answers_of
from docs_lsp.site.summaries.needed_specs import read_specs

if TYPE_CHECKING:
    from docs_lsp.formats.spec_reader import SpecText
    from docs_lsp.formats.wanted_paths import Path
    from docs_lsp.site.overview import Overview

_TAIL = compile_lazily(r"[?#].*", re.DOTALL)
_SCHEME = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:")


def path_in_site(href: str) -> str | None:
    """Return the path of a link within the site, without query and fragment; else None."""
    plain = href.strip()
    if plain.startswith(("#", "//")) or _SCHEME.match(plain):
        return None
    return _TAIL.sub("", plain)


def find_matched_paths(source: str, paths: Iterable[str]) -> list[str]:
    """Return the paths that a source with a wildcard surely matches; empty without `*`."""
    if "*" not in source:
        return []
    alone = Redirects((Redirect(source, "/"),))
    matches = ((path, alone.match(path)) for path in paths)
    return [path for path, match in matches if match and match.certain]


def links_in_pages(
    overview: Overview, part: str, is_theirs: Callable[[str], bool]
) -> Iterator[tuple[str, Span, str]]:
    """Yield file, byte span and path of each page link to a reserved path, unless a page is there.

    `is_theirs` tells whether a path is reserved for the service; all such paths contain `part`.
    """
    pages, contents = overview.facts.pages, overview.contents or {}
    wanted = part.encode()
    for file, content in contents.items():
        # A site has thousands of pages, and few have such a link.
        if not content.has_in_link_targets(wanted):
            continue
        links = [link for link in content.links if part in link.target]
        # A relative link is resolved from its page, and a snippet has no URL.
        is_page = bool(links) and strip_extension(file) in pages
        for link in links:
            target = link_path_of(link.target, file)
            if target is None or not is_theirs(target.path):
                continue
            path = path_in_site(link.target) or ""
            if (is_page or path.startswith("/")) and not _has_page(target, overview):
                end = link.span.start + len(path.encode())
                yield file, Span(link.span.start, min(end, link.span.end)), target.path


def _has_page(target: LinkPath, overview: Overview) -> bool:
    """Return whether the target is a page, which another rule reports on such a path."""
    return any(answers_of(overview).answer_at(path).page for path in (target.path, *target.others))


def find_own_addresses(
    overview: Overview, is_theirs: Callable[[str], bool]
) -> Iterator[tuple[str, Span, str]]:
    """Yield file, byte span and path of each reserved `href` that a specification sets.

    `is_theirs` tells whether a path is reserved for the service.
    """
    for spec in read_specs(overview):
        if spec.read is None:
            continue
        for operation in (*spec.operations.values(), *spec.webhooks.values()):
            for name, block in operation.blocks.items():
                href = block.get("href") if isinstance(block, dict) else None
                path = path_in_site(href) if isinstance(href, str) else None
                if path and is_theirs(path):
                    yield spec.file, _span((*operation.keys, name, "href"), spec.read.source), path


def _span(keys: Path, source: SpecText) -> Span:
    # Imported late: hardly any site needs these.
    from docs_lsp.formats.spec_reader import value_span
    from docs_lsp.formats.wanted_paths import Paths

    return value_span(keys, source.entries(Paths([keys])), source.data)
