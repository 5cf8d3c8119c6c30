"""The state that a request is answered from: a site at one moment, with its open files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from docs_lsp.core.text import Text
from docs_lsp.core.uris import path_to_uri
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files, read_text
from docs_lsp.jsontree.document import Document


@dataclass(frozen=True, slots=True)
class View:
    """A consistent state of a site and its files; immutable, so any thread may read it."""

    site: Snapshot
    files: Files
    """The files of the site, with the texts that `site` was made from and all open documents."""
    root: Path | None
    """The folder of the site; None for a document that was never saved."""
    uris: Mapping[str, str] = field(default_factory=dict)
    """The client's URIs for the open files."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """The versions of the open files."""
    link: Callable[[str], str | None] = lambda rule: None
    """Returns the address of the page that explains a rule, or None."""
    is_previewed: bool = False
    """Whether a preview of the site is running."""
    is_interrupted: bool = False
    """Whether the site is half written by a docs-lsp command, so that no edit may be made."""
    _texts: dict[str, Text] = field(default_factory=dict)

    def text(self, file: str) -> Text:
        """Return the text that spans in a file refer to; empty if it cannot be read."""
        part = self.site.parts.get(file)
        if isinstance(part, Document):
            return part.text
        if file not in self._texts:
            self._texts[file] = read_text(self.files, file)
        return self._texts[file]

    def uri(self, file: str) -> str:
        """Return the client's URI for a file; without a site folder, right only for open files."""
        root = self.root or Path()
        return self.uris.get(file) or path_to_uri(str(root / file))

    def can_client_change(self, file: str) -> bool:
        """Return whether the client can change a file."""
        return self.root is not None or file in self.uris
