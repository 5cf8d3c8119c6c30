"""What the client can do, asked once and put into one flag set.

Nobody else looks at the client's capabilities: they are deep, optional at every level, and
spread over three sections of the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lsprotocol.types import ClientCapabilities, InitializeParams, PositionEncodingKind
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.code_actions import Abilities
from docs_lsp.features.to_lsp import Dialect
from docs_lsp.problem import Tag
from docs_lsp.text import Encoding


@dataclass(frozen=True, slots=True)
class Client:
    """The flags, named after what the server does with them. The defaults are a bare client."""

    name: str = ""
    dialect: Dialect = field(default_factory=Dialect)
    pulls: bool = False
    takes_related_documents: bool = False
    answers_configuration: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False
    shows_progress: bool = False
    shows_documents: bool = False
    reads_markdown: bool = False
    """Whether it can show Markdown in a hover."""
    actions: Abilities = field(default_factory=Abilities)

    @classmethod
    def of(cls, params: InitializeParams) -> Client:
        """Read the parameters of `initialize`."""
        has = _Asker(params.capabilities)
        return cls(
            name=params.client_info.name if params.client_info else "",
            dialect=_dialect(params.capabilities, has),
            pulls=_pulls(has),
            takes_related_documents=has("text_document.diagnostic.related_document_support"),
            answers_configuration=has("workspace.configuration"),
            registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
            registers_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
            shows_progress=has("window.work_done_progress"),
            shows_documents=has("window.show_document.support"),
            reads_markdown="markdown" in has.all("text_document.hover.content_format")[:1],
            actions=_actions(has),
        )


class _Asker:
    """Whether the client says that it has a capability, in so many words."""

    def __init__(self, capabilities: ClientCapabilities) -> None:
        self._capabilities = capabilities

    def __call__(self, path: str) -> bool:
        return self.value(path) is True

    def value(self, path: str) -> Any:
        ask: Any = get_capability  # typed for literal paths only
        return ask(self._capabilities, path)

    def all(self, path: str) -> list[str]:
        """The words of a list; the types have an enumeration for some of them."""
        return [str(getattr(one, "value", one)) for one in self.value(path) or ()]


def _actions(has: _Asker) -> Abilities:
    literals = has.value("text_document.code_action.code_action_literal_support") is not None
    asks_for = has.all("text_document.code_action.resolve_support.properties")
    operations = has.all("workspace.workspace_edit.resource_operations")
    return Abilities(
        literals=literals,
        resolves="edit" in asks_for and has("text_document.code_action.data_support"),
        prefers=has("text_document.code_action.is_preferred_support"),
        edits=EditAbilities(
            versions=has("workspace.workspace_edit.document_changes"),
            creates="create" in operations,
            renames="rename" in operations,
            deletes="delete" in operations,
        ),
    )


def _pulls(has: _Asker) -> bool:
    """Whether the client will ask for diagnostics, and again when we say so.

    Neovim 0.11 asks after an edit but cannot be told to ask again when the disk has been read:
    it is better off with diagnostics that are sent to it.
    """
    asks = has.value("text_document.diagnostic") is not None
    return asks and has("workspace.diagnostics.refresh_support")


def _dialect(capabilities: ClientCapabilities, has: _Asker) -> Dialect:
    push, pull = "text_document.publish_diagnostics", "text_document.diagnostic"
    tags = has.value(f"{push}.tag_support.value_set") or has.value(f"{pull}.tag_support.value_set")
    return Dialect(
        encoding=_encoding(capabilities),
        related=has(f"{push}.related_information") or has(f"{pull}.related_information"),
        links=has(f"{push}.code_description_support") or has(f"{pull}.code_description_support"),
        tags=frozenset(tag for tag in Tag if tag.value in {int(known) for known in tags or ()}),
    )


def _encoding(capabilities: ClientCapabilities) -> Encoding:
    """The client's first choice among those it lists, as pygls announces it; else UTF-16."""
    chosen = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
    return Encoding(PositionEncodingKind(chosen).value)
