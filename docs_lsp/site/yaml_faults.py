"""What is wrong with a YAML text, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.text import Span

if TYPE_CHECKING:
    from yaml import YAMLError

_REMEDIES = {
    "mapping values are not allowed": (
        "a value holds a colon and a space, or the line is indented wrongly. "
        "Put the value in quotes, or align the line with its neighbours"
    ),
    "found character that cannot start any token": (
        "a value starts with a character that YAML keeps for itself, or a line is indented "
        "with a tab. Put the value in quotes, and indent with spaces"
    ),
    "could not find expected ':'": "a key has no colon after it. Write `key: value`",
    "found unexpected end of stream": "a quote or bracket is never closed. Close it",
    "did not find expected key": (
        "the line fits neither the list nor the mapping it stands in. "
        "Check its indentation, and quotes inside of quotes"
    ),
    "control characters are not allowed": "it holds an invisible control character. Remove it",
}


class YamlFault(NamedTuple):
    """Why a YAML text is of no use, and the place that shows it."""

    span: Span
    message: str


def fault_of(error: YAMLError, span: Callable[[int, int], Span]) -> YamlFault:
    """The fault behind the parser's error; `span` turns character counts into byte offsets."""
    from yaml import MarkedYAMLError
    from yaml.reader import ReaderError

    if isinstance(error, ReaderError):
        return YamlFault(span(error.position, error.position + 1), _sentence(error.reason))
    if isinstance(error, MarkedYAMLError) and error.problem_mark:
        index = error.problem_mark.index
        return YamlFault(span(index, index + 1), _sentence(error.problem or "it is broken"))
    return YamlFault(span(0, 0), _sentence(str(error)))


def _sentence(problem: str) -> str:
    for said, remedy in _REMEDIES.items():
        if problem.startswith(said):
            return f"The YAML cannot be read: {remedy}."
    return f"The YAML cannot be read: {problem}."
