"""Add an import to a page: in existing braces, below the other imports, or at the top."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxImport, MdxPage
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.links import resolve_site_path

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


class ImportEdit(NamedTuple):
    """A replacement in the page."""

    span: Span
    new: str


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

    def make_edit(self, added: AddedImport) -> ImportEdit:
        """Return the edit that imports a name, if possible in braces of an existing import."""
        within = (
            None
            if added.is_default
            else _extend_braces(self._data, self._imports, added, self._file)
        )
        new = f"{self._before}{added.render_statement()}{self._behind}"
        return within or ImportEdit(Span(self._at, self._at), new)


def make_import_edit(data: bytes, page: MdxPage, added: AddedImport, file: str) -> ImportEdit:
    """Return the edit that imports one name into a page; `file` is the page's site path."""
    return ImportInserter(data, page, file).make_edit(added)


def _extend_braces(
    data: bytes, imports: tuple[MdxImport, ...], added: AddedImport, file: str
) -> ImportEdit | None:
    """Return the edit that adds a name to an existing import of the file in braces, or None."""
    for mdx_import in imports:
        names = _LIST.search(data, *mdx_import.span)
        if names is None or resolve_site_path(mdx_import.source, file) != added.file:
            continue
        end = names.start(1) + len(names[1].rstrip())
        if not names[1].strip():
            return ImportEdit(Span(*names.span()), f"{{ {added.name} }}")
        comma = " " if names[1].rstrip().endswith(b",") else ", "
        return ImportEdit(Span(end, end), f"{comma}{added.name}")
    return None
