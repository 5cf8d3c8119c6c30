"""Messages, help texts, the preview's pages and first lines of docstrings are in plain English.

They are free of the turns of phrase that crept in most.
"""

from __future__ import annotations

import ast
import re
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.cli.arguments import build_parser
from mcp_preview.cli import make_parser
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
REFUSED_ON_SCREENS = {
    **REFUSED_IN_MESSAGES,
    r"\bstands?\b": "is in, occurs",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\b(?:as|for|with) whom\b": "the viewer, the client",
    r"\b(?:anybody|everybody)\b": "the subject itself",
    r"\bdo(?:es)? not answer\b": "cannot be reached, is not running",
    r"\b(?:ends? with|exit code is) [12] where\b": "exit with 1 if",
    r"\b(?:may rank|ranks?|results? .*) otherwise\b": "differently",
    r"\bleav(?:e|es|ing) (?:it )?(?:aside|away)\b": "omit, ignore",
    r"\w \(here\)": "(default: the current folder)",
}
JS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w\"'])//[^\n]*", re.DOTALL)
REFUSED_FIRST_WORDS = re.compile(
    r"(?:What|That|These|Those|So many|So much|How many|Somebody|Whoever|Nobody)\b"
)
REFUSED_IN_FIRST_LINES = re.compile(
    r"\bstands? (?:in|at|on|for|here|there)\b|\bnobody\b|\bwhoever\b|\bwhat is left\b"
    r"|\b(?:is|are|was|were) told\b",
    re.IGNORECASE,
)


def iter_help_texts(parser: ArgumentParser) -> Iterator[tuple[str, str]]:
    """Yield each command of a program with its help text."""
    yield parser.prog, parser.format_help()
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield from iter_help_texts(command)


def iter_silent_parts(parser: ArgumentParser) -> Iterator[str]:
    """Yield the commands without a description and the arguments without a help text."""
    if not parser.description:
        yield parser.prog
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield from iter_silent_parts(command)
        elif not action.help:
            yield f"{parser.prog} {'/'.join(action.option_strings) or action.dest}"


def iter_screens() -> Iterator[tuple[str, str]]:
    """Yield the help texts of both programs and the preview's pages, with their names."""
    for parser in (build_parser(), make_parser()):
        yield from iter_help_texts(parser)
    for path in sorted(ROOT.joinpath("mcp_preview").rglob("*")):
        if path.suffix in (".js", ".html"):
            text = path.read_text("utf-8")
            yield path.name, JS_COMMENT.sub("", text) if path.suffix == ".js" else text


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


@pytest.mark.parametrize("pattern", REFUSED_ON_SCREENS)
def test_no_screen_has_a_refused_turn_of_phrase(pattern: str) -> None:
    found = [
        f"{name}: {match[0]}"
        for name, text in iter_screens()
        for match in re.finditer(pattern, " ".join(text.split()), re.IGNORECASE)
    ]

    assert found == [], f"write: {REFUSED_ON_SCREENS[pattern]}"


@pytest.mark.parametrize("parser", [build_parser(), make_parser()], ids=lambda parser: parser.prog)
def test_each_command_and_option_is_described(parser: ArgumentParser) -> None:
    silent = list(iter_silent_parts(parser))

    assert silent == []


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
