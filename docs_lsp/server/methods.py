"""The table of LSP methods: requests with a row for each, other messages, and commands.

`protocol` handles `$/cancelRequest`, `exit` and the client's answers itself. `handlers` offers
`workspace/diagnostic` to a client that pulls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lsprotocol import types

from docs_lsp.features._commands import (
    EXPLAIN,
    FILTERS,
    KINDS,
    PAGE_TRIGGERS,
    PREVIEW_OPEN,
    PREVIEW_RESTART,
    PREVIEW_START,
    PREVIEW_STATUS,
    PREVIEW_STOP,
    TAG_SIGNS,
    TRIGGERS,
)
from docs_lsp.server.client_capabilities import Client
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.protocol import PlainHandler
from docs_lsp.server.requests import completion, language_features, tree_view, workspace
from docs_lsp.server.responder import About, RequestMethod
from docs_lsp.server.tracing import SET_TRACE


def _completion(client: Client) -> types.CompletionOptions:
    return types.CompletionOptions(
        trigger_characters=sorted({*TRIGGERS, *PAGE_TRIGGERS}),
        resolve_provider=client.proposals.resolves,
    )


def _build_on_type_options(_client: Client) -> types.DocumentOnTypeFormattingOptions:
    first, *more = TAG_SIGNS
    return types.DocumentOnTypeFormattingOptions(first, more)


def _actions(client: Client) -> types.CodeActionOptions | None:
    if not client.actions.literals:
        return None
    return types.CodeActionOptions(
        code_action_kinds=KINDS, resolve_provider=client.actions.resolves
    )


def _files(_client: Client) -> types.FileOperationRegistrationOptions:
    filters = [
        types.FileOperationFilter(
            scheme=each["scheme"],
            pattern=types.FileOperationPattern(
                glob=each["pattern"]["glob"],
                matches=types.FileOperationPatternKind(each["pattern"]["matches"]),
            ),
        )
        for each in FILTERS
    ]
    return types.FileOperationRegistrationOptions(filters=filters)


_ITEM, _WORKSPACE = About.ITEM, About.WORKSPACE

REQUESTS = (
    # Typing
    RequestMethod(
        types.TEXT_DOCUMENT_COMPLETION, completion.completion, options=_completion, is_urgent=True
    ),
    RequestMethod(
        types.COMPLETION_ITEM_RESOLVE,
        completion.completion_item,
        _ITEM,
        is_for=lambda client: client.proposals.resolves,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        completion.format_on_type,
        options=_build_on_type_options,
        nothing=(),
        is_urgent=True,
        must_fit=True,
    ),
    RequestMethod(
        types.TEXT_DOCUMENT_COLOR_PRESENTATION, completion.colour_presentations, nothing=()
    ),
    # A reference
    RequestMethod(types.TEXT_DOCUMENT_HOVER, language_features.hover),
    RequestMethod(types.TEXT_DOCUMENT_DEFINITION, language_features.definition),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, language_features.highlights),
    RequestMethod(
        types.TEXT_DOCUMENT_REFERENCES,
        language_features.references,
        takes_long=True,
        needs_pages=True,
    ),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_LINK, language_features.links, takes_long=True),
    RequestMethod(types.DOCUMENT_LINK_RESOLVE, language_features.link, _ITEM),
    RequestMethod(types.WORKSPACE_SYMBOL, workspace.workspace_symbols, _WORKSPACE, takes_long=True),
    RequestMethod(
        types.WORKSPACE_SYMBOL_RESOLVE,
        workspace.workspace_symbol,
        _WORKSPACE,
        is_for=lambda client: client.resolves_symbols,
    ),
    # The whole document
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, language_features.symbols, takes_long=True),
    RequestMethod(types.TEXT_DOCUMENT_FOLDING_RANGE, language_features.folds, takes_long=True),
    RequestMethod(types.TEXT_DOCUMENT_SELECTION_RANGE, language_features.selections),
    RequestMethod(
        types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, language_features.answer_linked_editing
    ),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_COLOR, language_features.colours, nothing=()),
    RequestMethod(types.TEXT_DOCUMENT_INLAY_HINT, language_features.hints, takes_long=True),
    RequestMethod(
        types.INLAY_HINT_RESOLVE,
        language_features.hint,
        _ITEM,
        is_for=lambda client: client.resolves_hints,
    ),
    RequestMethod(types.TEXT_DOCUMENT_CODE_LENS, language_features.lenses, takes_long=True),
    RequestMethod(types.CODE_LENS_RESOLVE, language_features.lens, _ITEM, takes_long=True),
    # Edits
    RequestMethod(
        types.TEXT_DOCUMENT_CODE_ACTION,
        language_features.actions,
        options=_actions,
        takes_long=True,
        must_fit=True,
    ),
    RequestMethod(
        types.CODE_ACTION_RESOLVE,
        language_features.action,
        _ITEM,
        is_for=lambda client: client.actions.resolves,
        takes_long=True,
    ),
    RequestMethod(types.TEXT_DOCUMENT_PREPARE_RENAME, language_features.answer_prepare_rename),
    RequestMethod(
        types.TEXT_DOCUMENT_RENAME,
        language_features.rename,
        takes_long=True,
        must_fit=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.WORKSPACE_WILL_RENAME_FILES,
        workspace.will_rename_files,
        _WORKSPACE,
        options=_files,
        takes_long=True,
        needs_pages=True,
    ),
    RequestMethod(
        types.WORKSPACE_WILL_DELETE_FILES,
        workspace.will_delete_files,
        _WORKSPACE,
        options=_files,
        takes_long=True,
        needs_pages=True,
    ),
    # A tree beside the text
    RequestMethod(tree_view.NAVIGATION, tree_view.navigation, takes_long=True),
    RequestMethod(tree_view.DROP, tree_view.drop, takes_long=True, must_fit=True, needs_pages=True),
    RequestMethod(
        tree_view.CHANGE, tree_view.change, takes_long=True, must_fit=True, needs_pages=True
    ),
)


def plain_messages(handlers: Handlers) -> Mapping[str, PlainHandler]:
    """Return the handlers that get plain dicts, which is faster: above all, for every keystroke."""
    return {
        types.TEXT_DOCUMENT_DID_OPEN: handlers.handle_did_open,
        types.TEXT_DOCUMENT_DID_CHANGE: handlers.handle_did_change,
        types.TEXT_DOCUMENT_DID_CLOSE: handlers.handle_did_close,
        types.TEXT_DOCUMENT_DIAGNOSTIC: handlers.pull,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: handlers.handle_watched_files,
        SET_TRACE: handlers.set_trace,
    }


def notifications(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Return the handlers that get objects from pygls."""
    return {
        types.INITIALIZE: handlers.initialize,
        types.INITIALIZED: handlers.handle_initialized,
        types.SHUTDOWN: handlers.shutdown,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: handlers.handle_did_change_configuration,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: handlers.handle_did_change_folders,
    }


def commands(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Return the handlers of the commands of `workspace/executeCommand`."""
    previews = handlers.previews
    return {
        EXPLAIN: handlers.explain_rule,
        PREVIEW_START: previews.start,
        PREVIEW_STOP: previews.stop,
        PREVIEW_RESTART: previews.restart,
        PREVIEW_OPEN: previews.open,
        PREVIEW_STATUS: previews.status,
    }
