"""Converts MDX files, with their includes, to Markdown, or finds why the service rejects them.

This is the part of a page's text that needs neither docs.json nor a specification, so that it can
run in another process.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple, Protocol

from docs_lsp.core.lines import find_line_start
from docs_lsp.files.files import FileFault, Files
from docs_lsp.mdx.fault_messages import (
    find_first_fault,
    render_fault_message,
    render_snippet_fault_message,
)
from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.reading import find_faults
from docs_lsp.site.imported_files import IMPORTABLE
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.contents import COMPONENTS
from mcp_preview.markdown.includes import Includes
from mcp_preview.markdown.page_markdown import convert_page_to_markdown

_NO_JAVASCRIPT = (
    "From here on, this is not valid JavaScript. Correct it, or close what is open before it."
)
_TYPED = ".tsx"


class MarkdownText(NamedTuple):
    """The result of converting a file."""

    markdown: str | None
    """The Markdown; None for a file that cannot be read, or that the service rejects."""
    reads: frozenset[str] = frozenset()
    """The site paths of the included files."""


class FileRejection(NamedTuple):
    """The reason why the service rejects a file."""

    reason: str
    """The reason, in sentences."""
    place: tuple[int, int]
    """Line and column, from 1; columns count characters."""


class TextPrefetcher(Protocol):
    """Prepares the texts of pages before they are requested."""

    def start(self, file: str, language: str | None) -> None:
        """Start converting the text of a page in a language, which will be requested later."""
        ...

    def wait_for_text(self, file: str) -> MarkdownText | None:
        """Return the text of a page; None if it has not been converted."""
        ...


class MdxConverter:
    """Converts the texts of one site at one moment, caching shared includes."""

    def __init__(self, files: Files, variables: Mapping[str, str]) -> None:
        """Store the files, and the variables of docs.json by name."""
        self._files = files
        self._parts: dict[str, bytes | None] = {}
        self._read: set[str] = set()
        self._includes = Includes(self._read_snippet, variables)

    def convert_file(self, file: str) -> MarkdownText:
        """Convert the file at a site path; its Markdown is None if unreadable or rejected."""
        try:
            data = self._files.read(file)
        except FileFault:
            return MarkdownText(None)
        return self.convert_bytes(data, file)

    def convert_bytes(self, data: bytes, file: str) -> MarkdownText:
        """Convert the content of a file, or a piece of MDX; its Markdown is None if rejected."""
        self._read = set()
        markdown = convert_page_to_markdown(data, file, self._includes)
        return MarkdownText(markdown, frozenset(self._read))

    def find_rejection(self, file: str) -> FileRejection | None:
        """Return why the service rejects a file; None if it accepts it or it cannot be read."""
        try:
            data = self._files.read(file)
        except FileFault:
            return None
        return find_rejection(data, file, self._includes.variables)

    def find_rejected_files(self, reads: frozenset[str]) -> list[str]:
        """Return those of some files that pages can import and the service rejects; reads each."""
        return [
            file
            for file in sorted(reads)
            if file.endswith(IMPORTABLE) and self.find_rejection(file)
        ]

    def _read_snippet(self, file: str) -> bytes | None:
        """Return the content of a file, cached, or None; record that it was read."""
        self._read.add(file)
        if file not in self._parts:
            try:
                self._parts[file] = self._files.read(file)
            except FileFault:
                self._parts[file] = None
        return self._parts[file]


def find_rejection(
    data: bytes, file: str, variables: Container[str], *, is_part: bool = False
) -> FileRejection | None:
    """Return why the service rejects a file; None if it accepts it or it is too large to check.

    `variables` are those of the site. The consequence differs for a file that `is_part` of pages.
    """
    if len(data) > MOST_READ:
        return None
    if file.endswith(COMPONENTS):
        fault = parse_jsx_file(data, typescript=file.endswith(_TYPED)).fault
        reason = _NO_JAVASCRIPT
    else:
        fault = find_first_fault(find_faults(data), variables)
        render = render_snippet_fault_message if is_part else render_fault_message
        reason = render(fault) if fault else ""
    if fault is None:
        return None
    line = find_line_start(data, fault.span.start)
    column = len(data[line : fault.span.start].decode("utf-8", "replace")) + 1
    return FileRejection(reason, (data.count(b"\n", 0, line) + 1, column))
