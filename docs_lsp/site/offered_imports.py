"""Find the components, snippets and values that pages may import, and add an import to a page.

The names are those that files export, and for a whole snippet those that other pages give it, or
one that is made from its file name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.files.walk import get_stem
from docs_lsp.jsontree.edits import Edit
from docs_lsp.mdx.syntax import ExportKind, MdxImport, MdxPage
from docs_lsp.site.imported_files import DEFAULT, IMPORTABLE, resolve_import_path
from docs_lsp.site.mdx.content import get_syntax_if_read, read_syntax
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import resolve_site_path
from docs_lsp.site.mdx.page_body import PageSyntax
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.site import Site

_MOST = 3
_SNIPPETS = "snippets/"
_WORD = compile_lazily(r"[A-Za-z0-9]+")
_VALUES = (ExportKind.LITERAL, ExportKind.JSX)
"""The exports that `{name}` shows; any other value in braces is removed."""

_SyntaxOf = Callable[["PageContent"], PageSyntax]
_LIST = compile_lazily(rb"\{([^{}]*)\}")
_BLANK_LINE = compile_lazily(rb"[ \t\r]*\n")


class AddedImport(NamedTuple):
    """A name to be imported into a page."""

    name: str
    file: str
    """The site path of the file that defines it."""
    is_default: bool
    """Whether the whole snippet is imported, and not one of its exports."""

    def render_statement(self) -> str:
        """Return the import statement."""
        names = self.name if self.is_default else f"{{ {self.name} }}"
        return f'import {names} from "/{self.file}"'


_Found: TypeAlias = dict[str, Counter[AddedImport]]
"""How often each definition is imported, or can be, by the name that it gets."""


def map_importable_tags(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map tag names to at most 3 definitions each, the most imported first; parse all pages."""
    return _select_most_common(_count_tag_offers(site, read_syntax))


def map_importable_tags_if_read(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map tag names to at most 3 definitions each, in files that are parsed; parse nothing."""
    offers_by_name = _count_tag_offers(site, get_syntax_if_read)
    named = {added_import.file for many in offers_by_name.values() for added_import in many}
    for file, content in (site.contents or {}).items():
        if (
            file not in named
            and _is_markdown_snippet(file)
            and get_syntax_if_read(content).modules.has_body
        ):
            name = _make_tag_name(file)
            if name:
                offers_by_name.setdefault(name, Counter())[
                    AddedImport(name, file, is_default=True)
                ] += 1
    return _select_most_common(offers_by_name)


def map_importable_values_if_read(site: Site) -> Mapping[str, tuple[AddedImport, ...]]:
    """Map names to at most 3 snippet values each that braces can show, in files that are parsed."""
    offers_by_name: _Found = {}
    for file, name, kind in _iter_snippet_exports(site, get_syntax_if_read):
        if kind in _VALUES:
            offers_by_name.setdefault(name, Counter())[
                AddedImport(name, file, is_default=False)
            ] += 1
    return _select_most_common(offers_by_name)


def _select_most_common(offers_by_name: _Found) -> Mapping[str, tuple[AddedImport, ...]]:
    """Return at most 3 imports of each name, the most common first."""
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
    """Return whether a file is a Markdown file in the `snippets` folder of the site's root."""
    return file.startswith(_SNIPPETS) and file.endswith(PAGE_EXTENSIONS)


def _make_tag_name(file: str) -> str:
    """Return a tag name, or "", for a snippet: `TideTable` for `snippets/tide-table.mdx`.

    The result is empty if the file name does not begin with a letter.
    """
    words = _WORD.findall(get_stem(file))
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else ""


class ImportInserter:
    """Makes edits that add imports to one page."""

    def __init__(self, data: bytes, page: MdxPage, file: str) -> None:
        """Find the insertion point in a page; `file` is its site path."""
        self._data = data
        self._imports = page.imports
        self._file = file
        line_break = "\r\n" if b"\r\n" in data else "\n"
        self._before, self._behind = line_break, ""
        if page.imports:
            self._at = page.imports[-1].span.end
        else:
            self._at = locate_frontmatter(data).body_start
            self._before = line_break if self._at else ""
            is_blank = _BLANK_LINE.match(data, self._at)
            self._behind = line_break if is_blank else line_break * 2

    def make_edit(self, added: AddedImport) -> Edit:
        """Return the edit that imports a name, if possible in braces of an existing import."""
        within = (
            None
            if added.is_default
            else _extend_braces(self._data, self._imports, added, self._file)
        )
        new = f"{self._before}{added.render_statement()}{self._behind}"
        return within or Edit(Span(self._at, self._at), new)


def _extend_braces(
    data: bytes, imports: tuple[MdxImport, ...], added: AddedImport, file: str
) -> Edit | None:
    """Return the edit that adds a name to an existing import of the file in braces, or None."""
    for mdx_import in imports:
        names = _LIST.search(data, *mdx_import.span)
        if names is None or resolve_site_path(mdx_import.source, file) != added.file:
            continue
        end = names.start(1) + len(names[1].rstrip())
        if not names[1].strip():
            return Edit(Span(*names.span()), f"{{ {added.name} }}")
        comma = " " if names[1].rstrip().endswith(b",") else ", "
        return Edit(Span(end, end), f"{comma}{added.name}")
    return None
