"""Messages for YAML syntax errors: the reason, the place and the remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from docs_lsp.core.text import Span
from docs_lsp.formats.places import ReadFault

if TYPE_CHECKING:
    from yaml import YAMLError

_REMEDIES = {
    "mapping values are not allowed": (
        "a value contains a colon and a space, or the line is indented wrongly. "
        "Put the value in quotes, or align the line with its neighbours"
    ),
    "found character that cannot start any token": (
        "a value starts with a character that is reserved in YAML. Put the value in quotes"
    ),
    "did not find expected alphabetic or numeric character": (
        "a value starts with `*` or `&`, which is reserved in YAML. Put the value in quotes"
    ),
    "did not find expected whitespace or line break": (
        "a value starts with `&` or `!`, which is reserved in YAML. Put the value in quotes"
    ),
    "block sequence entries are not allowed": (
        "a value starts with `- `, which begins a list item. Put the value in quotes, or begin "
        "the list on its own line"
    ),
    "did not find expected comment or line break": (
        "a value starts with `>` or `|`, which begins a multi-line string. Put the value in "
        "quotes, or the string on the next line"
    ),
    "mapping keys are not allowed": (
        "a value starts with `? `, which is reserved in YAML. Put the value in quotes"
    ),
    "could not find expected ':'": ("a key has no colon and space after it. Write `key: value`"),
    "found unexpected end of stream": "a quote or bracket is never closed. Close it",
    "did not find expected key": (
        "the line does not fit the list or mapping around it. "
        "Check its indentation, and quotes inside quotes"
    ),
    "control characters are not allowed": "it contains an invisible character. Remove it",
}
MAX_DEPTH = 100
"""The depth to which YAML may be nested."""
TOO_DEEP = f"This YAML is nested more than {MAX_DEPTH} levels deep."
_TAB = "a line is indented with a tab, which YAML does not allow. Indent it with spaces"

# Compiled on use, because that is slow and rarely needed.
_REFUSED = "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"


def build_yaml_fault(error: YAMLError, text: str, span: Callable[[int, int], Span]) -> ReadFault:
    """Return the fault for an error of the parser; `span` converts its characters to bytes."""
    from yaml import MarkedYAMLError
    from yaml.reader import ReaderError

    if isinstance(error, ReaderError):
        # The C parser gives this place in bytes and the other one in characters.
        match = re.search(_REFUSED, text)
        place = match.span() if match else (0, 0)
        return ReadFault(span(*place), _build_message("control characters are not allowed"))
    if isinstance(error, MarkedYAMLError) and error.problem_mark:
        unclosed = (error.problem or "").startswith("found unexpected end")
        # An unclosed quote or bracket is reported at its beginning, not at the end of the text.
        mark = error.context_mark if unclosed and error.context_mark else error.problem_mark
        index = mark.index
        if text[index : index + 1] == "\t":
            return ReadFault(span(index, index + 1), f"Invalid YAML: {_TAB}.")
        return ReadFault(span(index, index + 1), _build_message(error.problem or "it is broken"))
    return ReadFault(span(0, 0), _build_message(str(error)))


def _build_message(problem: str) -> str:
    """Return the message for a problem that the parser reports, with a remedy if it has one."""
    if problem.startswith("exceeded maximum nesting depth"):
        return TOO_DEEP  # Newer parsers look ahead and have their own limit.
    for prefix, remedy in _REMEDIES.items():
        if problem.startswith(prefix):
            return f"Invalid YAML: {remedy}."
    return f"Invalid YAML: {problem}."
