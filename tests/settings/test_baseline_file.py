"""The file that holds a baseline."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.baseline import Baseline, FindingKey
from docs_lsp.settings.baseline_file import (
    BaselineFault,
    build_baseline_schema,
    parse_baseline,
    render_baseline,
    with_baseline,
)
from docs_lsp.settings.settings import Settings, SettingsFault

BASELINE = Baseline.from_entries(
    [
        (FindingKey("docs.json", "page-url", "https://a.example", "Über uns"), 1),
        (FindingKey("docs.json", "missing-page", "lost", "API"), 2),
        (FindingKey("a.mdx", "unlisted-page", ""), 1),
    ]
)
FILE = """\
{
  "version": 1,
  "about": "Findings that docs-lsp leaves out. `docs-lsp check --write-baseline` updates them.",
  "findings": [
    {"file": "a.mdx", "rule": "unlisted-page"},
    {"file": "docs.json", "rule": "missing-page", "text": "lost", "within": "API", "count": 2},
    {"file": "docs.json", "rule": "page-url", "text": "https://a.example", "within": "Über uns"}
  ]
}
"""
EMPTY = render_baseline(Baseline())
TOML = "[check]\nbaseline = 'old/known.json'\n"

KNOWN = st.builds(
    FindingKey,
    st.text(max_size=5),
    st.sampled_from(["missing-page", "page-url"]),
    st.text(max_size=5),
    st.text(max_size=5),
)


def faults(content: bytes | str) -> list[tuple[int, str]]:
    """Where each fault stands, and its message."""
    files = MemoryFiles({"docs-lsp-baseline.json": content})
    settings, found = with_baseline(Settings(), files)
    assert bool(found) == (settings.baseline is None)
    assert all(fault.file == "docs-lsp-baseline.json" for fault in found)
    return [(fault.span.start, fault.message) for fault in found]


def test_it_has_a_sorted_line_for_each_finding() -> None:
    assert render_baseline(BASELINE).decode() == FILE
    assert parse_baseline(FILE.encode()) == BASELINE


def test_an_empty_one_is_a_file_too() -> None:
    assert EMPTY.decode().endswith('"findings": []\n}\n')
    assert parse_baseline(EMPTY) == Baseline()


@given(st.lists(st.tuples(KNOWN, st.integers(1, 5))))
def test_what_is_written_is_read_and_fits_the_schema(entries: list[tuple[FindingKey, int]]) -> None:
    data = render_baseline(Baseline.from_entries(entries))

    jsonschema.Draft202012Validator(build_baseline_schema()).validate(json.loads(data))
    assert render_baseline(parse_baseline(data)) == data


def test_a_lone_surrogate_stops_nothing() -> None:
    data = render_baseline(Baseline.from_entries([(FindingKey("a", "missing-page", "\ud800"), 1)]))

    assert parse_baseline(data) == Baseline.from_entries(
        [(FindingKey("a", "missing-page", "\ufffd"), 1)]
    )


def test_what_cannot_wait_is_not_written() -> None:
    assert (
        render_baseline(Baseline.from_entries([(FindingKey("docs.json", "syntax-error", ""), 1)]))
        == EMPTY
    )


@pytest.mark.parametrize(
    ("content", "at", "message"),
    [
        (b'{"version": 1, \xff}', 15, "is not UTF-8 text, so no findings are excluded."),
        ('{"é": <<<<<<< HEAD', 7, "is not JSON, so no findings are excluded."),
        ("[" * 100_000, 0, "cannot be read, so no findings are excluded."),
        ("[]", 0, "has no array `findings`"),
        ('{"version": 1, "findings": {}}', 0, "has no array `findings`"),
        ('{"version": 2, "findings": []}', 0, "was written by another version of docs-lsp"),
        ('{"version": 1, "findings": [3]}', 0, "has an entry that is not a finding"),
        ('{"version": 1, "findings": [{"file": "a"}]}', 0, "has an entry that is not a finding"),
        (
            '{"version": 1, "findings": [{"file": "a", "rule": "b", "count": true}]}',
            0,
            "has an entry that is not a finding",
        ),
        (
            '{"version": 1, "findings": [{"file": "a", "rule": "b", "count": 0}]}',
            0,
            "has an entry that is not a finding",
        ),
    ],
)
def test_a_file_that_is_none_is_told_where_it_fails(
    content: bytes | str, at: int, message: str
) -> None:
    ((place, said),) = faults(content)

    assert place == at
    assert message in said
    assert said.startswith("`docs-lsp-baseline.json` ")


@given(
    st.binary()
    | st.text()
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["version", "findings", "file", "rule", "count"]), inner
            )
        ),
    ).map(json.dumps)
)
def test_reading_raises_nothing_else(content: bytes | str) -> None:
    try:
        parse_baseline(
            content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
        )
    except BaselineFault as fault:
        assert str(fault)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert faults(b"\xef\xbb\xbf" + EMPTY) == []


def test_the_file_beside_docs_json_counts_without_a_setting() -> None:
    settings, found = with_baseline(Settings(), MemoryFiles({"docs-lsp-baseline.json": FILE}))

    assert (settings, found) == (Settings(baseline=BASELINE), ())


def test_without_a_file_nothing_is_left_out() -> None:
    assert with_baseline(Settings(), MemoryFiles({})) == (Settings(), ())


def test_the_file_that_is_named_counts() -> None:
    named = Settings(baseline_file="old/known.json")
    files = MemoryFiles({"old/known.json": FILE, "docs-lsp-baseline.json": EMPTY})

    assert with_baseline(named, files)[0].baseline == BASELINE


def test_a_name_without_a_file_is_a_fault_where_it_stands() -> None:
    named = Settings(baseline_file="old/known.json")
    settings, found = with_baseline(named, MemoryFiles({"docs-lsp.toml": TOML}))

    assert settings == named
    start = TOML.index("'")
    message = (
        "The baseline `old/known.json` does not exist, so no findings are excluded. "
        "`docs-lsp check --write-baseline` writes it."
    )
    assert found == (SettingsFault(Span(start, len(TOML) - 1), message),)
