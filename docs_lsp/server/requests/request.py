"""A request of the client, with the site and the settings that it is answered from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import Buffer, offset_of_position
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.errors import BadParams
from docs_lsp.server.json_server import has_json_server, is_schema_shown_by_client
from docs_lsp.site.pages import PAGE_EXTENSIONS

SCHEMA_SHOWN = "docsLspSchemaShown"
"""A parameter of our own: true if a JSON language server has answered the request.

It is set by a client that knows that the server has answered it from a schema.
"""
_MARKDOWN = ".md"
SitePathOf: TypeAlias = Callable[[Path], str | None]
"""Returns the site path of a file, or None for one outside of the site."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request about one file of one site; immutable, so any thread may answer it."""

    view: View
    file: str
    params: Json
    client: ClientFlags

    @property
    def encoding(self) -> Encoding:
        """The encoding in which the client counts columns."""
        return self.client.dialect.encoding

    @property
    def document(self) -> Document | None:
        """The tree of docs.json or a file it includes; None for other files, or another tool's."""
        site = self.view.site
        part = site.parts.get(self.file)
        return part if isinstance(part, Document) and site.is_service_site else None

    @property
    def data(self) -> Json:
        """The `data` of the item to resolve; empty if it has none."""
        data = self.params.get("data")
        return data if isinstance(data, dict) else {}

    def require_offset(self) -> int:
        """Return the byte offset that the request is about. Raises `BadParams`."""
        return self.offset_of_position(self.params.get("position"))

    def require_place(self) -> tuple[View, str, int, Encoding]:
        """Return the place that the request is about, as features take it. Raises `BadParams`."""
        return self.view, self.file, self.require_offset(), self.encoding

    def require_span(self) -> Span:
        """Return the byte range that the request is about. Raises `BadParams` without a range."""
        match self.params.get("range"):
            case {"start": start, "end": end}:
                first, last = sorted((self.offset_of_position(start), self.offset_of_position(end)))
                return Span(first, last)
        raise BadParams("a request without its range")

    def offset_of_position(self, position: object) -> int:
        """Return the byte offset in the file nearest to a position. Raises `BadParams`."""
        return self.offset_in_file(self.file, position)

    def offset_in_file(self, file: str, position: object) -> int:
        """Return the byte offset of a position in a file of the site. Raises `BadParams`."""
        return offset_of_position(self.view.text(file), position, self.encoding)

    def is_schema_shown(self) -> bool:
        """Return whether a JSON language server shows what the schema of docs.json says here."""
        is_said = self.params.get(SCHEMA_SHOWN) is True
        return is_schema_shown_by_client(self.view.site.settings, is_reported=is_said)

    def should_answer_structure(self) -> bool:
        """Return whether the file is a page whose structure nothing else in the editor knows.

        VS Code itself supports Markdown, but not MDX.
        """
        is_read = self.client.is_vs_code and self.file.endswith(_MARKDOWN)
        return (
            self.view.site.is_service_site and self.file.endswith(PAGE_EXTENSIONS) and not is_read
        )

    def has_json_server(self) -> bool:
        """Return whether a JSON server certainly gives the folding and selection ranges."""
        return has_json_server(self.view.site.settings, self.client.name)


@dataclass(frozen=True, slots=True)
class LooseRequest:
    """A request about an open document that belongs to no site."""

    buffer: Buffer
    params: Json
    client: ClientFlags


@dataclass(frozen=True, slots=True)
class WorkspaceRequest:
    """A request about all sites."""

    sites: tuple[tuple[View, SitePathOf], ...]
    """Each site, with the function that returns the site path of a file."""
    params: Json
    client: ClientFlags

    @property
    def views(self) -> Sequence[View]:
        """The views of all sites."""
        return [view for view, _ in self.sites]
