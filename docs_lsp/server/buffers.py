"""Open documents, the edits of a client, read from plain messages, and the open files of a site.

Messages are checked here once: a message of the wrong shape raises `BadParams`, which is sent to
the client as an answer or logged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from docs_lsp.core.text import Encoding, Text, encode_text
from docs_lsp.core.uris import path_to_uri, uri_to_path
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import BufferedFiles, DiskFiles, Files
from docs_lsp.server.errors import BadParams


class BufferEdit(NamedTuple):
    """An edit that replaced the bytes from `start` to `old_end` by `new`."""

    start: int
    old_end: int
    new: bytes

    @property
    def change(self) -> tuple[int, int, int]:
        """Its start, and its end before and after the edit, as byte offsets."""
        return self.start, self.old_end, self.start + len(self.new)


@dataclass(frozen=True, slots=True)
class Buffer:
    """One version of a document that is open in the editor; `path` is None if it has no file."""

    uri: str
    version: int
    text: Text
    path: Path | None


def parse_opened_buffer(params: Json) -> Buffer:
    """Return the document of a `textDocument/didOpen`. Raises `BadParams`."""
    match params:
        case {"textDocument": {"uri": str(uri), "text": str(text), **rest}}:
            return Buffer(
                uri,
                _get_version_or_zero(rest.get("version")),
                Text.from_data(text),
                path_from_uri(uri),
            )
    raise BadParams("`textDocument/didOpen` without a document")


def path_from_uri(uri: str) -> Path | None:
    """Return the path that a URI names, or None for a document that has no file."""
    path = uri_to_path(uri)
    return Path(path) if path is not None else None


def require_document_uri(params: Json) -> str:
    """Return the URI of the document that a message is about. Raises `BadParams` without one."""
    match params:
        case {"textDocument": {"uri": str(uri)}}:
            return uri
    raise BadParams("a message about a document without its URI")


def apply_document_change(
    buffer: Buffer, params: Json, encoding: Encoding
) -> tuple[Buffer, list[BufferEdit] | None]:
    """Return the changed document and its edits (None if replaced); raise `BadParams` if invalid.

    The edits are None if the client sent the whole text. Raises `BadParams`.
    """
    match params:
        case {"textDocument": dict(document), "contentChanges": list(changes)}:
            text, edits = _apply_changes(buffer.text, changes, encoding)
            return Buffer(
                buffer.uri, _get_version_or_zero(document.get("version")), text, buffer.path
            ), edits
    raise BadParams("`textDocument/didChange` without changes")


def _get_version_or_zero(version: object) -> int:
    return version if isinstance(version, int) else 0


def _apply_changes(
    text: Text, changes: Iterable[Any], encoding: Encoding
) -> tuple[Text, list[BufferEdit] | None]:
    """Return a changed text and its edits (None if all is replaced), or raise `BadParams`."""
    edits: list[BufferEdit] | None = []
    for change in changes:
        match change:
            case {"text": str(new), "range": dict(span)}:
                text, edit = _apply_range_change(text, span, new, encoding)
                if edits is not None:
                    edits.append(edit)
            case {"text": str(new)}:
                text, edits = Text.from_data(new), None
            case _:
                raise BadParams("a change without its text")
    return text, edits


def _apply_range_change(
    text: Text, span: Json, new: str, encoding: Encoding
) -> tuple[Text, BufferEdit]:
    first, last = span.get("start"), span.get("end")
    start = end = offset_of_position(text, first, encoding)
    if last != first:  # Most typing only inserts.
        start, end = sorted((start, offset_of_position(text, last, encoding)))
    data = encode_text(new)
    return text.replace_bytes(start, end, data), BufferEdit(start, end, data)


def offset_of_position(text: Text, position: object, encoding: Encoding) -> int:
    """Return the byte offset of a position, moved inside the text; raise `BadParams` if invalid.

    Raises `BadParams` for anything that is not a position.
    """
    match position:
        case {"line": int(line), "character": int(column)}:
            return text.to_offset(max(line, 0), max(column, 0), encoding)
    raise BadParams("a position without its line and character")


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
        """Return the site path of a file; None if it is outside or the site is not on the disk."""
        return self.base.to_site_path(str(path)) if isinstance(self.base, DiskFiles) else None

    def uri(self, file: str) -> str:
        """Return the URI that the client uses for a file, or else that of its path."""
        return self.uris.get(file) or path_to_uri(str(self.root / file))
