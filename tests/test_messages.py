"""What writers get to read is written down, reviewed, and free of our own jargon."""

from __future__ import annotations

import re

import pytest

from tests.messages import FILE, written

JARGON = (
    "additionalProperties",
    "anyOf",
    "AST",
    "container",
    "enum",
    "instance",
    "node",
    "None",
    "oneOf",
    "parse",
    "schema is",
    "token",
    "traceback",
    "valid under",
)


def test_the_messages_are_those_that_were_reviewed() -> None:
    assert FILE.read_text("utf-8") == written(), "run `python -m tests.messages` and look at it"


@pytest.mark.parametrize("word", JARGON)
def test_no_message_speaks_of_how_it_was_found(word: str) -> None:
    plain = re.sub(r"`[^`]*`", "", FILE.read_text("utf-8"))

    assert re.findall(rf".*\b{word}\b.*", plain) == []
