"""Search lines by pattern, and print them as `rg` and `grep` do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import re2
from bashkit import BuiltinResult

from mcp_preview.filesystem.output_limits import WalkBudget
from mcp_preview.filesystem.patterns import LinePatterns, PlainPattern, build_quiet_options
from mcp_preview.filesystem.shell import CommandOptions

# Matches the start or the end of the text, and `^` and `$` if they mean that as well.
_OF_TEXT = re.compile(r"\\[AzZ]|\(\?[a-zA-Z]*-")
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^]\\])*\]|(?P<repeated>[+*]{2,})", re.DOTALL)
"""A pair, a class of characters, or signs that repeat what is repeated already."""


class BadPattern(Exception):
    """The error of an invalid pattern; the text gives the reason."""


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How to print matching lines."""

    names: bool = True  # the file name in front of each line
    numbers: bool = False
    before: int = 0  # context lines before a match
    after: int = 0
    only: bool = False  # only the matching parts, each on its own line
    count: bool = False
    count_zero: bool = False  # also count files without a match
    list_files: bool | None = (
        None  # only the names of files with a match (True) or without one (False)
    )
    most: int | None = None  # the most matching lines of each file

    @property
    def is_count(self) -> bool:
        """Whether the number of matches is printed, even if it is 0."""
        return self.count and self.list_files is None


def build_line_patterns(
    options: CommandOptions, patterns: tuple[str, ...], *, ignore_case: bool
) -> LinePatterns:
    """Return patterns with the options for matching that `grep` and `rg` have in common."""
    return LinePatterns(
        patterns,
        literal=options.has_option("literal"),
        ignore_case=ignore_case,
        words=options.has_option("words"),
        lines=options.has_option("lines"),
        invert=options.has_option("invert"),
    )


def build_print_style(
    options: CommandOptions, *, names: bool, count_zero: bool = False
) -> PrintStyle:
    """Return how matches are printed, by the options that `grep` and `rg` have in common."""
    around = options.get_number("context") or 0
    before, after = options.get_number("before"), options.get_number("after")
    list_files = False if options.has_option("list-without") else None
    return PrintStyle(
        names=names,
        numbers=options.has_option("numbers") and not options.has_option("no-numbers"),
        before=around if before is None else before,
        after=around if after is None else after,
        only=options.has_option("only"),
        count=options.has_option("count"),
        count_zero=count_zero,
        list_files=True if options.has_option("list") else list_files,
        most=options.get_number("most"),
    )


class LineSearch(NamedTuple):
    """A search for lines in files, as a command requests it."""

    command: str
    wanted: LinePatterns
    style: PrintStyle
    files: Iterable[tuple[str, bytes]]
    """The files with their printed names and contents."""
    errors: str = ""
    """The error messages about the places to search."""
    quiet: bool = False

    def run_search(self) -> BuiltinResult:
        """Run the search and return the output, error messages and exit code."""
        budget, pieces, errors = WalkBudget(), list[str](), self.errors
        try:
            for piece in render_matches(LineMatcher(self.wanted), self.style, self.files, budget):
                pieces.append(piece)
            errors += budget.describe_truncation(self.command)
        except BadPattern as error:
            return BuiltinResult("", f"{self.command}: regex parse error: {error}\n", 2)
        except TimeoutError:
            errors += f"{self.command}: this takes too long; search fewer files\n"
        text = "".join(pieces)
        is_match = any(map(_has_match, pieces)) if self.style.is_count else bool(text)
        code = 2 if errors else 0 if is_match else 1
        return BuiltinResult("" if self.quiet else text, errors, code)


class LineMatcher:
    """A compiled pattern, which matches in linear time."""

    def __init__(self, wanted: LinePatterns) -> None:
        """Compile the patterns. Raises `BadPattern`."""
        try:
            self._regex = _compile_patterns(wanted)
        except re2.error as error:
            raise BadPattern(_explain_bad_pattern(wanted, error)) from None
        self._invert = wanted.invert
        self._plain = PlainPattern.from_patterns(wanted)
        # Some patterns match the ends of the text, which are those of a line here.
        self._may_skip = not (self._invert or any(map(_OF_TEXT.search, wanted.patterns)))

    def may_match_in(self, data: bytes) -> bool:
        """Return whether some line of a text may match: False only if none does."""
        if self._invert:
            return True
        if self._plain and self._plain.is_exact_for(data):
            return self._plain.occurs_in(data)
        return self._regex.search(data) is not None

    def iter_matching_lines(self, data: bytes, lines: Sequence[bytes]) -> Iterator[int]:
        """Yield the numbers of the matching lines of a text, from 0."""
        if self._plain and self._plain.is_exact_for(data):
            return self._plain.iter_matching_lines(lines, invert=self._invert)
        if self._may_skip:
            return self._iter_matches_skipping(data, lines)
        return self._iter_matches_from(0, lines)

    def _iter_matches_from(self, first: int, lines: Sequence[bytes]) -> Iterator[int]:
        """Yield the numbers of the matching lines from a line on."""
        for number in range(first, len(lines)):
            if (self._regex.search(lines[number]) is None) == self._invert:
                yield number

    def _iter_matches_skipping(self, data: bytes, lines: Sequence[bytes]) -> Iterator[int]:
        """Yield the numbers of the matching lines, skipping lines in which no match begins."""
        number = begin = 0
        while begin < len(data) and (match := self._regex.search(data, begin)):
            start = data.rfind(b"\n", begin, match.start()) + 1 or begin
            if start == len(data):
                return
            number += data.count(b"\n", begin, start)
            end = start + len(lines[number])
            if match.end() > end:
                # A match over several lines could extend to the end, again and again.
                yield from self._iter_matches_from(number, lines)
                return
            yield number
            number, begin = number + 1, end + 1

    def iter_matching_parts(self, line: bytes) -> Iterator[bytes]:
        """Yield the parts of a line that match, except empty ones."""
        for match in self._regex.finditer(line):
            if match.group(0):
                yield match.group(0)


