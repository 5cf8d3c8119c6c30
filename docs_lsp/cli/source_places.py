"""Lines and columns, from 1, of spans in the files of a site; columns count code points."""

from __future__ import annotations

from functools import cache

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.files.files import Files, read_text


class SourcePlaces:
    """Converts places in the files of one site at one moment; each file is read once."""

    def __init__(self, files: Files) -> None:
        """Read texts from these files."""
        self._text = cache(lambda file: read_text(files, file))

    def find_line_and_column(self, file: str, span: Span) -> tuple[int, int]:
        """Return the line and the column at which a byte span begins."""
        text: Text = self._text(file)
        line, column = text.to_position(span.start, Encoding.UTF32)
        return line + 1, column + 1
