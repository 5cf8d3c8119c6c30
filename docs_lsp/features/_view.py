"""The view that a request is answered from: a site at one moment, with its open files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from docs_lsp.core.text import Text
from docs_lsp.core.uris import path_to_uri
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files, text_of
from docs_lsp.jsontree.document import Document


@dataclass(frozen=True, slots=True)
class View:
    """A site and its files as they fit together. It never changes, so any thread may look at it."""

    site: Snapshot
    files: Files
    """The files of the site, with the texts that `site` was made of and all that is open."""
    root: Path | None
    """The folder of the site; None for a text that was never saved."""
    uris: Mapping[str, str] = field(default_factory=dict)
    """The client's names for the files that are open."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """Their versions."""
    link_to: Callable[[str], str | None] = lambda rule: None
    """The page that explains a rule."""
    is_previewed: bool = False
    """Whether a preview of the site runs."""
    is_interrupted: bool = False
    """Whether the site is half written by a docs-lsp command, so that no edit may be made."""
    _texts: dict[str, Text] = field(default_factory=dict)

    def text(self, file: str) -> Text:
        """The text that spans in a file refer to."""
        part = self.site.parts.get(file)
        if isinstance(part, Document):
            return part.text
        if file not in self._texts:
            self._texts[file] = text_of(self.files, file)
        return self._texts[file]

    def uri(self, file: str) -> str:
        """The client's name for a file; only what is open has one where there is no folder."""
        root = self.root or Path()
        return self.uris.get(file) or path_to_uri(str(root / file))

    def link(self, rule: str) -> str | None:
        """The page that explains a rule."""
        return self.link_to(rule)

    def can_reach(self, file: str) -> bool:
        """Whether the client can change a file."""
        return self.root is not None or file in self.uris
