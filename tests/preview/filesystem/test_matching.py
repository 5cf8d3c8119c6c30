"""Lines that fit: found by whatever is quick, they are those that fit one by one."""

from __future__ import annotations

import pytest
import re2
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from mcp_preview.filesystem.matching import LineMatcher
from mcp_preview.filesystem.patterns import LinePatterns, PlainPattern, build_quiet_options

PIECES = st.sampled_from(
    [
        *(
            "a",
            "b",
            "K",
            "\u017f",
            "\u212a",
            "s",
            "é",
            " ",
            "\\s",
            "\\b",
            "\\B",
            "^",
            "$",
            ".",
            ".*",
            "\n",
        ),
        *("[^a]", "[^a]*", "(?s)", "(?-m)", "(?i)", "\\A", "\\z", "|", "(", ")", "+", "?", "\\"),
    ]
)
TEXTS = st.lists(
    st.sampled_from(
        [b"a", b"b", b"k", b"K", b"s", b"\n", b"\r", b" ", "\u017f\u212aé".encode(), b"\xff"]
    ),
    max_size=14,
).map(b"".join)


@given(st.lists(PIECES, max_size=4).map("".join), TEXTS, *[st.booleans()] * 5)
@example("a\\sb", b"a\nb\na b\n", *[False] * 5)
@example("$", b"a\n\nb", *[False] * 5)
@example("", b"\n", *[False] * 5)
@example("\\Ab", b"a\nb", *[False] * 5)
@example("k", "\u212a\nk".encode(), False, True, False, False, False)
@settings(max_examples=400)
def test_lines_are_those_that_fit_one_by_one(
    pattern: str, data: bytes, literal: bool, ignore_case: bool, words: bool, whole: bool, no: bool
) -> None:
    wanted = LinePatterns((pattern,), literal, ignore_case, words, whole, no)
    source = re2.escape(pattern) if literal else pattern
    source = f"^(?:{source})$" if whole else rf"\b(?:{source})\b" if words else f"(?:{source})"
    options = build_quiet_options()
    options.case_sensitive = not ignore_case
    try:
        regex = re2.compile(f"(?m){source}", options)
        matcher = LineMatcher(wanted)
    except Exception:
        assume(False)
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()

    expected = [at for at, line in enumerate(lines) if (regex.search(line) is None) == no]

    assert [*matcher.iter_matching_lines(data, lines)] == expected
    assert matcher.may_match_in(data) == (no or regex.search(data) is not None)


@pytest.mark.parametrize(
    ("wanted", "is_plain"),
    [
        (LinePatterns(("tide",)), True),
        (LinePatterns(("ti.e",), literal=True), True),
        (LinePatterns(("ti.e",)), False),
        (LinePatterns(("tide", "low")), False),
        (LinePatterns(("tide",), words=True), False),
        (LinePatterns(("Marée",)), False),
    ],
)
def test_what_is_one_text_is_found_as_such(wanted: LinePatterns, is_plain: bool) -> None:
    assert (PlainPattern.from_patterns(wanted) is not None) == is_plain


def test_letters_that_others_stand_for_are_left_to_the_expression() -> None:
    plain = PlainPattern.from_patterns(LinePatterns(("Kelvin",), ignore_case=True))

    assert (
        plain and plain.is_exact_for(b"kelvin") and not plain.is_exact_for("\u212aelvin".encode())
    )
