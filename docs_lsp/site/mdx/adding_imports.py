"""Where a page gets another import: in braces that are there, below the others, or at the top."""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.mdx.syntax import MdxImport, MdxPage
from docs_lsp.site.mdx.frontmatter import find_block
from docs_lsp.site.mdx.links import site_path
from docs_lsp.text import Span

_LIST = re.compile(rb"\{([^{}]*)\}")
_BLANK_LINE = re.compile(rb"[ \t\r]*\n")


class AddedImport(NamedTuple):
    """What a page is to import."""

    name: str
    file: str
    """The site path of the file that has it."""
    is_default: bool
    """Whether the whole snippet is imported, and not one of its exports."""

    def written(self) -> str:
        """The statement."""
        names = self.name if self.is_default else f"{{ {self.name} }}"
        return f'import {names} from "/{self.file}"'


class ImportEdit(NamedTuple):
    """One replacement in the page."""

    span: Span
    new: str


def import_edit(data: bytes, page: MdxPage, added: AddedImport, file: str) -> ImportEdit:
    """The edit of a page, at the site path `file`, that imports something.

    A name goes into the braces of an import of the same file, if there is one; a line break is that
    of the page.
    """
    within = None if added.is_default else _in_list(data, page.imports, added, file)
    if within is not None:
        return within
    line_break = "\r\n" if b"\r\n" in data else "\n"
    if page.imports:
        end = page.imports[-1].span.end
        return ImportEdit(Span(end, end), f"{line_break}{added.written()}")
    return _at_top(data, added, line_break)


def _in_list(
    data: bytes, imports: tuple[MdxImport, ...], added: AddedImport, file: str
) -> ImportEdit | None:
    for one in imports:
        names = _LIST.search(data, *one.span)
        if names is None or site_path(one.source, file) != added.file:
            continue
        end = names.start(1) + len(names[1].rstrip())
        if not names[1].strip():
            return ImportEdit(Span(*names.span()), f"{{ {added.name} }}")
        comma = " " if names[1].rstrip().endswith(b",") else ", "
        return ImportEdit(Span(end, end), f"{comma}{added.name}")
    return None


def _at_top(data: bytes, added: AddedImport, line_break: str) -> ImportEdit:
    body = find_block(data).body_start
    before = line_break if body else ""
    behind = line_break if _BLANK_LINE.match(data, body) else line_break * 2
    return ImportEdit(Span(body, body), f"{before}{added.written()}{behind}")
