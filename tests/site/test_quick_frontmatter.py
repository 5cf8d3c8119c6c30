"""Plain frontmatter read quickly is what the YAML reader makes of it, or is left to that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.formats.yaml_reader import YamlDocument, read_yaml
from docs_lsp.site.mdx.frontmatter import locate_frontmatter
from docs_lsp.site.mdx.quick_frontmatter import parse_simple_fields

SITES = Path(__file__).parents[3] / "shared" / "corpus" / "sites"

SIGNS = "ab Zé1.0-_:#'\"[]{},&*!|>%@`?~\\/\t\r=<+\u00a0\u0085\u2028\ufeff\x07\U0001f600"
WORDS = st.text(st.sampled_from(SIGNS), max_size=8)
QUOTED = WORDS.map(lambda text: f'"{text}"')
CONSTANTS = ("true", "no", "~", "null", "1", "0x1F", "1e3", ".5", "-", "2024-01-02", "1:2")
SCALARS = st.one_of(
    WORDS,
    QUOTED,
    WORDS.map(lambda text: f"'{text}'"),
    st.lists(QUOTED, max_size=3).map(lambda texts: f"[{', '.join(texts)}]"),
    st.sampled_from((*CONSTANTS, "a: b", "a #b")),
)
KEYS = st.one_of(WORDS, st.sampled_from(["title", "og:title", "a.b", "x-y_z", "true", "<<", "a b"]))
LINES = st.one_of(
    st.builds("{}: {}".format, KEYS, SCALARS),
    st.builds("{}:{}".format, KEYS, SCALARS),
    st.builds(" {}: {} ".format, KEYS, SCALARS),
    WORDS,
    st.just("- a"),
    st.just("# note"),
)
BLOCKS = st.lists(LINES, max_size=5).map(
    lambda lines: "".join(f"\n{line}" for line in lines) + "\n"
)


def assert_same(block: bytes) -> bool:
    """Whether the block is read quickly; then YAML has to read the same in it."""
    quick = parse_simple_fields(block, 0)
    if quick is None:
        return False
    whole = read_yaml(block)
    assert isinstance(whole, YamlDocument)
    values, entries = quick
    assert values == (whole.value or {})
    assert entries == {path[0]: entry for path, entry in whole.entries.items()}
    return True


@given(BLOCKS, st.booleans())
@example("\ntitle: \xa0\n", False)
def test_whatever_is_read_quickly_is_read_right(block: str, crlf: bool) -> None:
    text = block.replace("\n", "\r\n") if crlf else block
    assert_same(text.encode("utf-8", "replace"))


@given(st.binary())
def test_no_bytes_are_too_odd(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        assert parse_simple_fields(data, 0) is None
    else:
        assert_same(data)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('title: "A: b # c"', "A: b # c"),
        ("title: 'it''s'", "it's"),
        ("title: A b-c", "A b-c"),
        ("title: https://example.com/a#b", "https://example.com/a#b"),
        ("title: Über\r", "Über"),
        ("title: true", True),
        ("title: 1.5", 1.5),
        ("title: yes", "yes"),
        ("title: 2024-01-02", "2024-01-02"),
        ("title: [ 'a', \"b\" ]  ", ["a", "b"]),
        ("title: []", []),
    ],
)
def test_plain_lines_are_read(line: str, value: object) -> None:
    fields = parse_simple_fields(f"\n{line}\n".encode(), 0)

    assert fields is not None
    assert fields[0] == {"title": value}
    assert assert_same(f"\n{line}\n".encode())


@pytest.mark.parametrize(
    "line",
    [
        "title:",
        "title: ",
        "title: |",
        "title: a: b",
        "title: a # b",
        "title: a:",
        'title: "a\\n"',
        "title: 'a",
        "title: *a",
        "title: &a b",
        "title: !x b",
        "title: [a, b]",
        "title: {a: b}",
        "title:\ta",
        "title: a\n  b",
        "title:\n  - a",
        "# note",
        "- a",
        " title: a",
        '"title": a',
        "title: a\u0085b",
        "title: a\u2028b",
    ],
)
def test_all_else_is_left_to_yaml(line: str) -> None:
    assert parse_simple_fields(f"\n{line}\n".encode(), 0) is None


def test_places_are_counted_from_the_page() -> None:
    data = b'---\nicon: x\ntitle: "B"\n---\n'
    start, end, _ = locate_frontmatter(data)
    fields = parse_simple_fields(data[start:end], start)

    assert fields is not None
    (key, value) = fields[1]["title"]
    assert (data[key.start : key.end], data[value.start : value.end]) == (b"title", b'"B"')


@pytest.mark.skipif(not SITES.exists(), reason="the collection of real sites is not there")
def test_real_pages_are_read_right_and_nearly_all_quickly() -> None:
    taken = []
    for path in sorted(SITES.rglob("*.mdx")):
        data = path.read_bytes()
        start, end, _ = locate_frontmatter(data)
        if end > 0:
            taken.append(assert_same(data[start:end]))

    assert sum(taken) > 0.95 * len(taken)
