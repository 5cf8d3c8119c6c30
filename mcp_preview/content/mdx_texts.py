"""The Markdown of MDX files, with what they include: all of a page's text that takes neither
docs.json nor a specification. So it can be made in another process as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.snippets import IMPORTABLE
from mcp_preview.content.refusals import FileRefusal, refusal_of
from mcp_preview.markdown.includes import Includes
from mcp_preview.markdown.page_markdown import to_markdown


class MadeText(NamedTuple):
    """What became of a file."""

    markdown: str | None
    """None for a file that cannot be read, or that the service refuses."""
    reads: frozenset[str] = frozenset()
    """The site paths of the other files that it is made of."""


class TextsAhead(Protocol):
    """Something that makes the texts of pages before they are asked for."""

    def begin(self, file: str, language: str | None) -> None:
        """Begin to make the text of a page in a language; it will be asked for."""
        ...

    def text(self, file: str) -> MadeText | None:
        """The text of a page; None where it has still to be made."""
        ...


class MdxTexts:
    """Makes the texts of one site at one moment, and keeps what several of them include."""

    def __init__(self, files: Files, variables: Mapping[str, str]) -> None:
        """`variables` are those of docs.json."""
        self._files = files
        self._parts: dict[str, bytes | None] = {}
        self._read: set[str] = set()
        self._includes = Includes(self._snippet, variables)

    def make_text(self, file: str) -> MadeText:
        """The text of a file, given by its site path."""
        try:
            data = self._files.read(file)
        except FileFault:
            return MadeText(None)
        return self.make_text_of_bytes(data, file)

    def make_text_of_bytes(self, data: bytes, file: str) -> MadeText:
        """The text of what a file holds, or of a piece of MDX that stands in it."""
        self._read = set()
        markdown = to_markdown(data, file, self._includes)
        return MadeText(markdown, frozenset(self._read))

    def refusal(self, file: str) -> FileRefusal | None:
        """Why the service refuses a file; None for one that it takes, or that cannot be read."""
        try:
            data = self._files.read(file)
        except FileFault:
            return None
        return refusal_of(data, file, self._includes.variables)

    def find_refused_files(self, reads: frozenset[str]) -> list[str]:
        """The site paths of those of these files that the service refuses."""
        return [file for file in sorted(reads) if file.endswith(IMPORTABLE) and self.refusal(file)]

    def _snippet(self, file: str) -> bytes | None:
        self._read.add(file)
        if file not in self._parts:
            try:
                self._parts[file] = self._files.read(file)
            except FileFault:
                self._parts[file] = None
        return self._parts[file]
