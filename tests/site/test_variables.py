"""Variables that stand in a file of their own, or in none that can be read."""

from __future__ import annotations

import pytest

from tests.rules.harness import findings

_HEAD = '"theme": "mint", "name": "Quay", "colors": {"primary": "#0d9373"}'


def _undefined(held: str | None, head: str = _HEAD) -> list[str]:
    docs = '"navigation": {"pages": ["index"]}, "variables": {"$ref": "variables.json"}'
    files = {"docs.json": f"{{{head}, {docs}}}", "index.mdx": "By {{town}}."}
    if held is not None:
        files["variables.json"] = held
    return [one.message for one in findings(files) if one.rule == "lost-expression"]


@pytest.mark.parametrize("held", [None, "", "town", '{"town": '])
def test_none_is_undefined_while_the_file_cannot_be_read(held: str | None) -> None:
    assert _undefined(held) == []


def test_nor_while_a_file_that_may_define_it_is_not_there() -> None:
    assert _undefined('{"sea": "North"}', f'"$ref": "base.json", {_HEAD}') == []


def test_one_is_where_all_is_read() -> None:
    assert _undefined('{"town": "Deal"}') == []
    (message,) = _undefined('{"tow": "Deal"}')
    assert "Did you mean `tow`?" in message
