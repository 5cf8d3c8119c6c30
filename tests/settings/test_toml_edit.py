"""New entries in docs-lsp.toml: what the file then says, and that nothing else in it moves."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import encode_text
from docs_lsp.settings.edits import build_elsewhere_edit, build_ignore_edit, build_rule_off_edit
from docs_lsp.settings.settings import SETTINGS_FILE

HERE = {"rule": "page-slash", "pointer": "/navigation/pages/0"}


def after(data: bytes, edit: FileEdit | None) -> bytes:
    assert edit is not None
    assert edit.file == SETTINGS_FILE
    return data[: edit.span.start] + encode_text(edit.new) + data[edit.span.end :]


def off(text: str) -> str:
    data = text.encode()
    return after(data, build_rule_off_edit(data, "page-slash")).decode()


def here(text: str) -> str:
    data = text.encode()
    return after(data, build_ignore_edit(data, HERE)).decode()


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", '[rules]\npage-slash = "off"\n'),
        ("# Ours\n", '# Ours\n\n[rules]\npage-slash = "off"\n'),
        (
            '[check]\nignored = ["x"]',
            '[check]\nignored = ["x"]\n\n[rules]\npage-slash = "off"\n',
        ),
        (
            '[rules]\nunknown-key = "hint"  # for now\n\n[check]\n',
            '[rules]\nunknown-key = "hint"  # for now\npage-slash = "off"\n\n[check]\n',
        ),
        (
            '  [ rules ] # all\n\n[check]\nignored = ["["]\n',
            '  [ rules ] # all\n  page-slash = "off"\n\n[check]\nignored = ["["]\n',
        ),
        ('[rules]\npage-slash = "hint" # why\n', '[rules]\npage-slash = "off" # why\n'),
        ("[rules]\n'page-slash' = 'error'\n", "[rules]\n'page-slash' = \"off\"\n"),
        (
            'rules.comment = "hint" # a\n[check]\n',
            'rules.comment = "hint" # a\nrules.page-slash = "off"\n[check]\n',
        ),
        ("rules = {}", 'rules = { page-slash = "off" }'),
        (
            'rules = { comment = "off" } # b',
            'rules = { comment = "off", page-slash = "off" } # b',
        ),
        ('rules = {comment="off"}', 'rules = {comment="off", page-slash = "off" }'),
        (
            '[rules]\r\ncomment = "off"\r\n[check]\r\n',
            '[rules]\r\ncomment = "off"\r\npage-slash = "off"\r\n[check]\r\n',
        ),
        ("\r\n[check]\r\n", '\r\n[check]\r\n\r\n[rules]\r\npage-slash = "off"\r\n'),
        (
            "[rules.other]\nx = 1\n",
            '[rules.other]\nx = 1\n\n[rules]\npage-slash = "off"\n',
        ),
        (
            '[rules]\na = "off"\n[rules.other]\nx = 1\n',
            '[rules]\na = "off"\npage-slash = "off"\n[rules.other]\nx = 1\n',
        ),
        ("\ufeff", '\ufeff[rules]\npage-slash = "off"\n'),
        ('\ufeff[rules]\na = "off"', '\ufeff[rules]\na = "off"\npage-slash = "off"'),
    ],
)
def test_a_rule_is_switched_off_in_the_way_of_the_file(before: str, expected: str) -> None:
    assert off(before) == expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", '[[ignore]]\nrule = "page-slash"\npointer = "/navigation/pages/0"\n'),
        (
            '[rules]\na = "off"\n\n\n',
            '[rules]\na = "off"\n\n\n[[ignore]]\nrule = "page-slash"\n'
            'pointer = "/navigation/pages/0"\n',
        ),
        (
            '[[ignore]]\nrule = "a" # b\n\n# The rest\n[check]\n',
            '[[ignore]]\nrule = "a" # b\n\n[[ignore]]\nrule = "page-slash"\n'
            'pointer = "/navigation/pages/0"\n\n# The rest\n[check]\n',
        ),
        (
            "[[ignore]] # empty\n[check]\n",
            '[[ignore]] # empty\n\n[[ignore]]\nrule = "page-slash"\n'
            'pointer = "/navigation/pages/0"\n[check]\n',
        ),
        ("ignore = []", 'ignore = [{ rule = "page-slash", pointer = "/navigation/pages/0" }]'),
        (
            "ignore = [ # none yet\n]\n",
            "ignore = [ # none yet\n"
            '  { rule = "page-slash", pointer = "/navigation/pages/0" }\n]\n',
        ),
        (
            "ignore = [\n]\n",
            'ignore = [{ rule = "page-slash", pointer = "/navigation/pages/0" }]\n',
        ),
        (
            'ignore = [{ rule = "a" }]',
            'ignore = [{ rule = "a" }, { rule = "page-slash", pointer = "/navigation/pages/0" }]',
        ),
        (
            'ignore = [{ rule = "a" },]',
            'ignore = [{ rule = "a" }, { rule = "page-slash", pointer = "/navigation/pages/0" },]',
        ),
        (
            'ignore = [\n  { rule = "a" }, # one\n  { rule = "b" } # two\n] # all\n',
            'ignore = [\n  { rule = "a" }, # one\n  { rule = "b" }, # two\n'
            '  { rule = "page-slash", pointer = "/navigation/pages/0" }\n] # all\n',
        ),
        (
            'ignore = [\n\t{ rule = "a" } # one\n\t, # two\n]\n',
            'ignore = [\n\t{ rule = "a" } # one\n\t, # two\n'
            '\t{ rule = "page-slash", pointer = "/navigation/pages/0" },\n]\n',
        ),
        (
            '[[ignore]]\r\nrule = "a"',
            '[[ignore]]\r\nrule = "a"\r\n\r\n[[ignore]]\r\nrule = "page-slash"\r\n'
            'pointer = "/navigation/pages/0"',
        ),
    ],
)
def test_an_entry_is_added_in_the_way_of_the_file(before: str, expected: str) -> None:
    assert here(before) == expected


@pytest.mark.parametrize(
    "text",
    ["[rules", 'x = "', "rules = 1", 'rules = "off"', "[[rules]]\n", "x = \xff"],
)
def test_a_file_that_cannot_take_a_rule_is_left_alone(text: str) -> None:
    assert build_rule_off_edit(text.encode("latin-1"), "page-slash") is None


def test_a_rule_that_is_off_is_left_alone() -> None:
    assert build_rule_off_edit(b'[rules]\npage-slash = "off"', "page-slash") is None


@pytest.mark.parametrize(
    "text", ["[ignore", "ignore = 1", "[ignore]\n", 'ignore.rule = "a"', "x = \xff"]
)
def test_a_file_that_cannot_take_an_entry_is_left_alone(text: str) -> None:
    assert build_ignore_edit(text.encode("latin-1"), HERE) is None


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("", '[site]\nelsewhere = ["/api/"]\n'),
        ("[check]\n", '[check]\n\n[site]\nelsewhere = ["/api/"]\n'),
        ("[site] # ours\n[check]\n", '[site] # ours\nelsewhere = ["/api/"]\n[check]\n'),
        ("[site]\nelsewhere = []\n", '[site]\nelsewhere = ["/api/"]\n'),
        ('site.elsewhere = ["/a"] # x\n', 'site.elsewhere = ["/a", "/api/"] # x\n'),
        ('site = { elsewhere = ["/a"] }', 'site = { elsewhere = ["/a", "/api/"] }'),
        ("site = {}", 'site = { elsewhere = ["/api/"] }'),
        (
            '[site]\nelsewhere = [\n  "/a", # one\n]\n',
            '[site]\nelsewhere = [\n  "/a", # one\n  "/api/",\n]\n',
        ),
    ],
)
def test_a_path_is_left_to_others_in_the_way_of_the_file(before: str, expected: str) -> None:
    data = before.encode()

    assert after(data, build_elsewhere_edit(data, "/api/")).decode() == expected


@pytest.mark.parametrize(
    "text",
    ['site.elsewhere = ["/api/"]', "site = 1", "[[site]]", "site.elsewhere = 'x'", "[site"],
)
def test_a_file_that_cannot_take_a_path_is_left_alone(text: str) -> None:
    assert build_elsewhere_edit(text.encode(), "/api/") is None


def test_what_no_file_can_hold_is_not_written() -> None:
    assert build_ignore_edit(b"", {"rule": "a", "pointer": "/\ud800"}) is None


# The law: whatever stood there still stands there, with the new entry and nothing else.

NAMES = st.sampled_from(["comment", "page-slash", "unknown-key", "a b", "é", ""])
LEVELS = st.sampled_from(['"off"', "'hint'", '"error"', "1", "{ x = 1 }", '["off"]'])
GAPS = st.sampled_from(["", " ", "\n", "\n\n", " # a comment\n", "\n\t# another ]\n  "])
QUOTED = st.text(max_size=8)


def quoted(name: str) -> str:
    return f'"{name}"' if name in ("a b", "é", "") else name


@st.composite
def rules(draw: st.DrawFn) -> str:
    levels = draw(st.dictionaries(NAMES, LEVELS, max_size=3))
    pairs = [f"{quoted(name)} = {level}" for name, level in levels.items()]
    match draw(st.sampled_from(["header", "dotted", "inline", "sub", "none"])):
        case "header":
            return "\n".join(["[rules]", *pairs])
        case "dotted":
            return "\n".join(f"rules.{pair}" for pair in pairs)
        case "inline":
            return f"rules = {{ {', '.join(pairs)} }}" if pairs else "rules = {}"
        case "sub":
            return "[rules.comment]\nx = 1"
    return ""


@st.composite
def ignores(draw: st.DrawFn) -> str:
    entries = [
        f'rule = "{name}"' for name in draw(st.lists(st.sampled_from(["a", "b", "#"]), max_size=3))
    ]
    match draw(st.sampled_from(["tables", "lines", "line", "none"])):
        case "tables":
            return draw(GAPS).join(f"[[ignore]]\n  {entry}\n" for entry in entries)
        case "lines":
            gap = draw(st.sampled_from([",\n  ", " # one ]\n, ", ", # two\n"]))
            end = draw(st.sampled_from(["", ",", " # last\n", ", # last\n"]))
            items = gap.join(f"{{ {entry} }}" for entry in entries)
            return f"ignore = [\n  {items}{end if items else ''}\n]"
        case "line":
            return f"ignore = [{', '.join(f'{{ {entry} }}' for entry in entries)}]"
    return ""


@st.composite
def files(draw: st.DrawFn) -> str:
    others = ["# Ours", 'x = "[rules]"', "[check]\nignored = ['a']", "[languages]", "[[many]]\ny=1"]
    parts = [draw(rules()), draw(ignores()), *draw(st.lists(st.sampled_from(others), unique=True))]
    parts = draw(st.permutations(parts))
    text = draw(GAPS) + "\n".join(f"{part}{draw(GAPS)}" for part in parts)
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


def read(data: bytes) -> dict[str, Any] | None:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except tomllib.TOMLDecodeError:
        return None


@given(files(), NAMES)
def test_only_the_level_of_the_rule_changes(text: str, rule: str) -> None:
    data = text.encode()
    before = read(data)
    edit = build_rule_off_edit(data, rule)

    if before is None:
        assert edit is None
        return
    level = before.get("rules", {}).get(rule)
    if level == "off" or (isinstance(level, dict) and "[rules." in text):
        assert edit is None  # A table under a header of its own is no level.
    else:
        said = read(after(data, edit))
        assert said == {**before, "rules": {**before.get("rules", {}), rule: "off"}}
        assert comments(after(data, edit)) >= comments(data)


@given(files(), st.dictionaries(st.sampled_from(["rule", "path", "pointer"]), QUOTED, min_size=1))
@example("ignore = [ # none\n]", {"rule": "a"})
def test_only_one_entry_more_is_ignored(text: str, entry: dict[str, str]) -> None:
    data = text.encode()
    before = read(data)
    edit = build_ignore_edit(data, entry)

    if before is None:
        assert edit is None
    else:
        assert read(after(data, edit)) == {**before, "ignore": [*before.get("ignore", []), entry]}
        assert comments(after(data, edit)) >= comments(data)


@given(st.binary(max_size=60), NAMES)
@example(b"[[ignore]]\n[[ignore.rule]]\n", "a")
@example(b"rules = {}\n[rules.x]", "a")
@example(b'ignore = [["a"], 1]', "a")
@example(b"[site.elsewhere]\nx = 1", "a")
@example(b'site.elsewhere = [["/a"], 1]', "a")
def test_nothing_is_raised_for_whatever_a_file_may_hold(data: bytes, rule: str) -> None:
    build_elsewhere_edit(data, "/api/")
    for edit in (build_rule_off_edit(data, rule), build_ignore_edit(data, {"rule": rule})):
        if edit is not None:
            assert read(after(data, edit)) is not None


def comments(data: bytes) -> Counter[bytes]:
    lines = (line.rpartition(b"# ") for line in data.split(b"\n"))
    return Counter(comment.rstrip() for _, mark, comment in lines if mark)
