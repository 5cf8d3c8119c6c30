"""Finds where JavaScript in braces ends, and limits how much of a page is parsed for that.

It ends at the first `}` that completes an expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.characters import decode_code, decode_text
from docs_lsp.mdx.javascript.expressions import find_expression_fault
from docs_lsp.mdx.javascript.parser import is_empty_code
from docs_lsp.mdx.refusal import Refusal
from docs_lsp.mdx.syntax import FaultKind

_RESERVED = (
    "break case catch class const continue debugger default delete do else enum export extends "
    "finally for function if import in instanceof new return super switch this throw try typeof "
    "var void while with yield let static await implements interface package private protected "
    "public"
).replace(" ", "|")
_WORD = rf"(?!(?:{_RESERVED})\b)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*"
_ITEM = r"(?:true|false|null|-?\d+(?:\.\d+)?(?![\w.])|\"[^\"\\\n]*\"|'[^'\\\n]*'|`[^`\\$]*`)"
_COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/"
_PLAIN = compile_lazily(
    rf"\s*(?:(?:{_COMMENT}|{_ITEM}|{_WORD}|\[\s*(?:{_ITEM}\s*,\s*)*{_ITEM}?\s*\])\s*)?", re.ASCII
)
_VARIABLE = compile_lazily(
    rf"\s*\{{\s*(?!(?:true|false|null|{_RESERVED})\b)[A-Za-z_$][\w$]*\s*\}}\s*\}}", re.ASCII
)
"""The rest of `{{name}}`: an object with one name, and the variables of a site."""
_SIGNS = compile_lazily(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[{}]",
    re.DOTALL,
)
_SPREAD = compile_lazily(rf"(?:\s|{_COMMENT}|//[^\n]*\n)*\.\.\.")
_REACHING = ("/*", "`")
"""Tokens that may span several lines, and so a `}`."""
_BRACES = compile_lazily(r"[{}]")
_MOST_SHOWN = 200
"""The number of bytes of code that a fault shows."""
_MOST_PARSED = 100_000
"""The number of characters that are parsed in all expressions of a page; no real page has more."""
_EACH = 18
"""The number of characters that take as long to parse as it takes to start the parser."""
_MOST_TRIES = 12
_MOST_TRIED = 6_000
"""The number of characters parsed in all, beyond the two likely ends."""


class CodeBudget:
    """Counts the code of one page; nothing is reported in expressions beyond the limit."""

    def __init__(self) -> None:
        self._left = _MOST_PARSED

    def may_parse(self, code: str) -> bool:
        """Count an expression, and return whether it may be parsed."""
        self._left -= len(code) + _EACH
        return self._left >= 0


_budget: ContextVar[CodeBudget | None] = ContextVar("budget", default=None)


@contextmanager
def limit_code() -> Iterator[None]:
    """While entered, limit how much code this thread parses; all code beyond it counts as valid."""
    token = _budget.set(CodeBudget())
    try:
        yield
    finally:
        _budget.reset(token)


def find_expression_end(text: str, start: int, end: int, spread: bool, may_be_empty: bool) -> int:
    """Return the offset after the `}` of the expression that begins at `start`. Raises `Refusal`.

    The `{` is before `start`. `spread` requires `...name`, as among the attributes of a tag.
    """
    first = text.find("}", start, end)
    if first < 0:
        raise Refusal(FaultKind.UNCLOSED_BRACE, end).set_origin(start - 1)
    if not spread:
        plain = _PLAIN.match(text, start, end)
        is_plain = plain is not None and plain.end() == first
        if is_plain and (may_be_empty or not is_empty_code(text[start:first])):
            return first + 1
        variable = _VARIABLE.match(text, start, end)
        if variable:
            return variable.end()
    return _EndFinder(text, start, end, spread, may_be_empty).find_end(first)


class _EndFinder:
    """Tries each `}` that may end an expression, the likely ones first."""

    def __init__(self, text: str, start: int, end: int, spread: bool, may_be_empty: bool) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.spread = spread
        self.may_be_empty = may_be_empty
        self.wrong: int | None = None
        """The offset at which the code up to the likeliest end is wrong, or None."""
        self.may_continue = True
        """Whether more code could complete the code that was last found to be wrong."""
        self._limit = end
        """The offset after which no `}` can end the expression."""

    def find_end(self, first: int) -> int:
        """Return the offset after the `}` that ends the expression. Raises `Refusal` if none."""
        balanced = _find_balanced_end(_SIGNS, self.text, self.start, self.end)
        if balanced >= 0 and self._is_end(balanced):
            return balanced + 1
        naive = _find_balanced_end(_BRACES, self.text, self.start, self.end)
        if naive >= 0 and naive != balanced and self._is_end(naive):
            return naive + 1
        at, tries, tried = first, 0, 0
        while 0 <= at <= self._limit and tries < _MOST_TRIES and tried < _MOST_TRIED:
            if at not in (balanced, naive):
                tries += 1
                tried += at - self.start
                if self._is_end(at):
                    return at + 1
            at = self.text.find("}", at + 1, self.end)
        raise self._build_final_refusal(balanced if balanced >= 0 else naive)

    def _is_end(self, at: int) -> bool:
        """Return whether the `}` at an offset ends it. Raises `Refusal` for forbidden code."""
        code = decode_code(self.text[self.start : at])
        if is_empty_code(code):
            if self.may_be_empty:
                return True
            raise self._build_refusal(FaultKind.EMPTY_VALUE, at)
        if self.spread and not _SPREAD.match(code):
            shown = decode_text(self.text[self.start : at]).strip()
            raise self._build_refusal(FaultKind.NOT_SPREAD, at, shown)
        budget = _budget.get()
        if budget is not None and not budget.may_parse(code):
            return True
        fault = find_expression_fault(code, spread=self.spread)
        if fault is None:
            return True
        place = self.start + len(code[:fault].encode())
        if self.wrong is None:
            self.wrong = place
        self.may_continue = fault >= len(code.rstrip()) or code.startswith(_REACHING, fault)
        if not self.may_continue:
            self._limit = min(self._limit, place)
        return False

    def _build_refusal(self, kind: FaultKind, at: int, shown: str = "") -> Refusal:
        refusal = Refusal(kind, self.start, shown, resume=at + 1)
        return refusal.set_origin(self.start - 1)

    def _build_final_refusal(self, likely: int) -> Refusal:
        """Return the refusal if no `}` ends the expression; `likely` is the best one, or -1."""
        if likely < 0:
            return Refusal(FaultKind.UNCLOSED_BRACE, self.end).set_origin(self.start - 1)
        assert self.wrong is not None, "the likely end was tried"
        code = decode_text(self.text[self.start : min(likely, self.start + _MOST_SHOWN)])
        refusal = Refusal(FaultKind.EXPRESSION, self.wrong, code, resume=likely + 1)
        refusal.may_continue = self.may_continue
        return refusal.set_origin(self.start - 1)


def _find_balanced_end(signs: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Return the offset of the `}` for a brace open at `start`; -1 if there is none."""
    depth = 1
    for match in signs.finditer(text, start, end):
        sign = match[0]
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                return match.start()
    return -1
