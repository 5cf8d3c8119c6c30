"""Which methods are answered, one row for each, and what a client is told of them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, NamedTuple

from lsprotocol import types

from docs_lsp.features._commands import FILTERS, KINDS, PAGE_TRIGGERS, TRIGGERS
from docs_lsp.server.client import Client
from docs_lsp.server.requests import changing, going, seeing, tree, writing


class About(Enum):
    """What a request is about, and so what it is answered from."""

    DOCUMENT = auto()
    """A document that is open."""
    ITEM = auto()
    """Something that was answered before; its `data` names the document."""
    WORKSPACE = auto()
    """All sites."""


class Row(NamedTuple):
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

ROWS = (
    # Typing
    Row(types.TEXT_DOCUMENT_COMPLETION, writing.completion, options=_completion, is_urgent=True),
    Row(
        types.COMPLETION_ITEM_RESOLVE,
        writing.completion_item,
        _ITEM,
        is_for=lambda client: client.proposals.resolves,
    ),
    Row(types.TEXT_DOCUMENT_COLOR_PRESENTATION, writing.colour_presentations, nothing=()),
    # What something names
    Row(types.TEXT_DOCUMENT_HOVER, going.hover),
    Row(types.TEXT_DOCUMENT_DEFINITION, going.definition),
    Row(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, going.highlights),
    Row(types.TEXT_DOCUMENT_REFERENCES, going.references, takes_long=True),
    Row(types.TEXT_DOCUMENT_DOCUMENT_LINK, going.links, takes_long=True),
    Row(types.DOCUMENT_LINK_RESOLVE, going.link, _ITEM),
    Row(types.WORKSPACE_SYMBOL, going.workspace_symbols, _WORKSPACE, takes_long=True),
    Row(
        types.WORKSPACE_SYMBOL_RESOLVE,
        going.workspace_symbol,
        _WORKSPACE,
        is_for=lambda client: client.resolves_symbols,
    ),
    # The whole document
    Row(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, seeing.symbols, takes_long=True),
    Row(types.TEXT_DOCUMENT_FOLDING_RANGE, seeing.folds, takes_long=True),
    Row(types.TEXT_DOCUMENT_SELECTION_RANGE, seeing.selections),
    Row(types.TEXT_DOCUMENT_DOCUMENT_COLOR, seeing.colours, nothing=()),
    Row(types.TEXT_DOCUMENT_INLAY_HINT, seeing.hints, takes_long=True),
    Row(
        types.INLAY_HINT_RESOLVE,
        seeing.hint,
        _ITEM,
        is_for=lambda client: client.resolves_hints,
    ),
    Row(types.TEXT_DOCUMENT_CODE_LENS, seeing.lenses, takes_long=True),
    Row(types.CODE_LENS_RESOLVE, seeing.lens, _ITEM, takes_long=True),
    # Changes
    Row(
        types.TEXT_DOCUMENT_CODE_ACTION,
        changing.actions,
        options=_actions,
        takes_long=True,
        must_fit=True,
    ),
    Row(
        types.CODE_ACTION_RESOLVE,
        changing.action,
        _ITEM,
        is_for=lambda client: client.actions.resolves,
        takes_long=True,
    ),
    Row(types.TEXT_DOCUMENT_PREPARE_RENAME, changing.what_is_renamed),
    Row(types.TEXT_DOCUMENT_RENAME, changing.rename, takes_long=True, must_fit=True),
    Row(
        types.WORKSPACE_WILL_RENAME_FILES,
        changing.files_renamed,
        _WORKSPACE,
        options=_files,
        takes_long=True,
    ),
    Row(
        types.WORKSPACE_WILL_DELETE_FILES,
        changing.files_deleted,
        _WORKSPACE,
        options=_files,
        takes_long=True,
    ),
    # A tree beside the text
    Row(tree.NAVIGATION, tree.navigation, takes_long=True),
    Row(tree.DROP, tree.drop, takes_long=True, must_fit=True),
    Row(tree.CHANGE, tree.change, takes_long=True, must_fit=True),
)
