"""The pieces of JSX in a page: tags with their attributes, and expressions in braces.

A page may hold anything, so nothing here reads further than a bound allows, and what cannot be
read is not a tag. Offsets count characters of a piece of text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

LONGEST = 20_000
"""The most characters that a tag or an expression may take."""

# Most tags are written plainly; this reads them at once, and declines all others.
_PLAIN = re.compile(
    r"<([A-Za-z][\w.:-]*+)((?:\s++[A-Za-z_:@][\w:.@-]*+=(?:\"[^\"]*+\"|'[^']*+'))*+)\s*+(/?)>"
)
_PAIR = re.compile(r"([A-Za-z_:@][\w:.@-]*)=(\"[^\"]*\"|'[^']*')")
_NAME = re.compile(r"<(/?)([A-Za-z][\w.:-]*)?")
_SPACE = re.compile(r"\s*")
_ATTRIBUTE = re.compile(r"([A-Za-z_:@][\w:.@-]*)(\s*=\s*)?")
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_END = re.compile(r"/?\s*>")
_SIGN = re.compile(r"[{}()\[\]\n\"'`]|/\*")
_CLOSING = {
    '"': re.compile(r"(?:[^\"\\\n]|\\.)*\""),
    "'": re.compile(r"(?:[^'\\\n]|\\.)*'"),
    "`": re.compile(r"(?:[^`\\]|\\.)*`", re.DOTALL),
    "/*": re.compile(r".*?\*/", re.DOTALL),
}
_LITERAL = re.compile(r"\"([^\"\\]*)\"|'([^'\\]*)'|`([^`\\$]*)`|(-?\d+(?:\.\d+)?)")
_JSX_START = re.compile(r"(?:return|=>|&&|\?|:|^)\s*\(?\s*(?=<[A-Za-z>])")


class JsxTag(NamedTuple):
    """One tag: `<Card title="A">`, `</Card>`, `<br/>`; a fragment has no name."""

    name: str
    attributes: Mapping[str, str | JsxExpression]
    is_closing: bool
    is_whole: bool
    """Whether it closes itself."""
    end: int
    """Behind its last sign."""


class JsxExpression(NamedTuple):
    """What stands between braces, without them."""

    text: str


def read_tag(text: str, at: int) -> JsxTag | None:
    """The tag that begins at an offset; None for what is none."""
    limit = min(len(text), at + LONGEST)
    plain = _PLAIN.match(text, at, limit)
    if plain:
        name, written, slash = plain.groups()
        pairs = _PAIR.findall(written) if written else ()
        values = {key: value[1:-1] for key, value in pairs}
        return JsxTag(name, values, False, slash == "/", plain.end())
    return _read_slowly(text, at, limit)


def _read_slowly(text: str, at: int, limit: int) -> JsxTag | None:
    start = _NAME.match(text, at, limit)
    if start is None:
        return None
    attributes: dict[str, str | JsxExpression] = {}
    here = start.end()
    while True:
        here = _past_space(text, here, limit)
        end = _END.match(text, here, limit)
        if end:
            whole = end[0].startswith("/")
            return JsxTag(start[2] or "", attributes, bool(start[1]), whole, end.end())
        if start[1] or not start[2]:
            return None
        if text.startswith("{", here):  # `{...props}`, or a comment
            found = read_expression(text, here)
            if found is None:
                return None
            here = found[1]
            continue
        attribute = _ATTRIBUTE.match(text, here, limit)
        if attribute is None:
            return None
        here = attribute.end()
        value: str | JsxExpression = ""
        if attribute[2]:
            read = _value(text, here, limit)
            if read is None:
                return None
            value, here = read
        attributes[attribute[1]] = value


def read_expression(text: str, at: int) -> tuple[JsxExpression, int] | None:
    """The expression whose brace stands at an offset, and the offset behind it; None where it is
    never closed."""
    depth = 0
    for sign, end in signs_in(text, at, min(len(text), at + LONGEST)):
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and sign == "}":
            return JsxExpression(text[at + 1 : end - 1].strip()), end
    return None


def signs_in(text: str, at: int, limit: int) -> Iterator[tuple[str, int]]:
    """The brackets and line ends of a script, outside of its strings and comments, each with the
    offset behind it. Quotes that are never closed are none."""
    unclosed: dict[str, int] = {}
    while match := _SIGN.search(text, at, limit):
        sign, at = match[0], match.end()
        closing = _CLOSING.get(sign)
        if closing is None:
            yield sign, at
        elif at > unclosed.get(sign, 0):
            end = closing.match(text, at, limit)
            if end:
                at = end.end()
            else:
                line = text.find("\n", at, limit) if sign in "\"'" else -1
                unclosed[sign] = limit if line < 0 else line


def literal(text: str) -> str | None:
    """What a plain string or number in an expression says; None for anything else."""
    match = _LITERAL.fullmatch(text)
    return next(one for one in match.groups() if one is not None) if match else None


def shown_in(text: str) -> str:
    """The JSX that a piece of script shows in the end; empty where it shows none."""
    end = text.rfind(">") + 1
    last = None
    for match in _JSX_START.finditer(text, 0, end):
        last = match if last is None or "return" in match[0] or "=>" in match[0] else last
    return text[last.end() : end] if last else ""


def _past_space(text: str, at: int, limit: int) -> int:
    match = _SPACE.match(text, at, limit)
    return match.end() if match else at


def _value(text: str, at: int, limit: int) -> tuple[str | JsxExpression, int] | None:
    if text.startswith("{", at):
        return read_expression(text, at)
    match = _STRING.match(text, at, limit)
    return (match[0][1:-1], match.end()) if match else None
