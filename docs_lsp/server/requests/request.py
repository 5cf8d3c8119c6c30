"""A request of the client, with what it is answered from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.server.buffers import BadParams, offset_of
from docs_lsp.server.client_capabilities import Client
from docs_lsp.server.json_server import features_beside_json_server, shows_schema
from docs_lsp.text import Encoding, Span

SCHEMA_SHOWN = "docsLspSchemaShown"
"""A parameter of our own: true where the client knows that a JSON language server has answered the
same request from a schema."""
SitePathOf: TypeAlias = Callable[[Path], str | None]
"""Tells the site path of a file; None for one outside of the site."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request about one file of one site. It never changes, so any thread may answer it."""

    view: View
    file: str
    params: Json
    client: Client

    @property
    def encoding(self) -> Encoding:
        """How the client counts columns."""
        return self.client.dialect.encoding

    @property
    def document(self) -> Document | None:
        """The tree of docs.json or one of its parts; None for any other file, and where docs.json
        is another tool's."""
        site = self.view.site
        part = site.parts.get(self.file)
        return part if isinstance(part, Document) and site.is_ours else None

    @property
    def data(self) -> Json:
        """What came with the answer that this request wants to know more of."""
        data = self.params.get("data")
        return data if isinstance(data, dict) else {}

    def offset(self) -> int:
        """The byte offset that the request is about."""
        return self.offset_of(self.params.get("position"))

    def span(self) -> Span:
        """The byte range that the request is about."""
        match self.params.get("range"):
            case {"start": start, "end": end}:
                first, last = sorted((self.offset_of(start), self.offset_of(end)))
                return Span(first, last)
        raise BadParams("a request without its range")

    def offset_of(self, position: object) -> int:
        """The byte offset of a position; one outside of the text means the nearest inside."""
        return self.offset_in(self.file, position)

    def offset_in(self, file: str, position: object) -> int:
        """The same in any file of the site."""
        return offset_of(self.view.text(file), position, self.encoding)

    def schema_is_shown(self) -> bool:
        """Whether a JSON language server shows what the schema of docs.json says here."""
        is_said = self.params.get(SCHEMA_SHOWN) is True
        return shows_schema(self.view.site.settings, is_said=is_said)

    def is_left_to_json_server(self, method: str) -> bool:
        """Whether that one alone is to answer a method that both know."""
        ours = features_beside_json_server(self.view.site.settings, self.client.name)
        return method not in ours


@dataclass(frozen=True, slots=True)
class WorkspaceRequest:
    """A request about all sites."""

    sites: tuple[tuple[View, SitePathOf], ...]
    """Each site, with what tells the site path of a file."""
    params: Json
    client: Client

    @property
    def views(self) -> Sequence[View]:
        """The sites alone."""
        return [view for view, _ in self.sites]
