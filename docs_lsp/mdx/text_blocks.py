"""Reads the text of one paragraph, heading or cell: code, links, tags and expressions.

Runs of `*`, `_` and `~` are paired into emphasis, since no tag may cross its edges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.braces import find_expression_end
from docs_lsp.mdx.characters import (
    decode_character_at,
    decode_character_before,
    is_blank,
    is_punctuation,
)
from docs_lsp.mdx.events import Enter, Event, InlineEvent, Leave, TagEvent
from docs_lsp.mdx.refusal import FEW_FAULTS, MOST_FAULTS, SHORT_REACH, Refusal
from docs_lsp.mdx.syntax import NOWHERE, FaultKind, MdxExpression, MdxLink, TagForm
from docs_lsp.mdx.tags import ReadTag, read_tag

_ADDRESS = r"[hH](?<![A-Za-z].)[tT][tT][pP][sS]?://|[wW](?<![^\s(*_\[\]~].)[wW]{2}\."
_SIGNS = compile_lazily(rf"\\[!-/:-@\[-`{{-~]?|[<{{\[\]]|!\[|`+|\$+|{_ADDRESS}", re.ASCII)
_SIGNS_WITH_EMPHASIS = compile_lazily(rf"{_SIGNS.pattern}|\*+|_+|~+", re.ASCII)
_DOMAIN = compile_lazily(r"[^\s!-,/:-@\[-^`{-~]+", re.ASCII)
_PATH = compile_lazily(r"[^\s<]*", re.ASCII)
_MOST_BRACKETS = 1_000
_NO_END_OF_PATH = "!\"'),.:;?_~*&"
_ROUND = r"\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*\))*\)"
_TARGET = rf"(?:<(?:[^<>\\\n]|\\.)*>|(?![<\s])(?:[^\s()\\\x00-\x1f]|\\.|{_ROUND})+)"
_TITLE = r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))"
_RESOURCE = compile_lazily(rf"\(\s*(?:({_TARGET})(?:\s+{_TITLE})?\s*)?\)", re.ASCII | re.DOTALL)
_DEFINITION = compile_lazily(
    rf"[ \t]*\[(?!\^)(?:[^\[\]\\]|\\.)+\]:\s*({_TARGET})"
    rf"(?:[ \t]*(?:\n|\Z)|\s+{_TITLE}[ \t]*(?:\n|\Z))",
    re.DOTALL | re.ASCII,
)
_EDGES = {"*": "emphasis", "_": "emphasis", "~": "delete"}


@dataclass(slots=True)
class TextBlock:
    """One paragraph, heading or cell, and what was read in it. Offsets are those in `text`."""

    text: str
    start: int
    end: int
    wants_attributes: bool = True
    """Whether attributes of tags are read."""
    events: list[Event] = field(default_factory=list)
    refusals: list[tuple[int, Refusal]] = field(default_factory=list)
    """The refusals, each with the offset of its first character."""
    may_hold_tags: bool = False
    """Whether the text contains a `<`; otherwise links and emphasis add no events."""
    _runs: list[_DelimiterRun] = field(default_factory=list)
    _brackets: list[_Bracket] = field(default_factory=list)
    _unmatched: dict[str, int] = field(default_factory=dict)
    """Runs of backquotes or dollars that nothing closes, with the offset from which that is known.
    """

    def read_text(self) -> TextBlock:
        """Read the text, add its events and refusals, and return this block."""
        self.may_hold_tags = self.text.find("<", self.start, self.end) >= 0
        signs = _SIGNS_WITH_EMPHASIS if self.may_hold_tags else _SIGNS
        at = self.start
        while match := signs.search(self.text, at, self.end):
            at = self._read_token(match[0], match.start(), match.end())
            if len(self.refusals) == MOST_FAULTS:
                break
        if self.may_hold_tags:
            _pair_runs(self._runs, 0, self.events)
        self.events.sort(key=attrgetter("at"))
        return self

    def _read_token(self, sign: str, at: int, after: int) -> int:
        """Read the syntax that begins with a token and return the offset to continue at."""
        first = sign[0]
        if first == "<":
            return self._read_tag(at)
        if first == "{":
            return self._read_expression(at)
        if first in "`$":
            return self._skip_code(sign, after)
        if first in "[!" and len(self._brackets) < _MOST_BRACKETS:
            self._brackets.append(_Bracket(at, after, len(self._runs)))
        elif first == "]":
            return self._read_bracket(at, after)
        elif first in "*_~":
            self._runs.append(_DelimiterRun(self.text, at, after, self.end))
        elif first != "\\" and not self._brackets:
            return self._skip_address(sign, at, after)
        return after

    def _read_tag(self, at: int) -> int:
        """Add the tag at a `<`, or its refusal, and return the offset to continue at."""
        try:
            tag = read_tag(
                self.text, at, self._find_reach(at), wants_attributes=self.wants_attributes
            )
        except Refusal as refusal:
            self.refusals.append((at, refusal.drop_traceback()))
            event, resume = recover_tag(self.text, at, self.end, refusal)
            if event:
                self.events.append(event)
            return resume
        if tag is None:
            return at + 1
        self.events.append(TagEvent(at, tag, False))
        return tag.end

    def _read_expression(self, at: int) -> int:
        """Add the expression at a `{`, or its refusal, and return the offset to continue at."""
        try:
            end = find_expression_end(self.text, at + 1, self._find_reach(at), False, True)
        except Refusal as refusal:
            self.refusals.append((at, refusal.drop_traceback()))
            return max(at + 1, refusal.resume)
        self.events.append(InlineEvent(at, MdxExpression(Span(at, end), False, NOWHERE)))
        return end

    def _find_reach(self, at: int) -> int:
        """Return the offset up to which to search for syntax; it is near after refusals."""
        return self.end if len(self.refusals) < FEW_FAULTS else min(self.end, at + SHORT_REACH)

    def _skip_code(self, sign: str, after: int) -> int:
        """Return the offset after the code or math that `sign` opens, or after it if unclosed."""
        if self._unmatched.get(sign, self.end + 1) <= after:
            return after
        close = _compile_closing_run(sign).search(self.text, after, self.end)
        if close is None:
            self._unmatched[sign] = after
            return after
        return close.end()

    def _read_bracket(self, at: int, after: int) -> int:
        """Add the link or image that a `]` ends, and return the offset to continue at."""
        if not self._brackets:
            return after
        opening = self._brackets.pop()
        resource = None
        if opening.is_active and self.text.startswith("(", after):
            resource = _RESOURCE.match(self.text, after, self.end)
        if resource is None:
            return after
        if self.may_hold_tags:
            self.events.append(Enter(opening.at, "link"))
            _pair_runs(self._runs, opening.runs, self.events)
            self.events.append(Leave(at))
        target = Span(*resource.span(1)) if resource[1] else Span(after + 1, after + 1)
        if resource[1] and resource[1][0] == "<":
            target = Span(target.start + 1, target.end - 1)
        span, text = Span(opening.at, resource.end()), Span(opening.after, at)
        self.events.append(InlineEvent(opening.at, MdxLink(span, text, target, NOWHERE)))
        if not opening.is_image:
            self._deactivate_brackets()
        return resource.end()

    def _deactivate_brackets(self) -> None:
        """Deactivate the open brackets of links, since a link cannot contain another."""
        for bracket in reversed(self._brackets):
            if not bracket.is_image:
                if not bracket.is_active:
                    break
                bracket.is_active = False

    def _skip_address(self, sign: str, at: int, after: int) -> int:
        """Return the offset after a bare address, in which braces are not expressions."""
        start = after if sign[0] in "hH" else at
        domain = _DOMAIN.match(self.text, start, self.end)
        if domain is None:
            return after
        parts = domain[0].rstrip(".").split(".")
        if any("_" in part for part in parts[-2:]):
            return after
        path = _PATH.match(self.text, domain.end(), self.end)
        end = path.end() if path else domain.end()
        while end > after and self.text[end - 1] in _NO_END_OF_PATH:
            end -= 1
        return end


class _Bracket:
    """An open `[` or `![`."""

    __slots__ = ("after", "at", "is_active", "is_image", "runs")

    def __init__(self, at: int, after: int, runs: int) -> None:
        self.at = at
        self.after = after
        self.runs = runs
        """The number of emphasis runs before it."""
        self.is_image = after - at == 2
        self.is_active = True
        """Whether a link can begin here: no link that ends before begins in it."""


def skip_definitions(text: str, at: int, end: int) -> int:
    """Return the offset after the link definitions at the beginning of a paragraph."""
    while match := _DEFINITION.match(text, at, end):
        at = match.end()
    return at


def recover_tag(text: str, at: int, end: int, refusal: Refusal) -> tuple[TagEvent | None, int]:
    """Return the tag that a refused one seems to be, or None, and where to continue."""
    resume = max(at + 1, refusal.origin + 1, min(refusal.resume, end))
    if refusal.is_cut_short and refusal.kind is not FaultKind.UNCLOSED_BRACE:
        resume = max(resume, at + 1 + len(refusal.tag.encode()))
    if not refusal.tag or not (refusal.opens or refusal.closes):
        return None, resume
    if refusal.kind is FaultKind.TAG_NAME:
        return None, resume
    form = TagForm.CLOSING if refusal.closes else TagForm.OPENING
    start = at + 2 if refusal.closes else at + 1
    size = len(refusal.tag.encode())
    tag = ReadTag(resume, refusal.tag, start, start + size, form)
    return TagEvent(at, tag, False, True), resume


@lru_cache(64)
def _compile_closing_run(sign: str) -> re.Pattern[str]:
    """Return a pattern for a run of exactly the same length as the opening run."""
    first = re.escape(sign[0])
    return re.compile(rf"(?<!{first}){first}{{{len(sign)}}}(?!{first})")


class _DelimiterRun:
    """A run of one delimiter character."""

    __slots__ = ("at", "closes", "left", "opens", "sign", "size", "used")

    def __init__(self, text: str, at: int, stop: int, end: int) -> None:
        """Classify the run from `at` to `stop`; `end` is the end of the text around it."""
        self.at = at
        self.sign = text[at]
        self.size = self.left = stop - at
        self.used = 0
        """The number of its characters, from the left, that have closed emphasis."""
        before = decode_character_before(text, at)
        after = decode_character_at(text, stop) if stop < end else ""
        leans_left = not is_blank(after) and (
            not is_punctuation(after) or is_blank(before) or is_punctuation(before)
        )
        leans_right = not is_blank(before) and (
            not is_punctuation(before) or is_blank(after) or is_punctuation(after)
        )
        self.opens, self.closes = leans_left, leans_right
        if self.sign == "_":
            self.opens = leans_left and (not leans_right or is_punctuation(before))
            self.closes = leans_right and (not leans_left or is_punctuation(after))
        elif self.sign == "~" and self.size > 2:
            self.opens = self.closes = False


def _pair_runs(runs: list[_DelimiterRun], bottom: int, events: list[Event]) -> None:
    """Add events for all emphasis among the runs from `bottom` on, and remove these runs."""
    floors: dict[tuple[str, bool, int], int] = {}
    opened: list[_DelimiterRun] = []
    for run in runs[bottom:]:
        while run.closes and run.left:
            key = (run.sign, run.opens, run.size if run.sign == "~" else run.size % 3)
            floor = floors.get(key, 0)
            opener_index = next(
                (i for i in range(len(opened) - 1, floor - 1, -1) if _can_pair(opened[i], run)), -1
            )
            if opener_index < 0:
                floors[key] = len(opened)
                break
            del opened[opener_index + 1 :]
            _add_emphasis_events(opened[opener_index], run, events)
            if not opened[opener_index].left:
                opened.pop()
            floors = {other_key: min(level, len(opened)) for other_key, level in floors.items()}
        if run.opens and run.left:
            opened.append(run)
    del runs[bottom:]


def _can_pair(opener: _DelimiterRun, closer: _DelimiterRun) -> bool:
    """Return whether two runs of delimiters can open and close one emphasis in CommonMark."""
    if opener.sign != closer.sign:
        return False
    if closer.sign == "~":
        return opener.left == closer.left
    both = opener.closes or closer.opens
    if both and (opener.size + closer.size) % 3 == 0:
        return opener.size % 3 == 0 and closer.size % 3 == 0
    return True


def _add_emphasis_events(opener: _DelimiterRun, closer: _DelimiterRun, events: list[Event]) -> None:
    """Add the events of one emphasis, and use up its delimiters in both runs."""
    size = 2 if opener.left > 1 and closer.left > 1 else 1
    if closer.sign == "~":
        size = closer.left
    opener.left -= size
    events.append(Enter(opener.at + opener.used + opener.left, _EDGES[closer.sign]))
    events.append(Leave(closer.at + closer.used))
    closer.left -= size
    closer.used += size
