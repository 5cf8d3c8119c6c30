"""Texts with a cursor in them.

`▮` is the cursor. Several files stand in one text, each after a line `--- path`; without such a
line the text is a docs.json.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._view import View
from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings

CURSOR = "▮"
_FILE = re.compile(r"^--- (?P<path>\S[^\n]*?)[ \t]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Marked:
    """The files of a site, and where the cursor stands: a byte offset in one of them."""

    files: Mapping[str, str]
    file: str
    offset: int

    def view(self, settings: Settings | None = None) -> View:
        """What the server would answer from, once it has looked at everything."""
        memory = MemoryFiles(self.files)
        site = evaluate_whole_site(Path("/site"), memory, settings or Settings())
        return View(site, memory, Path("/site"))

    def text(self) -> Text:
        """The text of the file with the cursor."""
        return Text.from_data(self.files[self.file])

    def position(self, encoding: Encoding = Encoding.UTF16) -> dict[str, int]:
        """The cursor as a client names it."""
        line, character = self.text().to_position(self.offset, encoding)
        return {"line": line, "character": character}


def marked(text: str) -> Marked:
    """Read a text; without a cursor it stands at the start of docs.json."""
    files = dict(_split(text))
    found = [(file, content) for file, content in files.items() if CURSOR in content]
    file, offset = SITE_FILE, 0
    if found:
        ((file, content),) = found
        offset = len(content[: content.index(CURSOR)].encode())
        files[file] = content.replace(CURSOR, "")
    return Marked(files, file, offset)


def covered(text: Text, range_: Mapping[str, Any], encoding: Encoding = Encoding.UTF16) -> str:
    """What stands in a range that a client was told."""
    start, end = (
        text.to_offset(range_[edge]["line"], range_[edge]["character"], encoding)
        for edge in ("start", "end")
    )
    return text.data[start:end].decode()


def _split(text: str) -> list[tuple[str, str]]:
    heads = list(_FILE.finditer(text))
    if not heads:
        return [(SITE_FILE, text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return [(head["path"], text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]
