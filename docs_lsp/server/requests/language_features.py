"""Answers about a document: hover, links, symbols, hints, lenses, actions, rename, call hierarchy.

LSP calls these language features. `completion`, which is one as well, has its own module.
"""

from __future__ import annotations

from docs_lsp.core.text import Span
from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server.errors import BadParams, RequestOutdated, RequestRefused
from docs_lsp.server.requests.request import LooseRequest, Request
from docs_lsp.settings.settings import SETTINGS_FILE

# A reference


def handle_hover(request: Request) -> Json | None:
    """Answer `textDocument/hover`."""
    view, file, offset = request.view, request.file, request.require_offset()
    encoding, markdown = request.encoding, request.client.reads_markdown
    if file == SETTINGS_FILE:
        from docs_lsp.features.settings_file import answer_settings_hover

        return answer_settings_hover(view.text(file), offset, encoding, reads_markdown=markdown)
    from docs_lsp.features.hover import answer_hover

    return answer_hover(
        view,
        file,
        offset,
        encoding,
        reads_markdown=markdown,
        has_json_server=request.is_schema_shown(),
        shows_pictures=request.client.shows_pictures,
    )


def handle_definition(request: Request) -> list[Json]:
    """Answer `textDocument/definition`."""
    from docs_lsp.features.definition import answer_definition

    links = request.client.takes_links
    return answer_definition(*request.require_place(), takes_links=links)


def handle_implementation(request: Request) -> list[Json]:
    """Answer `textDocument/implementation`: the file or page that a string becomes."""
    from docs_lsp.features.definition import answer_implementation

    links = request.client.takes_implementation_links
    return answer_implementation(*request.require_place(), takes_links=links)


def handle_references(request: Request) -> list[Json]:
    """Answer `textDocument/references`."""
    from docs_lsp.features.references import answer_references

    match request.params.get("context"):
        case {"includeDeclaration": bool(wanted)}:
            declared = wanted
        case _:
            declared = False
    return answer_references(*request.require_place(), include_declaration=declared)


def handle_document_highlight(request: Request) -> list[Json] | None:
    """Answer `textDocument/documentHighlight`."""
    from docs_lsp.features.references import answer_highlights

    return answer_highlights(*request.require_place())


def handle_document_links(request: Request) -> RawJson:
    """Answer `textDocument/documentLink`."""
    from docs_lsp.features.document_links import answer_document_links

    tooltips = request.client.shows_link_tooltips
    return answer_document_links(
        request.view, request.file, request.encoding, shows_tooltips=tooltips
    )


def handle_link_resolve(request: Request) -> Json:
    """Answer `documentLink/resolve`."""
    from docs_lsp.features.document_links import answer_link_resolve

    at = request.require_span().start
    target = answer_link_resolve(request.view, request.file, at, request.data)
    return {**request.params, **(target or {})}


# The whole document


def handle_document_symbols(request: Request) -> RawJson | list[Json] | None:
    """Answer `textDocument/documentSymbol`, flat if the client needs that; None for other files."""
    from docs_lsp.features.symbols import answer_document_symbols, flatten_symbols

    view, file = request.view, request.file
    uri, is_nested = view.uri(file), request.client.nests_symbols
    if request.should_answer_structure():
        from docs_lsp.features.page_symbols import answer_page_symbols

        shapes = answer_page_symbols(view.text(file), request.encoding)
        return shapes if is_nested else flatten_symbols(shapes, uri)
    if request.document is None:
        return None
    symbol_list = answer_document_symbols(view, file, request.encoding)
    return symbol_list if is_nested else flatten_symbols(symbol_list, uri)


def handle_folding_ranges(request: Request) -> list[Json] | None:
    """Answer `textDocument/foldingRange`; None if the editor or a JSON server knows ranges."""
    from docs_lsp.features.folding import answer_folding_ranges, answer_page_folding_ranges

    document, limit = request.document, request.client.most_folds
    if request.should_answer_structure():
        return answer_page_folding_ranges(request.view.text(request.file), limit)
    if document is None or request.has_json_server():
        return None
    return answer_folding_ranges(document, limit)


def handle_selection_ranges(request: Request) -> list[Json] | None:
    """Answer `textDocument/selectionRange`; None if the editor or a JSON server knows ranges."""
    from docs_lsp.features.selection import answer_page_selection_ranges, answer_selection_ranges

    if request.should_answer_structure():
        text = request.view.text(request.file)
        return answer_page_selection_ranges(text, _require_offsets(request), request.encoding)
    document = request.document
    if document is None or request.has_json_server():
        return None
    return answer_selection_ranges(document, _require_offsets(request), request.encoding)


def handle_linked_editing(request: Request) -> Json | None:
    """Answer `textDocument/linkedEditingRange` in pages; None in other files."""
    from docs_lsp.features.tag_pairs import answer_linked_editing

    if not request.should_answer_structure():
        return None
    text, offset = request.view.text(request.file), request.require_offset()
    return answer_linked_editing(text, offset, request.encoding)


def _require_offsets(request: Request) -> list[int]:
    """Return the byte offsets of a request's positions. Raises `BadParams`."""
    positions = request.params.get("positions")
    if not isinstance(positions, list):
        raise BadParams("a request for selections without its positions")
    return [request.offset_of_position(position) for position in positions]


def handle_document_colours(request: Request) -> list[Json]:
    """Answer `textDocument/documentColor`."""
    from docs_lsp.features.colours import answer_document_colours

    if request.document is None:
        return []
    return answer_document_colours(request.view, request.file, request.encoding)


