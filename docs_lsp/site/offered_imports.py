"""Components, whole snippets, and values that pages may import from a site's files.

The names are those that files export, and for a whole snippet those that other pages give it, or
one that is made from its file name.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.syntax import ExportKind
from docs_lsp.site.mdx.adding_imports import AddedImport
from docs_lsp.site.mdx.content import read_syntax, syntax_if_read
from docs_lsp.site.mdx.page_body import PageSyntax
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension
from docs_lsp.site.snippets import DEFAULT, IMPORTABLE, resolve_import_path

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.site import Site

_MOST = 3
_SNIPPETS = "snippets/"
_WORD = compile_lazily(r"[A-Za-z0-9]+")
_VALUES = (ExportKind.LITERAL, ExportKind.JSX)
"""The exports that `{name}` shows; any other value in braces is removed."""

_SyntaxOf = Callable[["PageContent"], PageSyntax]
_Found = dict[str, Counter[AddedImport]]


def map_importable_tags(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map tag names to the components and snippets that define them, the most imported first."""
    return _select_most_common(_count_tag_offers(site, read_syntax))


def map_importable_tags_if_read(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map tag names to their definitions in files that are already parsed; parse nothing."""
    offers_by_name = _count_tag_offers(site, syntax_if_read)
    named = {added_import.file for many in offers_by_name.values() for added_import in many}
    for file, content in (site.contents or {}).items():
        if (
            file not in named
            and _is_markdown_snippet(file)
            and syntax_if_read(content).modules.has_body
        ):
            name = _make_tag_name(file)
            if name:
                offers_by_name.setdefault(name, Counter())[
                    AddedImport(name, file, is_default=True)
                ] += 1
    return _select_most_common(offers_by_name)


def map_importable_values_if_read(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map names to the snippet values that braces can show, in files that are already parsed."""
    offers_by_name: _Found = {}
    for file, name, kind in _iter_snippet_exports(site, syntax_if_read):
        if kind in _VALUES:
            offers_by_name.setdefault(name, Counter())[
                AddedImport(name, file, is_default=False)
            ] += 1
    return _select_most_common(offers_by_name)


def _select_most_common(offers_by_name: _Found) -> Mapping[str, tuple[AddedImport, ...]]:
    """Return the few most common imports of each name, the most common first."""
    return {
        name: tuple(one for one, _ in offers.most_common(_MOST))
        for name, offers in offers_by_name.items()
    }


def _count_tag_offers(site: Site, syntax: _SyntaxOf) -> _Found:
    """Count, for each tag name, how often a file is imported or can be imported under it."""
    offers_by_name: _Found = {}
    for offer, count in _count_imports(site, syntax).items():
        offers_by_name.setdefault(offer.name, Counter())[offer] += count
    for file, exported, kind in _iter_snippet_exports(site, syntax):
        if kind is ExportKind.FUNCTION:
            offer = AddedImport(exported, file, is_default=False)
            offers_by_name.setdefault(exported, Counter())[offer] += 1
    return offers_by_name


def _count_imports(site: Site, syntax: _SyntaxOf) -> Counter[AddedImport]:
    """Count how many pages import each name from each file."""
    facts = site.facts
    if facts is None:
        return Counter()
    counts: Counter[tuple[str, str, str, bool]] = Counter()
    for file, content in (site.contents or {}).items():
        for mdx_import in syntax(content).modules.imports:
            # Many pages import the same by the same path, so each path is resolved once.
            home = "" if mdx_import.source.startswith("/") else file
            for name in mdx_import.names:
                if name.exported in (DEFAULT, name.local):
                    counts[name.local, mdx_import.source, home, name.exported == DEFAULT] += 1
    offers: Counter[AddedImport] = Counter()
    for (local, source, home, is_default), count in counts.items():
        path = resolve_import_path(source, home)
        if path is not None and path.endswith(IMPORTABLE) and path in facts.files:
            offers[AddedImport(local, path, is_default)] += count
    return offers


def _iter_snippet_exports(site: Site, syntax: _SyntaxOf) -> Iterator[tuple[str, str, ExportKind]]:
    """Yield file, name and kind of the named exports of files that are not pages."""
    facts = site.facts
    for file, content in (site.contents or {}).items() if facts else ():
        modules = syntax(content).modules
        if modules.exports and facts and strip_page_extension(file) not in facts.pages:
            for exported_name in (name for each in modules.exports for name in each.names):
                if exported_name.name != DEFAULT:
                    yield file, exported_name.name, exported_name.kind


def _is_markdown_snippet(file: str) -> bool:
    """Return whether a file is a snippet whose text can be shown."""
    return file.startswith(_SNIPPETS) and file.endswith(PAGE_EXTENSIONS)


def _make_tag_name(file: str) -> str:
    """Return the name of a tag for a snippet: `TideTable` for `snippets/tide-table.mdx`.

    The result is empty if the file name does not begin with a letter.
    """
    words = _WORD.findall(posixpath.splitext(posixpath.basename(file))[0])
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else ""
