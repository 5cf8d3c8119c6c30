"""Answers while the user types: completion, closing tags, and how to write a colour."""

from __future__ import annotations

from docs_lsp.features._commands import PAGE_TRIGGERS, TAG_SIGNS, TRIGGERS
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.cursor import find_typed_token
from docs_lsp.jsontree.document import Document
from docs_lsp.server.errors import BadParams
from docs_lsp.server.requests.request import Request
from docs_lsp.settings.settings import SETTINGS_FILE


def handle_completion(request: Request) -> Json | None:
    """Answer `textDocument/completion`; None for a trigger of other files or a closed string."""
    view, file, can = request.view, request.file, request.client.proposals
    offset = request.require_offset()
    if file in view.site.parts:
        if _has_foreign_trigger(request, TRIGGERS) or _has_closed_string(request, offset):
            return None
        from docs_lsp.features.completion import answer_completion

        return _adapt_item_ranges(
            answer_completion(view, file, offset, can, request.encoding), request
        )
    if file == SETTINGS_FILE:
        from docs_lsp.features.settings_file import answer_settings_completion

        return _adapt_item_ranges(
            answer_settings_completion(view, file, offset, request.encoding, can), request
        )
    if _has_foreign_trigger(request, PAGE_TRIGGERS):
        return None
    from docs_lsp.features.page_completions import answer_page_completion

    return _adapt_item_ranges(
        answer_page_completion(view, file, offset, request.encoding, can), request
    )


def _adapt_item_ranges(answer: Json, request: Request) -> Json:
    """Return the items in a form that every client inserts completely."""
    can = request.client.proposals
    if not answer["items"] or (can.is_declared and not can.inserts_words):
        return answer
    from docs_lsp.features._range_workarounds import end_ranges_at_cursor, start_ranges_at_word

    text, offset = request.view.text(request.file), request.require_offset()
    data = text.data

    def read_rest(end: Json) -> str:
        return data[offset : request.offset_of_position(end)].decode("utf-8", "replace")

    def read_typed(start: Json) -> str:
        return data[request.offset_of_position(start) : offset].decode("utf-8", "replace")

    def find_start(word: str) -> Json:
        line, column = text.to_position(offset - len(word.encode()), request.encoding)
        return {"line": line, "character": column}

    if can.inserts_words:
        return end_ranges_at_cursor(answer, request.params["position"], read_rest)
    return start_ranges_at_word(answer, read_typed, find_start)


def _has_foreign_trigger(request: Request, triggers: tuple[str, ...]) -> bool:
    """Return whether the trigger character requests completion in other files only."""
    match request.params.get("context"):
        case {"triggerKind": 2, "triggerCharacter": str(typed)}:
            return typed not in triggers
    return False


def _has_closed_string(request: Request, offset: int) -> bool:
    """Return whether a quote was typed that ends a string.

    With a list open after it, the line break that most likely follows would accept an item.
    """
    match request.params.get("context"), request.document:
        case {"triggerKind": 2, "triggerCharacter": '"'}, Document() as document:
            typed, data = find_typed_token(document, offset), document.text.data
            if typed is None or typed.start >= offset - 1:
                return False
            # A fast typist is further on by the time that the editor asks.
            return data[offset - 1 : offset] == b'"' and data.startswith(b'"', typed.start)
    return False


def handle_on_type_formatting(request: Request) -> list[Json]:
    """Answer `textDocument/onTypeFormatting` with the closing tag of the typed one."""
    from docs_lsp.features.tag_pairs import answer_tag_closing

    typed = request.params.get("ch")
    if (
        not isinstance(typed, str)
        or typed not in TAG_SIGNS
        or not request.should_answer_structure()
    ):
        return []
    return answer_tag_closing(
        request.view.text(request.file), request.require_offset(), typed, request.encoding
    )


def handle_completion_resolve(request: Request) -> Json:
    """Answer `completionItem/resolve`."""
    from docs_lsp.features.completion import answer_completion_resolve

    return answer_completion_resolve(request.view, request.params, request.client.proposals)


def handle_colour_presentations(request: Request) -> list[Json]:
    """Answer `textDocument/colorPresentation`; raise `BadParams` for an incomplete colour."""
    from docs_lsp.features.colours import answer_colour_presentations

    match request.params:
        case {
            "color": {
                "red": int() | float(),
                "green": int() | float(),
                "blue": int() | float(),
            } as colour,
            "range": dict(range_),
        }:
            return answer_colour_presentations(colour, range_)
    raise BadParams("a colour without its parts")
