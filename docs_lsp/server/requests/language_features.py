"""Answers about a document: hover, links, symbols, hints, lenses, actions, rename.

LSP calls these language features. `completion`, which is one as well, has its own module.
"""

from __future__ import annotations

from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server.errors import BadParams, RequestOutdated, RequestRefused
from docs_lsp.server.requests.request import FOLDING, SELECTION, Request
from docs_lsp.settings.settings import SETTINGS_FILE

# A reference


def hover(request: Request) -> Json | None:
    """Answer `textDocument/hover`."""
    view, file, offset = request.view, request.file, request.offset()
    encoding, markdown = request.encoding, request.client.reads_markdown
    if file == SETTINGS_FILE:
        from docs_lsp.features.rule_hover import rule_hover

        return rule_hover(view.text(file), offset, encoding, reads_markdown=markdown)
    from docs_lsp.features.hover import hover as card

    json_server = request.schema_is_shown()
    return card(view, file, offset, encoding, reads_markdown=markdown, has_json_server=json_server)


def definition(request: Request) -> list[Json]:
    """Answer `textDocument/definition`."""
    from docs_lsp.features.definition import definition as places

    links = request.client.takes_links
    return places(request.view, request.file, request.offset(), request.encoding, takes_links=links)


def references(request: Request) -> list[Json]:
    """Answer `textDocument/references`."""
    from docs_lsp.features.references import references as places

    match request.params.get("context"):
        case {"includeDeclaration": bool(wanted)}:
            declared = wanted
        case _:
            declared = False
    return places(
        request.view,
        request.file,
        request.offset(),
        request.encoding,
        include_declaration=declared,
    )


def highlights(request: Request) -> list[Json] | None:
    """Answer `textDocument/documentHighlight`."""
    from docs_lsp.features.highlight import highlights as spans

    return spans(request.view, request.file, request.offset(), request.encoding)


def links(request: Request) -> RawJson:
    """Answer `textDocument/documentLink`."""
    from docs_lsp.features.document_links import document_links

    tooltips = request.client.shows_link_tooltips
    return document_links(request.view, request.file, request.encoding, shows_tooltips=tooltips)


def link(request: Request) -> Json:
    """Answer `documentLink/resolve`."""
    from docs_lsp.features.document_links import resolve_link

    target = resolve_link(request.view, request.file, request.data, request.encoding)
    return {**request.params, **(target or {})}


# The whole document


def symbols(request: Request) -> RawJson | list[Json] | None:
    """Answer `textDocument/documentSymbol`."""
    from docs_lsp.features.symbols import document_symbols, flatten_symbols

    view, file = request.view, request.file
    uri, is_nested = view.uri(file), request.client.nests_symbols
    if request.has_page_structure():
        from docs_lsp.features.page_symbols import page_symbols

        shapes = page_symbols(view.text(file), request.encoding)
        return shapes if is_nested else flatten_symbols(shapes, uri)
    if request.document is None:
        return None
    symbol_list = document_symbols(view, file, request.encoding)
    return symbol_list if is_nested else flatten_symbols(symbol_list, uri)


def folds(request: Request) -> list[Json] | None:
    """Answer `textDocument/foldingRange`."""
    from docs_lsp.features.folding import folding_ranges

    if request.has_page_structure():
        from docs_lsp.features.page_folding import page_folding_ranges

        return page_folding_ranges(request.view.text(request.file), request.client.most_folds)
    document = request.document
    if document is None or request.is_left_to_json_server(FOLDING):
        return None
    return folding_ranges(document, request.client.most_folds)


def selections(request: Request) -> list[Json] | None:
    """Answer `textDocument/selectionRange`."""
    from docs_lsp.features.selection import selection_ranges

    if request.has_page_structure():
        from docs_lsp.features.page_selection import page_selection_ranges

        text = request.view.text(request.file)
        return page_selection_ranges(text, _offsets(request), request.encoding)
    document = request.document
    if document is None or request.is_left_to_json_server(SELECTION):
        return None
    return selection_ranges(document, _offsets(request), request.encoding)


