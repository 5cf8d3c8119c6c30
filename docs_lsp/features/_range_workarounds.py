"""Completion items for clients that insert a single word instead of a whole text.

Kate 22.12 and older ignore ranges: they replace the word at the cursor. Neovim's own completion
replaces the text before the cursor and leaves the rest, so that a string would end with two quotes;
of a plain text it inserts only what comes before the first space, but of a snippet everything. The
items are rewritten so that any client inserts what was intended.
"""

from __future__ import annotations

from collections.abc import Callable

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.to_lsp import Json

_PLAIN, _SNIPPET = 1, 2
_SPECIAL = compile_lazily(r"[\\$}]")
_BLANK = compile_lazily(r"\s")
_WORD = compile_lazily(r"\w*\Z")


def end_ranges_at_cursor(answer: Json, cursor: Json, rest_before: Callable[[Json], str]) -> Json:
    """Return a `textDocument/completion` answer with ranges that end at the cursor if they can.

    `rest_before` returns the text between the cursor and a later position.
    """
    defaults = dict(answer.get("itemDefaults", {}))
    range_ = defaults.pop("editRange", None)
    kind = defaults.get("insertTextFormat", _PLAIN)
    items = [
        _end_range_at_cursor(
            {"insertTextFormat": kind, **_with_own_text_edit(item, range_)}, cursor, rest_before
        )
        for item in answer["items"]
    ]
    return {**answer, "itemDefaults": defaults, "items": items}


def start_ranges_at_word(
    answer: Json, typed_since: Callable[[Json], str], before_cursor: Callable[[str], Json]
) -> Json:
    """Return an answer with ranges that begin at the word at the cursor if they can.

    `typed_since` returns the text between a position and the cursor, `before_cursor` the start of a
    text that ends at the cursor.
    """
    items = [_start_range_at_word(item, typed_since, before_cursor) for item in answer["items"]]
    return {**answer, "items": items}


def _start_range_at_word(
    item: Json, typed_since: Callable[[Json], str], before_cursor: Callable[[str], Json]
) -> Json:
    """Return an item that replaces only the last word typed, if what is before that stays."""
    range_, text = item["textEdit"]["range"], item["textEdit"]["newText"]
    typed = typed_since(range_["start"])
    word = _WORD.search(typed)
    before_word = typed.removesuffix(word[0]) if word else typed
    filter_text: str = item["filterText"] if "filterText" in item else item["label"]
    if not text.startswith(before_word) or not filter_text.startswith(before_word):
        return item
    start = before_cursor(typed.removeprefix(before_word))
    edit = {"range": {**range_, "start": start}, "newText": text.removeprefix(before_word)}
    return {**item, "filterText": filter_text.removeprefix(before_word), "textEdit": edit}


def _with_own_text_edit(item: Json, range_: Json | None) -> Json:
    """Return an item with its own `textEdit`, made of the shared range if there is one."""
    if range_ is None:
        return item
    shape = dict(item)
    text = shape.pop("textEditText")
    return {**shape, "textEdit": {"range": range_, "newText": text}}


def _end_range_at_cursor(item: Json, cursor: Json, rest_before: Callable[[Json], str]) -> Json:
    """Return an item that ends at the cursor, if its text ends with what follows there."""
    range_, text, kind = item["textEdit"]["range"], item["textEdit"]["newText"], _PLAIN
    rest = rest_before(range_["end"])
    if rest and text.endswith(rest) and not _SPECIAL.search(rest):
        range_, text = {**range_, "end": cursor}, text.removesuffix(rest)
    if item["insertTextFormat"] == _SNIPPET:
        kind = _SNIPPET
    elif _BLANK.search(text):
        kind, text = _SNIPPET, _SPECIAL.sub(r"\\\g<0>", text)
    return {**item, "insertTextFormat": kind, "textEdit": {"range": range_, "newText": text}}
