"""The files of a site as the editor has them: open documents instead of what is on the disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from docs_lsp.core.text import Text
from docs_lsp.core.uris import path_to_uri
from docs_lsp.files.files import BufferedFiles, DiskFiles, Files
from docs_lsp.server.buffers import Buffer


class OpenFiles:
    """The files below a site's folder, and which of them are open. Event loop only.

    `base` holds the saved state, and `uris` the client's URIs for the files that are open.
    """

    def __init__(self, root: Path, buffers: Mapping[str, Buffer], base: Files | None) -> None:
        """Store the open documents by their URIs; `base` replaces the disk."""
        self.root = root
        self.buffers = buffers
        self.on_disk = base is None
        self.base: Files = base or DiskFiles(root)
        self.uris: dict[str, str] = {}

    def build_files(self) -> BufferedFiles:
        """Return the files as they are now, with the text in the editor for open ones."""
        return BufferedFiles(self.base, self.list_open_bytes())

    def list_open_bytes(self) -> dict[str, bytes]:
        """Return the text in the editor of each open file, in UTF-8."""
        return {file: self.buffers[uri].text.data for file, uri in self.uris.items()}

    def list_versions(self) -> dict[str, int]:
        """Return the client's version number of each open file."""
        return {file: self.buffers[uri].version for file, uri in self.uris.items()}

    def find_open_text(self, file: str) -> Text | None:
        """Return the text of a file in the editor, or None if it is not open."""
        uri = self.uris.get(file)
        return self.buffers[uri].text if uri else None

    def site_path_of(self, path: Path) -> str | None:
        """Return the site path of a file, or None for one outside of the site."""
        return self.base.to_site_path(str(path)) if isinstance(self.base, DiskFiles) else None

    def uri(self, file: str) -> str:
        """Return the URI that the client uses for a file, or else that of its path."""
        return self.uris.get(file) or path_to_uri(str(self.root / file))
