"""What is shown for the name of a rule in docs-lsp.toml."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.settings_file import (
    answer_settings_hover,
    find_rule_name,
    render_plain_rule_card,
    render_rule_card,
)
from docs_lsp.rules import all_rules
from tests.features.markers import CURSOR, covered


def hover(marked: str, *, markdown: bool = True, encoding: Encoding = Encoding.UTF16) -> str | None:
    """What is shown at the cursor, as `range: first line`."""
    before, _, after = marked.partition(CURSOR)
    text = Text.from_data(before + after)
    answer = answer_settings_hover(text, len(before.encode()), encoding, reads_markdown=markdown)
    if answer is None:
        return None
    contents = answer["contents"]
    assert contents["kind"] == ("markdown" if markdown else "plaintext")
    first_line = contents["value"].partition("\n")[0]
    return f"{covered(text, answer['range'], encoding)}: {first_line}"


@pytest.mark.parametrize(
    ("marked", "named"),
    [
        ('[rules]\n▮page-slash = "off"', "page-slash"),
        ('[rules]\npage-slash▮ = "off"', "page-slash"),
        ("[rules]\n'page-▮slash' = 'off'", "'page-slash'"),
        ('rules.page▮-slash = "off"', "page-slash"),
        ('rules = { comment = "off", page▮-slash = "off" }', "page-slash"),
        ('[[ignore]]\nrule = "page-slash"\n[[ignore]]\nrule = "▮page-slash"', '"page-slash"'),
        ('ignore = [{ rule = "page\\u002d▮slash" }]', '"page\\u002dslash"'),
    ],
)
def test_the_name_of_a_rule_is_explained(marked: str, named: str) -> None:
    shown = hover(marked)

    assert shown is not None
    assert shown.startswith(f"{named}: ")
    assert "page-slash" in shown.removeprefix(named)


@pytest.mark.parametrize(
    "marked",
    [
        '[rules]\npage-slash = "o▮ff"',
        '[rules]\nno-such-▮rule = "off"',
        '[[ignore]]\npath = "page-▮slash"',
        "[[ignore]]\nrule = ▮1",
        '[check]\npage-sl▮ash = "off"',
        "# page-sl▮ash",
        "[rules▮",
    ],
)
def test_nothing_else_is(marked: str) -> None:
    assert hover(marked) is None


def test_columns_are_counted_as_the_client_does() -> None:
    for encoding in Encoding:
        shown = hover('rules = { "\U0001f6a2" = 1, page-▮slash = "off" }', encoding=encoding)
        assert shown is not None
        assert shown.startswith("page-slash: ")


@pytest.mark.parametrize("name", sorted(all_rules()))
def test_each_rule_says_how_bad_it_is_and_what_mends_it(name: str) -> None:
    card, plain = render_rule_card(all_rules()[name]), render_plain_rule_card(all_rules()[name])

    assert card.startswith(f"**{name}**: ")
    assert "**Fix**: " in card
    assert plain.startswith(f"{name}: ")
    assert "\nFix: " in plain
    assert not set("*`") & set(plain)


@given(st.binary(max_size=60), st.integers(0, 70))
@example(b"[rules]\n\xff = 1", 9)
@example(b'[[ignore]]\nrule = "\\ud800"', 20)
def test_whatever_a_file_holds_nothing_is_raised(data: bytes, offset: int) -> None:
    find_rule_name(data, offset)


@pytest.mark.parametrize(
    ("marked", "first_line"),
    [
        ("[che▮ck]\nreach = true", "check: **`check`**"),
        ("[check]\nrea▮ch = true", "reach: **`check.reach`**"),
        ('[[ignore]]\npa▮th = "a"', "path: **`ignore.path`**"),
        ('[[ig▮nore]]\npath = "a"', "ignore: **`ignore`**"),
        ("[check]\nreach = tr▮ue", None),
        ("[check]\nnothi▮ng = true", None),
    ],
)
def test_a_setting_is_described(marked: str, first_line: str | None) -> None:
    assert hover(marked) == first_line


def test_a_setting_has_its_values_and_its_default() -> None:
    text = Text.from_data('[check]\nreach = true\nfail-on = "error"\n')
    reach, fail_on = (
        answer_settings_hover(text, text.data.index(key), Encoding.UTF8, reads_markdown=True)
        for key in (b"reach", b"fail-on")
    )

    assert reach is not None and fail_on is not None
    assert reach["contents"]["value"].endswith("Values: `true`, `false`\n\nDefault: `true`")
    assert 'Values: `"error"`, `"warning"`' in fail_on["contents"]["value"]
