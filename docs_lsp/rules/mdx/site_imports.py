"""Collect the imports of all pages of a site for the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.mdx.links import OLD_SNIPPETS
from docs_lsp.site.snippets import ImportedFile, resolve_import_source

if TYPE_CHECKING:
    from docs_lsp.mdx.syntax import MdxImport
    from docs_lsp.site.mdx.page_modules import PageModules
    from docs_lsp.site.overview import Overview


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


def get_all_imports(overview: Overview) -> tuple[PageImport, ...]:
    """Return all imports of pages and snippets that can be read; cached."""
    return overview.cached(_collect_imports)


def _collect_imports(overview: Overview) -> tuple[PageImport, ...]:
    return tuple(
        PageImport(file, mdx_import, resolve_import_source(mdx_import.source, file, overview.facts))
        for file, modules in iter_pages_with_modules(overview)
        for mdx_import in modules.imports
        if mdx_import.source
    )


def get_imports_by_path(overview: Overview) -> Mapping[str, tuple[PageImport, ...]]:
    """Map each imported path to the imports that name it; cached."""
    return overview.cached(_group_importers)


def _group_importers(overview: Overview) -> Mapping[str, tuple[PageImport, ...]]:
    imports_by_path: dict[str, list[PageImport]] = {}
    for page_import in get_all_imports(overview):
        if page_import.target.path:
            imports_by_path.setdefault(page_import.target.path, []).append(page_import)
    return {path: tuple(many) for path, many in imports_by_path.items()}