def answer_linked_editing(request: Request) -> Json | None:
    """Answer `textDocument/linkedEditingRange`."""
    from docs_lsp.features.linked_editing import find_linked_ranges as ranges

    if not request.has_page_structure():
        return None
    return ranges(request.view.text(request.file), request.offset(), request.encoding)


def _offsets(request: Request) -> list[int]:
    positions = request.params.get("positions")
    if not isinstance(positions, list):
        raise BadParams("a request for selections without its positions")
    return [request.offset_of(position) for position in positions]


def colours(request: Request) -> list[Json]:
    """Answer `textDocument/documentColor`."""
    from docs_lsp.features.colours import document_colours

    if request.document is None:
        return []
    return document_colours(request.view, request.file, request.encoding)


def hints(request: Request) -> list[Json]:
    """Answer `textDocument/inlayHint`."""
    from docs_lsp.features.inlay_hints import inlay_hints

    resolves = request.client.resolves_hints
    span = request.span()
    return inlay_hints(request.view, request.file, span, request.encoding, resolves=resolves)


def hint(request: Request) -> Json:
    """Answer `inlayHint/resolve`."""
    from docs_lsp.features.inlay_hints import resolve_hint

    tooltip = resolve_hint(request.view, request.data)
    return {**request.params, "tooltip": tooltip} if tooltip else request.params


def lenses(request: Request) -> list[Json]:
    """Answer `textDocument/codeLens`."""
    from docs_lsp.features.code_lenses import code_lenses

    return code_lenses(request.view, request.file, request.encoding)


def lens(request: Request) -> Json:
    """Answer `codeLens/resolve`; an outdated lens gets an empty title.

    VS Code would keep showing the empty lens even after a new request, so it gets an error
    (`RequestOutdated`) instead.
    """
    from docs_lsp.features.code_lenses import is_outdated, resolve_lens

    shows = request.client.shows_references
    view, encoding = request.view, request.encoding
    if request.client.drops_outdated and is_outdated(view, request.data):
        raise RequestOutdated("The text has changed since.")
    command = resolve_lens(view, request.data, encoding, shows_references=shows)
    return {**request.params, "command": command or {"title": "", "command": ""}}


# Edits


def actions(request: Request) -> list[Json]:
    """Answer `textDocument/codeAction`."""
    from docs_lsp.features._actions import Question
    from docs_lsp.features.code_actions import code_actions

    match request.params.get("context"):
        case {"only": list(kinds)}:
            only = tuple(kind for kind in kinds if isinstance(kind, str))
        case _:
            only = ()
    question = Question(request.file, request.span(), only)
    client = request.client
    return code_actions(request.view, question, client.dialect, client.actions)


def action(request: Request) -> Json:
    """Answer `codeAction/resolve`: the action with its edit, or unchanged if it is outdated."""
    from docs_lsp.features.code_actions import resolve_action

    client = request.client
    edit = resolve_action(request.view, request.data, client.dialect, client.actions)
    return request.params if edit is None else {**request.params, "edit": edit}


def answer_prepare_rename(request: Request) -> Json | None:
    """Answer `textDocument/prepareRename`. Raises `RequestRefused` with the reason."""
    from docs_lsp.features.rename import RenameRefused, prepare_rename

    try:
        return prepare_rename(request.view, request.file, request.offset(), request.encoding)
    except RenameRefused as refusal:
        raise RequestRefused(str(refusal)) from None


def rename(request: Request) -> Json | None:
    """Answer `textDocument/rename`. Raises `RequestRefused` with the reason."""
    from docs_lsp.features.rename import RenameRefused
    from docs_lsp.features.rename import rename as edit

    name = request.params.get("newName")
    if not isinstance(name, str):
        raise BadParams("a renaming without a name")
    can = request.client.actions.edits
    try:
        return edit(request.view, request.file, request.offset(), name, request.encoding, can)
    except RenameRefused as refusal:
        raise RequestRefused(str(refusal)) from None
