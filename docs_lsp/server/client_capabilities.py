"""The client's capabilities, resolved once into a set of flags.

No other module looks at the client's capabilities: they are deeply nested, optional at every level,
and spread over three sections of the protocol.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from lsprotocol.types import ClientCapabilities, InitializeParams, PositionEncodingKind
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

from docs_lsp.core.problem import ProblemTag
from docs_lsp.core.text import Encoding
from docs_lsp.features._abilities import ActionAbilities, CompletionAbilities
from docs_lsp.features._commands import SHOW_REFERENCES
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.to_lsp import ClientDialect, Json

logger = logging.getLogger(__name__)

VS_CODE = (
    *("visual studio code", "code - oss", "code-server"),
    *("vscodium", "cursor", "windsurf"),
)
"""The names by which VS Code and editors built from it identify themselves."""
_REFRESHES = (
    ("workspace/codeLens/refresh", "workspace.code_lens"),
    ("workspace/inlayHint/refresh", "workspace.inlay_hint"),
)


def drop_invalid_capabilities(capabilities: Json, is_valid: Callable[[Json], bool]) -> Json:
    """Return the capabilities without those, at any level, that `is_valid` rejects; logs them."""
    valid: Json = {}
    for name, value in capabilities.items():
        if is_valid({name: value}):
            valid[name] = value
        elif isinstance(value, dict):
            inner = drop_invalid_capabilities(value, partial(_is_valid_inside, name, is_valid))
            if is_valid({name: inner}):
                valid[name] = inner
        if name not in valid or valid[name] is not value:
            logger.info("Ignored a capability of an unexpected form: `%s`.", name)
    return valid


def _is_valid_inside(name: str, is_valid: Callable[[Json], bool], inner: Json) -> bool:
    """Return whether capabilities are valid as the value of a key."""
    return is_valid({name: inner})


@dataclass(frozen=True, slots=True)
class ClientFlags:
    """Flags named after what the server does with them; the defaults describe a bare client."""

    name: str = ""
    dialect: ClientDialect = field(default_factory=ClientDialect)
    pulls: bool = False
    takes_related_documents: bool = False
    answers_configuration: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False
    shows_progress: bool = False
    shows_documents: bool = False
    has_vendor_extension: bool = False
    """Whether the editor has the vendor's own extension, as ours says."""
    starts_pages: bool = False
    """Whether the client reports files that it creates, and applies edits of ours."""
    reads_markdown: bool = False
    """Whether hovers may be Markdown."""
    shows_pictures: bool = False
    """Whether the client shows a picture of a hover, and not its address."""
    shows_link_tooltips: bool = False
    shows_references: bool = False
    """Whether the client has a command that shows references."""
    takes_links: bool = False
    """Whether a definition may include the range of its reference (`LocationLink`)."""
    finds_implementations: bool = False
    takes_implementation_links: bool = False
    shows_call_hierarchy: bool = False
    nests_symbols: bool = False
    resolves_symbols: bool = False
    """Whether the client asks for the location of a symbol once it is chosen."""
    resolves_hints: bool = False
    """Whether the client asks for the tooltip of a hint once it is needed."""
    drops_outdated: bool = False
    """Whether the client retains its previous answer if a request is outdated."""
    most_folds: int | None = None
    refreshes: frozenset[str] = frozenset()
    """The refresh requests that make the client ask again."""
    proposals: CompletionAbilities = field(default_factory=CompletionAbilities)
    actions: ActionAbilities = field(default_factory=ActionAbilities)

    @property
    def is_vs_code(self) -> bool:
        """Whether the client is VS Code or built from it."""
        return _is_vs_code_name(self.name)

    @classmethod
    def from_params(cls, params: InitializeParams) -> ClientFlags:
        """Return what the parameters of `initialize` say about the client."""
        has = _CapabilityReader(params.capabilities)
        name = params.client_info.name if params.client_info else ""
        return cls(
            name=name,
            dialect=_resolve_dialect(params.capabilities, has),
            pulls=_can_pull_diagnostics(has),
            takes_related_documents=has("text_document.diagnostic.related_document_support"),
            answers_configuration=has("workspace.configuration"),
            registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
            registers_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
            shows_progress=has("window.work_done_progress"),
            shows_documents=has("window.show_document.support"),
            has_vendor_extension=_has_vendor_extension(params.initialization_options),
            starts_pages=has("workspace.file_operations.did_create")
            and has("workspace.apply_edit"),
            reads_markdown="markdown" in has.list_values("text_document.hover.content_format")[:1],
            shows_pictures=_is_vs_code_name(name),
            shows_link_tooltips=has("text_document.document_link.tooltip_support"),
            shows_references=SHOW_REFERENCES in _list_client_commands(params.capabilities),
            takes_links=has("text_document.definition.link_support"),
            finds_implementations=has.value("text_document.implementation") is not None,
            takes_implementation_links=has("text_document.implementation.link_support"),
            shows_call_hierarchy=has.value("text_document.call_hierarchy") is not None,
            nests_symbols=has("text_document.document_symbol.hierarchical_document_symbol_support"),
            resolves_symbols=has.can_resolve("workspace.symbol", "location.range"),
            resolves_hints=has.can_resolve("text_document.inlay_hint", "tooltip"),
            drops_outdated=has("general.stale_request_support.cancel"),
            most_folds=has.value("text_document.folding_range.range_limit"),
            refreshes=frozenset(
                method for method, path in _REFRESHES if has(f"{path}.refresh_support")
            ),
            proposals=_resolve_completion_abilities(has, name),
            actions=_resolve_action_abilities(has),
        )


