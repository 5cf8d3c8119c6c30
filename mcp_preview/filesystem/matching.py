"""Lines that fit a pattern, and how `rg` and `grep` print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import re2
from bashkit import BuiltinResult

from mcp_preview.filesystem.line_patterns import LinePatterns, PlainPattern
from mcp_preview.filesystem.re2_options import quiet
from mcp_preview.filesystem.walker import TakesTooLong, WalkBudget

# The beginning or the end of the text, and `^` and `$` where these mean that as well.
_OF_TEXT = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-")
_PAIR = re.compile(r"\\.", re.DOTALL)


class BadPattern(Exception):
    """A pattern that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How to print the lines that match."""

    names: bool = True  # the file, in front of each line
    numbers: bool = False
    before: int = 0  # lines of context
    after: int = 0
    only: bool = False  # the matching parts, each on a line of its own
    count: bool = False
    count_zero: bool = False  # also files in which nothing is found
    list_files: bool | None = None  # the names of files with a match (True) or without (False)
    most: int | None = None  # matching lines for each file


class LineSearch(NamedTuple):
    """A search for lines in files, as a command asks for it."""

    command: str
    wanted: LinePatterns
    style: PrintStyle
    files: Iterable[tuple[str, bytes]]
    """Each by the name that is printed, and its content."""
    complaint: str = ""
    """What is wrong with the places to search."""
    quiet: bool = False

    def result(self) -> BuiltinResult:
        """What the command gives."""
        budget, found, complaint = WalkBudget(), list[str](), self.complaint
        try:
            for piece in printed(LineMatcher(self.wanted), self.style, self.files, budget):
                found.append(piece)
            complaint += budget.complaint(self.command)
        except BadPattern as error:
            return BuiltinResult("", f"{self.command}: regex parse error: {error}\n", 2)
        except TakesTooLong:
            complaint += f"{self.command}: this takes too long; look in fewer files\n"
        text = "".join(found)
        code = 2 if complaint else 0 if text else 1
        return BuiltinResult("" if self.quiet else text, complaint, code)


class LineMatcher:
    """A compiled pattern, in linear time whatever it is."""

    def __init__(self, wanted: LinePatterns) -> None:
        """Compile. Raises `BadPattern`."""
        try:
            self._regex = _compiled(wanted)
        except re2.error as error:
            raise BadPattern(_reason(wanted, error)) from None
        self._invert = wanted.invert
        self._plain = PlainPattern.of(wanted)
        # Some patterns mean the ends of the text, which are those of a line here.
        self._may_skip = not (self._invert or any(map(_OF_TEXT.search, wanted.patterns)))

    def may_be_in(self, data: bytes) -> bool:
        """Whether a line of it may fit: false only if none does."""
        if self._invert:
            return True
        if self._plain and self._plain.is_enough(data):
            return self._plain.is_in(data)
        return self._regex.search(data) is not None

    def numbers(self, data: bytes, lines: Sequence[bytes]) -> Iterator[int]:
        """The numbers of the lines of a text that fit, from 0."""
        if self._plain and self._plain.is_enough(data):
            return self._plain.numbers(lines, invert=self._invert)
        if self._may_skip:
            return self._skipping(data, lines)
        return self._from(0, lines)

    def _from(self, first: int, lines: Sequence[bytes]) -> Iterator[int]:
        for number in range(first, len(lines)):
            if (self._regex.search(lines[number]) is None) == self._invert:
                yield number

    def _skipping(self, data: bytes, lines: Sequence[bytes]) -> Iterator[int]:
        """The same, without a look at lines in which nothing begins that fits."""
        number = begin = 0
        while begin < len(data) and (found := self._regex.search(data, begin)):
            start = data.rfind(b"\n", begin, found.start()) + 1 or begin
            if start == len(data):
                return
            number += data.count(b"\n", begin, start)
            end = start + len(lines[number])
            if found.end() > end:
                # What goes on in the next line may do so to the end, each time anew.
                yield from self._from(number, lines)
                return
            yield number
            number, begin = number + 1, end + 1

    def parts(self, line: bytes) -> Iterator[bytes]:
        """The parts of a line that fit, but for empty ones."""
        for found in self._regex.finditer(line):
            if found.group(0):
                yield found.group(0)


def printed(
    pattern: LineMatcher, style: PrintStyle, files: Iterable[tuple[str, bytes]], budget: WalkBudget
) -> Iterator[str]:
    """What is printed for files, given by name and content: text with its line feeds."""
    apart = False
    for name, data in files:
        budget.spend()
        found = _match_lines(pattern, style, data) if pattern.may_be_in(data) else _Found((), ())
        for piece in _printed_lines(found, pattern, style, name, apart):
            budget.spend(len(piece))
            yield piece
            if budget.is_used_up:
                return
        apart = apart or bool(found.numbers)


class _Found(NamedTuple):
    lines: tuple[bytes, ...]
    numbers: tuple[int, ...]  # of the lines that fit, from 0


def _match_lines(pattern: LineMatcher, style: PrintStyle, data: bytes) -> _Found:
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    most = 1 if style.list_files is not None else style.most or None
    return _Found(tuple(lines), tuple(islice(pattern.numbers(data, lines), most)))


def _printed_lines(
    found: _Found, pattern: LineMatcher, style: PrintStyle, name: str, apart: bool
) -> Iterator[str]:
    if style.list_files is not None:
        if bool(found.numbers) == style.list_files:
            yield f"{name}\n"
    elif style.count:
        if found.numbers or style.count_zero:
            yield f"{f'{name}:' if style.names else ''}{len(found.numbers)}\n"
    elif style.only:
        for number in found.numbers:
            for part in pattern.parts(found.lines[number]):
                yield _line(style, name, number, part, ":")
    else:
        yield from _with_context(found, style, name, apart)


def _with_context(found: _Found, style: PrintStyle, name: str, apart: bool) -> Iterator[str]:
    fitting = set(found.numbers)
    shown_to = -1
    for number in found.numbers:
        start = max(shown_to + 1, number - style.before)
        gap = start > shown_to + 1 if shown_to >= 0 else apart
        if gap and (style.before or style.after):
            yield "--\n"
        end = min(len(found.lines) - 1, number + style.after)
        for at in range(start, end + 1):
            yield _line(style, name, at, found.lines[at], ":" if at in fitting else "-")
        shown_to = max(shown_to, end)


def _line(style: PrintStyle, name: str, number: int, line: bytes, sign: str) -> str:
    file = f"{name}{sign}" if style.names else ""
    place = f"{number + 1}{sign}" if style.numbers else ""
    return f"{file}{place}{line.decode('utf-8', 'replace')}\n"


def is_known(wanted: LinePatterns) -> bool:
    """Whether the patterns can be looked for here."""
    try:
        LineMatcher(wanted)
    except BadPattern:
        return False
    return True


def _compiled(wanted: LinePatterns) -> Any:
    options = quiet()
    options.case_sensitive = not wanted.ignore_case
    return re2.compile("(?m)" + _source(wanted), options)


def _source(wanted: LinePatterns) -> str:
    sources = (re2.escape(one) if wanted.literal else _known(one) for one in wanted.patterns)
    source = "|".join(f"(?:{one})" for one in sources)
    if wanted.lines:
        return f"^(?:{source})$"
    return rf"\b(?:{source})\b" if wanted.words else source


def _known(pattern: str) -> str:
    r"""A pattern as RE2 knows it: there `\<` and `\>` are not ends of a word."""
    return _PAIR.sub(lambda pair: r"\b" if pair[0] in (r"\<", r"\>") else pair[0], pattern)


def _reason(wanted: LinePatterns, error: Exception) -> str:
    """What is wrong, with the pattern as it was written where one alone is to blame."""
    for pattern in wanted.patterns:
        try:
            re2.compile(_known(pattern), quiet())
        except re2.error as alone:
            return _text(alone)
    return _text(error)


def _text(error: Exception) -> str:
    reason = error.args[0] if error.args else error
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
