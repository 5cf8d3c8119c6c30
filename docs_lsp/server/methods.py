"""Which methods are answered, one row for each, and what a client is told of them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, NamedTuple

from lsprotocol import types

from docs_lsp.features._commands import FILTERS, KINDS, PAGE_TRIGGERS, TRIGGERS
from docs_lsp.server.client_capabilities import Client
from docs_lsp.server.requests import completion, document, edits, locations, tree_view


class About(Enum):
    """What a request is about, and so what it is answered from."""

    DOCUMENT = auto()
    """A document that is open."""
    ITEM = auto()
    """Something that was answered before; its `data` names the document."""
    WORKSPACE = auto()
    """All sites."""


class RequestMethod(NamedTuple):
    """A method and how it is answered."""

    method: str
    answer: Callable[[Any], object]
    about: About = About.DOCUMENT
    options: Callable[[Client], Any] = lambda client: None
    """What is announced of it, beyond that it is answered."""
    is_for: Callable[[Client], bool] = lambda client: True
    """Whether a client is told of it."""
    takes_long: bool = False
    """Whether it takes a look at a whole document or site: what is quick does not wait for it."""
    is_urgent: bool = False
    """Whether somebody who types waits for it, and the findings are not needed for it: they come
    after it."""
    must_fit: bool = False
    """Whether it is worth nothing once the document has changed, because it changes it again."""
    nothing: tuple[()] | None = None
    """What is answered where nothing can be said: for some methods the protocol has no null."""


def _completion(client: Client) -> types.CompletionOptions:
    return types.CompletionOptions(
        trigger_characters=sorted({*TRIGGERS, *PAGE_TRIGGERS}),
        resolve_provider=client.proposals.resolves,
    )


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
        types.TEXT_DOCUMENT_COLOR_PRESENTATION, completion.colour_presentations, nothing=()
    ),
    # What something names
    RequestMethod(types.TEXT_DOCUMENT_HOVER, locations.hover),
    RequestMethod(types.TEXT_DOCUMENT_DEFINITION, locations.definition),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, locations.highlights),
    RequestMethod(types.TEXT_DOCUMENT_REFERENCES, locations.references, takes_long=True),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_LINK, locations.links, takes_long=True),
    RequestMethod(types.DOCUMENT_LINK_RESOLVE, locations.link, _ITEM),
    RequestMethod(types.WORKSPACE_SYMBOL, locations.workspace_symbols, _WORKSPACE, takes_long=True),
    RequestMethod(
        types.WORKSPACE_SYMBOL_RESOLVE,
        locations.workspace_symbol,
        _WORKSPACE,
        is_for=lambda client: client.resolves_symbols,
    ),
    # The whole document
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document.symbols, takes_long=True),
    RequestMethod(types.TEXT_DOCUMENT_FOLDING_RANGE, document.folds, takes_long=True),
    RequestMethod(types.TEXT_DOCUMENT_SELECTION_RANGE, document.selections),
    RequestMethod(types.TEXT_DOCUMENT_DOCUMENT_COLOR, document.colours, nothing=()),
    RequestMethod(types.TEXT_DOCUMENT_INLAY_HINT, document.hints, takes_long=True),
    RequestMethod(
        types.INLAY_HINT_RESOLVE,
        document.hint,
        _ITEM,
        is_for=lambda client: client.resolves_hints,
    ),
    RequestMethod(types.TEXT_DOCUMENT_CODE_LENS, document.lenses, takes_long=True),
    RequestMethod(types.CODE_LENS_RESOLVE, document.lens, _ITEM, takes_long=True),
    # Changes
    RequestMethod(
        types.TEXT_DOCUMENT_CODE_ACTION,
        edits.actions,
        options=_actions,
        takes_long=True,
        must_fit=True,
    ),
    RequestMethod(
        types.CODE_ACTION_RESOLVE,
        edits.action,
        _ITEM,
        is_for=lambda client: client.actions.resolves,
        takes_long=True,
    ),
    RequestMethod(types.TEXT_DOCUMENT_PREPARE_RENAME, edits.what_is_renamed),
    RequestMethod(types.TEXT_DOCUMENT_RENAME, edits.rename, takes_long=True, must_fit=True),
    RequestMethod(
        types.WORKSPACE_WILL_RENAME_FILES,
        edits.files_renamed,
        _WORKSPACE,
        options=_files,
        takes_long=True,
    ),
    RequestMethod(
        types.WORKSPACE_WILL_DELETE_FILES,
        edits.files_deleted,
        _WORKSPACE,
        options=_files,
        takes_long=True,
    ),
    # A tree beside the text
    RequestMethod(tree_view.NAVIGATION, tree_view.navigation, takes_long=True),
    RequestMethod(tree_view.DROP, tree_view.drop, takes_long=True, must_fit=True),
    RequestMethod(tree_view.CHANGE, tree_view.change, takes_long=True, must_fit=True),
)
