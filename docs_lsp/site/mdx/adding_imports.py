"""Where a page gets another import: in braces that are there, below the others, or at the top."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import MdxImport, MdxPage
from docs_lsp.site.mdx.frontmatter import find_block
from docs_lsp.site.mdx.links import site_path

_LIST = compile_lazily(rb"\{([^{}]*)\}")
_BLANK_LINE = compile_lazily(rb"[ \t\r]*\n")


class AddedImport(NamedTuple):
    """What a page is to import."""

    name: str
    file: str
    """The site path of the file that has it."""
    is_default: bool
    """Whether the whole snippet is imported, and not one of its exports."""

    def render_statement(self) -> str:
        """The statement."""
        names = self.name if self.is_default else f"{{ {self.name} }}"
        return f'import {names} from "/{self.file}"'


class ImportEdit(NamedTuple):
    """One replacement in the page."""

    span: Span
    new: str


class ImportPlaces:
    """Where a page gets imports."""

    def __init__(self, data: bytes, page: MdxPage, file: str) -> None:
        """Look at a page at a site path; only its imports are asked of what was read of it."""
        self._data = data
        self._imports = page.imports
        self._file = file
        line_break = "\r\n" if b"\r\n" in data else "\n"
        self._before, self._behind = line_break, ""
        if page.imports:
            self._at = page.imports[-1].span.end
        else:
            self._at = find_block(data).body_start
            self._before = line_break if self._at else ""
            is_blank = _BLANK_LINE.match(data, self._at)
            self._behind = line_break if is_blank else line_break * 2

    def edit(self, added: AddedImport) -> ImportEdit:
        """The edit that imports something: into the braces of an import of the same file, if there
        is one."""
        within = (
            None
            if added.is_default
            else _edit_in_list(self._data, self._imports, added, self._file)
        )
        new = f"{self._before}{added.render_statement()}{self._behind}"
        return within or ImportEdit(Span(self._at, self._at), new)


def import_edit(data: bytes, page: MdxPage, added: AddedImport, file: str) -> ImportEdit:
    """The edit of a page, at the site path `file`, that imports one thing."""
    return ImportPlaces(data, page, file).edit(added)


def _edit_in_list(
    data: bytes, imports: tuple[MdxImport, ...], added: AddedImport, file: str
) -> ImportEdit | None:
    for mdx_import in imports:
        names = _LIST.search(data, *mdx_import.span)
        if names is None or site_path(mdx_import.source, file) != added.file:
            continue
        end = names.start(1) + len(names[1].rstrip())
        if not names[1].strip():
            return ImportEdit(Span(*names.span()), f"{{ {added.name} }}")
        comma = " " if names[1].rstrip().endswith(b",") else ", "
        return ImportEdit(Span(end, end), f"{comma}{added.name}")
    return None
