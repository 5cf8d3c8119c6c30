"""What can be folded."""

from __future__ import annotations

from docs_lsp.features.folding import answer_folding_ranges
from docs_lsp.jsontree.document import Document

TEXT = """\
{
  "a": {
    "b": [
      1
    ], "c": {}
  },
  "d": [1, 2],
  "e": [
  ]
}
"""


def folds(text: str, limit: int | None = None) -> list[tuple[int, int]]:
    found = answer_folding_ranges(Document.from_text(text), limit)
    return [(each["startLine"], each["endLine"]) for each in found]


def test_each_object_and_list_of_several_lines_folds_to_its_closing_bracket() -> None:
    assert folds(TEXT) == [(0, 8), (1, 4), (2, 3)]


def test_a_client_with_a_limit_gets_the_largest_in_order() -> None:
    assert folds(TEXT, 2) == [(0, 8), (1, 4)]


def test_what_is_not_closed_folds_to_its_end() -> None:
    assert folds('{\n  "a": [\n    1,\n    2') == [(0, 3), (1, 3)]


def test_one_line_has_no_folds() -> None:
    assert folds('{"a": {"b": []}}') == []
