"""Collect the imports of all pages, and find the file that a wrong one was meant to name."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.core.did_you_mean import find_nearest_name
from docs_lsp.core.grouping import group_by
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.walk import get_stem
from docs_lsp.mdx.syntax import MdxImport
from docs_lsp.site.imported_files import IMPORTABLE, ImportedFile, resolve_import_source
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.links import OLD_SNIPPETS
from docs_lsp.site.mdx.page_modules import PageModules
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.routes.redirects import strip_query_and_fragment

_ALIAS = compile_lazily(r"[@~]/")
_SHOWN = 2
_LEAST_SIMILARITY = 0.6
"""Share of the folders that a file of the same name must have in common to be suggested."""


class PageImport(NamedTuple):
    """One import in a page or snippet."""

    file: str
    statement: MdxImport
    target: ImportedFile


def iter_pages_with_modules(overview: Overview) -> Iterator[tuple[str, PageModules]]:
    """Yield the pages and snippets that import or export anything, with their modules."""
    from docs_lsp.site.mdx.content import read_syntax

    for file, content in (overview.contents or {}).items():
        if not file.startswith(OLD_SNIPPETS) and not file.endswith(COMPONENTS):
            modules = read_syntax(content).modules
            if modules.imports or modules.exports or modules.snippets or modules.text_imports:
                yield file, modules


def iter_pages_and_imports(overview: Overview) -> Iterator[tuple[str, PageContent, bool]]:
    """Yield the pages and the files that they import: file, content, and whether it is a page."""
    contents = overview.contents or {}
    imported = {file for content in contents.values() for file in content.imports}
    for file, content in contents.items():
        is_page = strip_page_extension(file) in overview.facts.pages
        if is_page or file in imported:
            yield file, content, is_page


def collect_imports(overview: Overview) -> tuple[PageImport, ...]:
    """Return the imports of all pages and snippets, except those without a path."""
    return tuple(
        PageImport(file, mdx_import, resolve_import_source(mdx_import.source, file, overview.facts))
        for file, modules in iter_pages_with_modules(overview)
        for mdx_import in modules.imports
        if mdx_import.source
    )


def group_imports_by_path(overview: Overview) -> Mapping[str, Sequence[PageImport]]:
    """Return the imports of all pages and snippets by the path that they lead to."""
    imports = (one for one in overview.cached(collect_imports) if one.target.path)
    return group_by(imports, lambda page_import: page_import.target.path)


def find_sure_file(source: str, path: str, overview: Overview) -> str | None:
    """Return the only file that an import means but for case, extension or slash, or None.

    `path` is the site path that `source` resolves to, or empty. Anything after `?` or `#` is
    ignored. None if no file or several match.
    """
    wanted = strip_query_and_fragment(path or _ALIAS.sub("", source)).casefold().removeprefix("/")
    matches = set(overview.cached(_group_importable_by_lowercase).get(wanted, ()))
    if not matches and not wanted.endswith(IMPORTABLE):
        matches = {
            one
            for ending in IMPORTABLE
            for one in overview.cached(_group_importable_by_lowercase).get(wanted + ending, ())
        }
    return matches.pop() if len(matches) == 1 else None


def suggest_importable_files(path: str, overview: Overview, below: str = "") -> Sequence[str]:
    """Return the importable files that a path may mean, best first.

    Files of the same name in similar folders, or with a similar name in the same folder. `below`
    restricts them to a folder. Cached, because a message and a fix need the same files.
    """
    return overview.cached_for(_search_importable_files, (path, below))


def _search_importable_files(overview: Overview, wanted: tuple[str, str]) -> Sequence[str]:
    """Return the files below a folder that a path may mean: `wanted` is path and folder."""
    path, below = wanted
    folder, name = posixpath.split(path.casefold())
    stem = posixpath.splitext(name)[0]
    stems = overview.cached(_group_importable_by_stem)
    same = [
        (likeness, one)
        for one in stems.get(stem, ())
        if one.startswith(below)
        and (likeness := _measure_folder_similarity(folder, one)) >= _LEAST_SIMILARITY
    ]
    same.sort(key=lambda pair: (-pair[0], pair[1]))
    here = overview.cached(_group_importable_by_folder).get(folder, {})
    close = find_nearest_name(stem, here)
    best = [one for likeness, one in same if likeness == same[0][0]]
    return tuple(dict.fromkeys((*best, *([here[close]] if close else ()))))[:_SHOWN]


def _measure_folder_similarity(folder: str, file: str) -> float:
    """Return how similar a file's folder is to another, from 0 to 1; 0 if it shares little."""
    from difflib import SequenceMatcher  # Only imported for a broken path.

    ours, theirs = folder.split("/"), posixpath.dirname(file).casefold().split("/")
    # Most folders have almost nothing in common, which a cheap check can tell.
    common = 2 * sum(part in theirs for part in ours) / (len(ours) + len(theirs))
    return SequenceMatcher(None, ours, theirs).ratio() if common >= _LEAST_SIMILARITY else 0.0


def format_import_path(path: str, source: str, file: str) -> str:
    """Return the path that `file` writes for another, relative if `source` is relative."""
    if not source.startswith(("./", "../")):
        return f"/{path}"
    relative = posixpath.relpath(path, posixpath.dirname(file) or ".")
    return relative if relative.startswith("../") else f"./{relative}"


def _list_importable_files(overview: Overview) -> list[str]:
    return sorted(file for file in overview.facts.files if file.endswith(IMPORTABLE))


def _group_importable_by_lowercase(overview: Overview) -> Mapping[str, Sequence[str]]:
    return group_by(_list_importable_files(overview), str.casefold)


def _group_importable_by_folder(overview: Overview) -> Mapping[str, Mapping[str, str]]:
    """Group the importable files by folder and name without extension, all in lower case."""
    files_by_folder: dict[str, dict[str, str]] = defaultdict(dict)
    for one in _list_importable_files(overview):
        folder, name = posixpath.split(one.casefold())
        files_by_folder[folder][posixpath.splitext(name)[0]] = one
    return files_by_folder


def _group_importable_by_stem(overview: Overview) -> Mapping[str, Sequence[str]]:
    return group_by(
        _list_importable_files(overview),
        lambda file: get_stem(file).casefold(),
    )
