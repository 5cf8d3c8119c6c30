"""When the previous docs.json is used, and why."""

from __future__ import annotations

import pytest

from docs_lsp.jsontree.document import Document
from mcp_preview.content.previous_navigation import choose_parts

_PREVIOUS = {"docs.json": Document.from_text('{ "name": "Before" }')}


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('{\n  "name": "Now", // its name\n}', ""),
        ('{\n  "name": "Now"\n', "`docs.json`, line 2: "),
        ('{\n  "a": {},\n  "b": {\n\n    "c": nope }\n}', "`docs.json`, line 5: "),
        ("[]", "`docs.json` must contain an object."),
    ],
)
def test_it_is_used_while_the_current_one_has_faults_that_hide_content(
    text: str, trouble: str
) -> None:
    current = {"docs.json": Document.from_text(text)}
    parts, reason = choose_parts("docs.json", current, _PREVIOUS)

    assert reason.startswith(trouble)
    assert bool(reason) == bool(trouble)
    assert parts is (_PREVIOUS if trouble else current)
    assert choose_parts("docs.json", current, None) == (current, reason)


def test_a_part_that_cannot_be_read_says_why() -> None:
    docs = Document.from_text('{ "navigation": { "$ref": "more.json" } }')
    current: dict[str, Document | str] = {
        "docs.json": docs,
        "more.json": "`more.json` is too large.",
    }

    assert choose_parts("docs.json", current, _PREVIOUS)[1] == "`more.json` is too large."