def handle_inlay_hints(request: Request) -> list[Json]:
    """Answer `textDocument/inlayHint`."""
    from docs_lsp.features.inlay_hints import answer_inlay_hints

    resolves = request.client.resolves_hints
    span = request.require_span()
    return answer_inlay_hints(request.view, request.file, span, request.encoding, resolves=resolves)


def handle_hint_resolve(request: Request) -> Json:
    """Answer `inlayHint/resolve`."""
    from docs_lsp.features.inlay_hints import resolve_hint_tooltip

    tooltip = resolve_hint_tooltip(request.view, request.data)
    return {**request.params, "tooltip": tooltip} if tooltip else request.params


def handle_code_lenses(request: Request) -> list[Json]:
    """Answer `textDocument/codeLens`."""
    from docs_lsp.features.code_lenses import answer_code_lenses

    return answer_code_lenses(request.view, request.file, request.encoding)


def handle_lens_resolve(request: Request) -> Json:
    """Answer `codeLens/resolve`; an outdated lens gets an empty title or raises `RequestOutdated`.

    VS Code would keep showing the empty lens even after a new request, so it gets an error
    (`RequestOutdated`) instead.
    """
    from docs_lsp.features.code_lenses import is_lens_outdated, resolve_lens

    shows = request.client.shows_references
    view, encoding = request.view, request.encoding
    if request.client.drops_outdated and is_lens_outdated(view, request.data):
        raise RequestOutdated("The text has changed since.")
    command = resolve_lens(view, request.data, encoding, shows_references=shows)
    return {**request.params, "command": command or {"title": "", "command": ""}}


# Edits


def handle_code_actions(request: Request) -> list[Json]:
    """Answer `textDocument/codeAction`."""
    from docs_lsp.features._actions_in_range import ActionRequest
    from docs_lsp.features.code_actions import answer_code_actions

    question = ActionRequest(
        request.file, request.require_span(), _list_wanted_kinds(request.params)
    )
    client = request.client
    return answer_code_actions(request.view, question, client.dialect, client.actions)


def handle_loose_code_actions(request: LooseRequest) -> list[Json] | None:
    """Answer `textDocument/codeAction` in no site: convert a mint.json; None without a file."""
    from docs_lsp.features._actions_in_range import ActionRequest
    from docs_lsp.features.code_actions import answer_conversion_actions

    path, text = request.buffer.path, request.buffer.text
    if path is None:
        return None
    question = ActionRequest(path.name, Span(0, 0), _list_wanted_kinds(request.params))
    return answer_conversion_actions(path, text, question, request.client.actions)


def _list_wanted_kinds(params: Json) -> tuple[str, ...]:
    match params.get("context"):
        case {"only": list(kinds)}:
            return tuple(kind for kind in kinds if isinstance(kind, str))
    return ()


def handle_action_resolve(request: Request) -> Json:
    """Answer `codeAction/resolve`: the action with its edit, or unchanged if it is outdated."""
    from docs_lsp.features.code_actions import resolve_action

    client = request.client
    edit = resolve_action(request.view, request.data, client.dialect, client.actions)
    return request.params if edit is None else {**request.params, "edit": edit}


def handle_prepare_rename(request: Request) -> Json | None:
    """Answer `textDocument/prepareRename`. Raises `RequestRefused` with the reason."""
    from docs_lsp.features.rename import answer_rename_preparation
    from docs_lsp.refactor.harmless_changes import ChangeRefused

    try:
        return answer_rename_preparation(*request.require_place())
    except ChangeRefused as refusal:
        raise RequestRefused(str(refusal)) from None


def handle_rename(request: Request) -> Json | None:
    """Answer `textDocument/rename`. Raises `RequestRefused` with the reason."""
    from docs_lsp.features.rename import answer_rename
    from docs_lsp.refactor.harmless_changes import ChangeRefused

    name = request.params.get("newName")
    if not isinstance(name, str):
        raise BadParams("a renaming without a name")
    view, file, offset, encoding = request.require_place()
    try:
        return answer_rename(view, file, offset, name, encoding, request.client.actions.edits)
    except ChangeRefused as refusal:
        raise RequestRefused(str(refusal)) from None


def handle_call_hierarchy_preparation(request: Request) -> list[Json] | None:
    """Answer `textDocument/prepareCallHierarchy`."""
    from docs_lsp.features.call_hierarchy import answer_call_hierarchy_preparation

    return answer_call_hierarchy_preparation(*request.require_place())


def handle_incoming_calls(request: Request) -> list[Json]:
    """Answer `callHierarchy/incomingCalls`."""
    from docs_lsp.features.call_hierarchy import answer_incoming_calls

    return answer_incoming_calls(
        request.view, request.file, _require_about(request), request.encoding
    )


def handle_outgoing_calls(request: Request) -> list[Json]:
    """Answer `callHierarchy/outgoingCalls`."""
    from docs_lsp.features.call_hierarchy import answer_outgoing_calls

    return answer_outgoing_calls(
        request.view, request.file, _require_about(request), request.encoding
    )


def _require_about(request: Request) -> Json:
    """Return what an item is about. Raises `BadParams` if the client did not send it unchanged."""
    match request.data:
        case {
            "about": {"kind": "page" | "file", "file": str()}
            | {"kind": "operation", "file": str(), "method": str(), "path": str()}
            | {"kind": "object", "file": str(), "at": int()}
        }:
            about: Json = request.data["about"]
            return about
    raise BadParams("an item of the call hierarchy without its data")
