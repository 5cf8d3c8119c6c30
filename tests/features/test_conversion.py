"""The action that makes a docs.json of a mint.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.core.text import Span, Text
from docs_lsp.features._abilities import ActionAbilities
from docs_lsp.features._actions_in_range import ActionRequest
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.code_actions import answer_conversion_actions
from docs_lsp.features.to_lsp import Json

FULL = ActionAbilities(
    literals=True, edits=EditAbilities(versions=True, creates=True, annotates=True)
)
PLAIN = ActionAbilities(literals=True, edits=EditAbilities(versions=True, creates=True))
GROUPS = '[{"group": "G", "pages": ["a"]}]'
OLD = f'{{"name": "A", "colors": {{"primary": "#0D9373"}}, "navigation": {GROUPS}}}'
LOSES = OLD.replace('"name"', '"whatever": 1, "name"')


def offered(
    root: Path,
    text: str = OLD,
    name: str = "mint.json",
    abilities: ActionAbilities = FULL,
    only: tuple[str, ...] = (),
) -> list[Json]:
    request = ActionRequest(name, Span(0, 0), only)
    return answer_conversion_actions(root / name, Text.from_data(text), request, abilities)


def test_a_docs_json_is_created_with_what_is_in_the_editor(tmp_path: Path) -> None:
    (tmp_path / "mint.json").write_text("{}")
    [action] = offered(tmp_path, abilities=PLAIN)
    create, insert = action["edit"]["documentChanges"]
    uri = (tmp_path / "docs.json").as_uri()

    assert action["title"] == "Convert to docs.json"
    assert create == {"kind": "create", "uri": uri, "options": {"overwrite": False}}
    assert insert["textDocument"] == {"uri": uri, "version": None}
    made = json.loads(insert["edits"][0]["newText"])
    assert made["navigation"] == {"groups": [{"group": "G", "pages": ["a"]}]}
    assert "changeAnnotations" not in action["edit"]


def test_what_cannot_be_kept_is_said_and_confirmed(tmp_path: Path) -> None:
    [action] = offered(tmp_path, LOSES)
    edit = action["edit"]
    [(name, annotation)] = edit["changeAnnotations"].items()

    assert action["title"] == "Convert to docs.json: 1 setting could not be converted…"
    assert annotation["needsConfirmation"] is True
    assert "`whatever`" in annotation["description"]
    create, insert = edit["documentChanges"]
    assert create["annotationId"] == insert["edits"][0]["annotationId"] == name


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"navigation": [', LOSES], ids=range(6))
def test_nothing_is_offered_that_would_fail_or_lose_without_a_word(
    tmp_path: Path, text: str
) -> None:
    assert offered(tmp_path, text, abilities=PLAIN) == []


def test_nothing_is_offered_elsewhere(tmp_path: Path) -> None:
    assert offered(tmp_path, name="old.json") == []
    assert offered(tmp_path, only=("quickfix",)) == []
    assert offered(tmp_path, only=("refactor",)) != []
    assert offered(tmp_path, abilities=ActionAbilities(literals=True)) == []
    (tmp_path / "docs.json").write_text("{}")
    assert offered(tmp_path) == []
