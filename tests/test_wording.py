"""Messages and the first lines of docstrings are free of the turns of phrase that crept in most."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.messages import FILE

ROOT = Path(__file__).parents[1]
PACKAGES = ("docs_lsp", "mcp_preview")
REFUSED_IN_MESSAGES = {
    r"\btakes? a (?:text|list)\b|\bthis is a (?:text|list)\b": "must be a string, an array",
    r"\bleads? nowhere\b": "is broken, does not exist",
    r"\bin a circle\b|\bby a detour\b": "redirect loop, redirect chain",
    r"\bstands? (?:in|at|here|there|twice|before|behind|below|between)\b": "is in",
    r"\bmay not count\b|\bdoes not count\b": "is ignored",
    r"\bthere is no \w+ ``, so readers\b": "the page `x` does not exist",
    r"\bof the old mint\.json\b": "is a mint.json key",
    r"\bin force\b": "applies",
    r"\bvanish(?:es)? without a word\b": "is dropped silently",
    r"\b(?:nobody|whoever|somebody)\b": "the subject itself",
}
REFUSED_FIRST_WORDS = re.compile(
    r"(?:What|That|These|Those|So many|So much|How many|Somebody|Whoever|Nobody)\b"
)
REFUSED_IN_FIRST_LINES = re.compile(
    r"\bstands? (?:in|at|on|for|here|there)\b|\bnobody\b|\bwhoever\b|\bwhat is left\b"
    r"|\b(?:is|are|was|were) told\b",
    re.IGNORECASE,
)


def iter_first_lines() -> Iterator[tuple[str, str]]:
    """Yield the place and the first line of each docstring of a module, a class or a function."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for package in PACKAGES:
        for path in sorted(ROOT.joinpath(package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, documented) and (text := ast.get_docstring(node)):
                    line = 1 if isinstance(node, ast.Module) else node.lineno
                    place = f"{path.relative_to(ROOT).as_posix()}:{line}"
                    yield place, text.splitlines()[0]


@pytest.mark.parametrize("pattern", REFUSED_IN_MESSAGES)
def test_no_message_has_a_refused_turn_of_phrase(pattern: str) -> None:
    plain = re.sub(r"`[^`]*`", "``", FILE.read_text("utf-8"))
    lines = [line for line in plain.splitlines() if re.search(pattern, line, re.IGNORECASE)]

    assert lines == [], f"write: {REFUSED_IN_MESSAGES[pattern]}"


def test_first_lines_can_be_read_alone() -> None:
    vague = [
        f"{place}: {line}"
        for place, line in iter_first_lines()
        if REFUSED_FIRST_WORDS.match(line) or REFUSED_IN_FIRST_LINES.search(line)
    ]

    assert vague == []


def test_first_lines_are_whole_sentences_or_phrases() -> None:
    cut = [f"{place}: {line}" for place, line in iter_first_lines() if line[-1] not in ".:?!"]

    assert cut == []