class _CapabilityReader:
    """The client's declared capabilities, looked up by path."""

    def __init__(self, capabilities: ClientCapabilities) -> None:
        self._capabilities = capabilities

    def __call__(self, path: str) -> bool:
        """Return whether the client declares the capability at a dotted path as true."""
        return self.value(path) is True

    def value(self, path: str) -> Any:
        """Return the value at a dotted path; None if the client does not declare it."""
        ask: Any = get_capability  # typed for literal paths only
        return ask(self._capabilities, path)

    def list_values(self, path: str) -> list[Any]:
        """Return the strings or numbers of an array, also those that lsprotocol has as an enum."""
        return [getattr(one, "value", one) for one in self.value(path) or ()]

    def can_resolve(self, path: str, property_: str) -> bool:
        """Return whether a property of an answer can be left to a later resolve request."""
        return property_ in self.list_values(f"{path}.resolve_support.properties")


def _resolve_completion_abilities(has: _CapabilityReader, client_name: str) -> CompletionAbilities:
    item, whole = "text_document.completion.completion_item", "text_document.completion"
    defaults = has.list_values(f"{whole}.completion_list.item_defaults")
    return CompletionAbilities(
        snippets=has(f"{item}.snippet_support"),
        markdown="markdown" in has.list_values(f"{item}.documentation_format")[:1],
        resolves=has.can_resolve(item, "documentation"),
        tags=1 in has.list_values(f"{item}.tag_support.value_set"),
        deprecated=has(f"{item}.deprecated_support"),
        label_details=has(f"{item}.label_details_support"),
        as_is=1 in has.list_values(f"{item}.insert_text_mode_support.value_set"),
        list_ranges="editRange" in defaults,
        list_formats="insertTextFormat" in defaults,
        is_declared=has.value(whole) is not None,
        # A client that knows both kinds of ranges respects them.
        inserts_words=has(f"{item}.snippet_support") and not has(f"{item}.insert_replace_support"),
        filters_texts=_is_vs_code_name(client_name),
        ask_again="editor.action.triggerSuggest" if _is_vs_code_name(client_name) else "",
    )


def _is_vs_code_name(name: str) -> bool:
    """Return whether a client name is that of VS Code or of an editor built from it."""
    return name.strip().lower().startswith(VS_CODE)


def _has_vendor_extension(options: object) -> bool:
    """Return whether the editor says that the service's own extension runs beside docs-lsp."""
    match options:
        case {"docsLsp": {"vendorExtension": True}}:
            return True
    return False


def _list_client_commands(capabilities: ClientCapabilities) -> list[object]:
    """Return the client's commands that we may use, declared in `experimental`."""
    match capabilities.experimental:
        case {"commands": {"commands": list(names)}}:
            return names
    return []


def _resolve_action_abilities(has: _CapabilityReader) -> ActionAbilities:
    action = "text_document.code_action"
    operations = has.list_values("workspace.workspace_edit.resource_operations")
    annotations = has.value("workspace.workspace_edit.change_annotation_support")
    return ActionAbilities(
        literals=has.value(f"{action}.code_action_literal_support") is not None,
        resolves=has.can_resolve(action, "edit") and has(f"{action}.data_support"),
        prefers=has(f"{action}.is_preferred_support"),
        edits=EditAbilities(
            versions=has("workspace.workspace_edit.document_changes"),
            creates="create" in operations,
            renames="rename" in operations,
            deletes="delete" in operations,
            annotates=annotations is not None,
        ),
    )


def _can_pull_diagnostics(has: _CapabilityReader) -> bool:
    """Return whether the client asks for diagnostics, and can be asked to pull again.

    Neovim 0.11 asks after an edit but cannot be asked to pull again when the disk has been read: it
    gets diagnostics pushed instead.
    """
    asks = has.value("text_document.diagnostic") is not None
    return asks and has("workspace.diagnostics.refresh_support")


def _resolve_dialect(capabilities: ClientCapabilities, has: _CapabilityReader) -> ClientDialect:
    push, pull = "text_document.publish_diagnostics", "text_document.diagnostic"
    tags = has.value(f"{push}.tag_support.value_set") or has.value(f"{pull}.tag_support.value_set")
    return ClientDialect(
        encoding=_choose_encoding(capabilities),
        related=has(f"{push}.related_information") or has(f"{pull}.related_information"),
        links=has(f"{push}.code_description_support") or has(f"{pull}.code_description_support"),
        tags=frozenset(
            tag for tag in ProblemTag if tag.value in {int(known) for known in tags or ()}
        ),
    )


def _choose_encoding(capabilities: ClientCapabilities) -> Encoding:
    """Return the client's preferred encoding, as pygls announces it, or UTF-16."""
    chosen = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)
    return Encoding(PositionEncodingKind(chosen).value)