def _has_match(piece: str) -> bool:
    """Return whether the number of matches in a line of output such as `FILE:3` is not 0."""
    return piece.rstrip("\n").rpartition(":")[2] != "0"


def render_matches(
    pattern: LineMatcher, style: PrintStyle, files: Iterable[tuple[str, bytes]], budget: WalkBudget
) -> Iterator[str]:
    """Yield the output for files by name and content, within a budget. Raises `TimeoutError`."""
    apart = False
    for name, data in files:
        budget.spend()
        lines, numbers = _match_lines(pattern, style, data)
        for piece in _render_file(lines, numbers, pattern, style, name, apart):
            budget.spend(len(piece))
            yield piece
            if budget.is_used_up:
                return
        apart = apart or bool(numbers)


def _match_lines(
    pattern: LineMatcher, style: PrintStyle, data: bytes
) -> tuple[list[bytes], list[int]]:
    """Return the lines of a file, and the numbers, from 0, of as many matching ones as needed."""
    if not pattern.may_match_in(data):
        return [], []
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    most = 1 if style.list_files is not None else style.most or None
    return lines, [*islice(pattern.iter_matching_lines(data, lines), most)]


def _render_file(
    lines: Sequence[bytes],
    numbers: Sequence[int],
    pattern: LineMatcher,
    style: PrintStyle,
    name: str,
    apart: bool,
) -> Iterator[str]:
    """Yield the output for one file: lines, matching parts, their number, or its name."""
    if style.list_files is not None:
        if bool(numbers) == style.list_files:
            yield f"{name}\n"
    elif style.count:
        if numbers or style.count_zero:
            yield f"{f'{name}:' if style.names else ''}{len(numbers)}\n"
    elif style.only:
        for number in numbers:
            for part in pattern.iter_matching_parts(lines[number]):
                yield _render_line(style, name, number, part, ":")
    else:
        yield from _render_context_lines(lines, numbers, style, name, apart)


def _render_context_lines(
    lines: Sequence[bytes], numbers: Sequence[int], style: PrintStyle, name: str, apart: bool
) -> Iterator[str]:
    """Yield matching lines with their context; `apart` is set after an earlier match."""
    matching = set(numbers)
    shown_to = -1
    for number in numbers:
        start = max(shown_to + 1, number - style.before)
        gap = start > shown_to + 1 if shown_to >= 0 else apart
        if gap and (style.before or style.after):
            yield "--\n"
        end = min(len(lines) - 1, number + style.after)
        for at in range(start, end + 1):
            yield _render_line(style, name, at, lines[at], ":" if at in matching else "-")
        shown_to = max(shown_to, end)


def _render_line(style: PrintStyle, name: str, number: int, line: bytes, sign: str) -> str:
    """Return one line of the output."""
    file = f"{name}{sign}" if style.names else ""
    place = f"{number + 1}{sign}" if style.numbers else ""
    return f"{file}{place}{line.decode('utf-8', 'replace')}\n"


def can_compile(wanted: LinePatterns) -> bool:
    """Return whether the patterns are valid for the engine of this module, RE2."""
    try:
        LineMatcher(wanted)
    except BadPattern:
        return False
    return True


def _compile_patterns(wanted: LinePatterns) -> Any:
    """Return the compiled regular expression for patterns. Raises `re2.error`."""
    options = build_quiet_options()
    options.case_sensitive = not wanted.ignore_case
    return re2.compile("(?m)" + _build_pattern_regex(wanted), options)


def _build_pattern_regex(wanted: LinePatterns) -> str:
    """Return the regular expression that matches any of the patterns."""
    sources = (
        re2.escape(pattern) if wanted.literal else _translate_pattern(pattern)
        for pattern in wanted.patterns
    )
    source = "|".join(f"(?:{pattern})" for pattern in sources)
    if wanted.lines:
        return f"^(?:{source})$"
    return rf"\b(?:{source})\b" if wanted.words else source


def _translate_pattern(pattern: str) -> str:
    r"""Return a pattern in the syntax of RE2.

    It lacks `\<` and `\>` for ends of words, and refuses two repetitions in a row, as in `C++`.
    """

    def translate(match: re.Match[str]) -> str:
        if match["repeated"]:
            return "+" if set(match[0]) == {"+"} else "*"
        return r"\b" if match[0] in (r"\<", r"\>") else match[0]

    return _PIECE.sub(translate, pattern)


def _explain_bad_pattern(wanted: LinePatterns, error: Exception) -> str:
    """Return the reason why patterns are invalid, for the single wrong one if possible."""
    for pattern in wanted.patterns:
        try:
            re2.compile(_translate_pattern(pattern), build_quiet_options())
        except re2.error as alone:
            return _get_reason_text(alone)
    return _get_reason_text(error)


def _get_reason_text(error: Exception) -> str:
    """Return the text of an error of RE2."""
    reason = error.args[0] if error.args else error
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
