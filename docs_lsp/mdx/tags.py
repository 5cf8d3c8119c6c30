"""Reads one tag: its name, its attributes and its end.

Most tags fit one regular expression; all others, and all wrong ones, are read character by
character.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.braces import find_expression_end
from docs_lsp.mdx.characters import (
    decode_character_at,
    decode_text,
    find_name_end,
    skip_white_space,
)
from docs_lsp.mdx.refusal import Refusal
from docs_lsp.mdx.syntax import FaultKind, MdxAttribute, TagForm

_NAME = r"[A-Za-z_$][\w$-]*"
_BARE = rf"\s+{_NAME}(?:=(?:\"[^\"]*\"|'[^']*'))?"
_PLAIN = compile_lazily(
    rf"<(?:/({_NAME}(?:\.{_NAME})*)|({_NAME}(?:\.{_NAME})*)((?:{_BARE})*)\s*(/?))>", re.ASCII
)
_ON_LINE = rf"[ \t]+{_NAME}(?:=(?:\"[^\"\n]*\"|'[^'\n]*'))?"
_TAG_LINE = compile_lazily(
    rf"[ \t]*<(?:/({_NAME}(?:\.{_NAME})*)|({_NAME}(?:\.{_NAME})*)((?:{_ON_LINE})*)[ \t]*(/?))>"
    r"[ \t]*(?:\n|\Z)",
    re.ASCII,
)
_PLAIN_ATTRIBUTE = compile_lazily(rf"({_NAME})(?:=(\"[^\"]*\"|'[^']*'))?", re.ASCII)
_ADDRESS = compile_lazily(r"<([A-Za-z][\w.+-]*:/{0,2}[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>?", re.ASCII)
_TAG_REST = compile_lazily(r"[^>\n]*?(/?)>")
_CURLY = ("\u201c", "\u201d", "\u2018", "\u2019", "\u00ab", "\u201e")
_VALUE = compile_lazily(r"[^\s<>/]+|/[^\s<>]*")
_LONGEST_GENERIC = 300


class ReadTag(NamedTuple):
    """A tag as written in the page, without its parent and its matching tag."""

    end: int
    name: str
    name_start: int
    name_end: int
    form: TagForm
    attributes: tuple[MdxAttribute, ...] = ()
    fault: Refusal | None = None
    """The fault of a tag that is a tag nevertheless."""


def read_tag(text: str, at: int, end: int, *, wants_attributes: bool = True) -> ReadTag | None:
    """Read the tag at a `<`; returns None if that is text. Raises `Refusal`.

    Without `wants_attributes`, attributes are only read if something may be wrong.
    """
    match = _PLAIN.match(text, at, end)
    if match is None:
        return _TagReader(text, at, end).read_tag()
    return _build_plain_tag(match, match.end(), wants_attributes=wants_attributes)


def read_tag_line(text: str, at: int, *, wants_attributes: bool) -> tuple[ReadTag, int] | None:
    """Return the single tag on a line, and the start of the next line; None for other lines.

    Returns the tag and the start of the next line.
    """
    match = _TAG_LINE.match(text, at)
    if match is None:
        return None
    end = text.rindex(">", at, match.end()) + 1
    return _build_plain_tag(match, end, wants_attributes=wants_attributes), match.end()


def _build_plain_tag(match: re.Match[str], end: int, *, wants_attributes: bool) -> ReadTag:
    """Return the tag that one of the patterns for plain tags has matched."""
    closing, opening, attributes, slash = match.groups()
    if closing is not None:
        return ReadTag(end, closing, match.start(1), match.end(1), TagForm.CLOSING)
    form = TagForm.SELF_CLOSING if slash else TagForm.OPENING
    tag_attributes = (
        _read_plain_attributes(match.string, match.start(3), match.end(3))
        if wants_attributes and attributes
        else ()
    )
    return ReadTag(end, opening, match.start(2), match.end(2), form, tag_attributes)


def _read_plain_attributes(text: str, start: int, end: int) -> tuple[MdxAttribute, ...]:
    attributes = []
    for match in _PLAIN_ATTRIBUTE.finditer(text, start, end):
        name, quoted = match.groups()
        span = Span(*match.span())
        if quoted is None:
            attributes.append(MdxAttribute(name, span, None, None, False))
        else:
            value = Span(*match.span(2))
            attributes.append(MdxAttribute(name, span, decode_text(quoted[1:-1]), value, False))
    return tuple(attributes)


class _TagReader:
    """Reads one tag character by character."""

    def __init__(self, text: str, at: int, end: int) -> None:
        self.text = text
        self.start = at
        self.end = end
        self.at = at + 1
        self.name = ""
        self.name_start = self.name_end = at + 1
        self.closing = False
        self.attributes: list[MdxAttribute] = []
        self.fault: Refusal | None = None

    def read_tag(self) -> ReadTag | None:
        """Read the tag, or return None if `<` is text. Raises `Refusal`."""
        text, end = self.text, self.end
        if self.at < end and text[self.at] in " \t\n":
            return None
        self._skip_spaces()
        if self._is_at("/"):
            self.closing = True
            self.at += 1
            self._skip_spaces()
        self.name_start = self.name_end = self.at
        if self._is_at(">"):
            self.at += 1
            return self._build_tag(TagForm.CLOSING if self.closing else TagForm.OPENING)
        self._read_name()
        try:
            return self._read_rest()
        except Refusal as refusal:
            raise self._add_recovery(refusal) from None

    def _build_tag(self, form: TagForm) -> ReadTag:
        return ReadTag(
            self.at,
            self.name,
            self.name_start,
            self.name_end,
            TagForm.CLOSING if self.closing else form,
            tuple(self.attributes),
            self.fault,
        )

    def _is_at(self, signs: str) -> bool:
        """Return whether the next character is one of `signs`; False at the end of the text."""
        return self.at < self.end and self.text[self.at] in signs

    def _skip_spaces(self) -> None:
        self.at = skip_white_space(self.text, self.at, self.end)

    def _read_name(self) -> None:
        """Read the name with all of its parts, as in `A.B` and `a:b`. Raises `Refusal`."""
        parts = [self._read_name_part()]
        self._skip_spaces_in_name()
        if self._is_at(":"):
            self.at += 1
            self._skip_spaces()
            parts += [":", self._read_name_part()]
            if self._is_at(".:"):
                raise self._build_wrong_name_refusal()
        while self._is_at("."):
            self.at += 1
            self._skip_spaces()
            parts += [".", self._read_name_part()]
            if self._is_at(":"):
                raise self._build_wrong_name_refusal()
            self._skip_spaces_in_name()
        self.name = decode_text("".join(parts))

    def _skip_spaces_in_name(self) -> None:
        """Skip spaces before a `.` or `:`, as in `A . B`."""
        after = skip_white_space(self.text, self.at, self.end)
        if after < self.end and self.text[after] in ".:":
            self.at = after

    def _read_name_part(self) -> str:
        """Go past one part of the name and return it. Raises `Refusal`."""
        start = self.at
        self.at = find_name_end(self.text, start, self.end)
        if self.at == start:
            raise self._build_no_name_refusal()
        if self.at >= self.end:
            # The name has no other parts, and none has been stored yet.
            name = decode_text(self.text[self.name_start : self.at])
            raise Refusal(FaultKind.UNENDED_TAG, self.end, tag=name)
        if not (self._is_at("./:>{") or self._is_at_space()):
            raise self._build_wrong_name_refusal()
        self.name_end = self.at
        return self.text[start : self.at]

    def _is_at_space(self) -> bool:
        """Return whether white space is next."""
        return skip_white_space(self.text, self.at, self.end) > self.at

    def _build_no_name_refusal(self) -> Refusal:
        """Return the refusal of a `<` without a name, such as one before an address."""
        text, at = self.text, self.at
        if refusal := self._build_address_refusal():
            return refusal
        if text.startswith("!--", self.start + 1):
            close = text.find("-->", self.start + 4, self.end)
            resume = self.end if close < 0 else close + 3
            return Refusal(FaultKind.HTML_COMMENT, at, resume=resume)
        if text.startswith(("!", "?"), self.start + 1):
            close = text.find(">", self.start, self.end)
            return Refusal(FaultKind.DECLARATION, at, resume=close + 1 if close > 0 else -1)
        if at >= self.end:
            return Refusal(FaultKind.LESS_THAN, self.end, "")
        return Refusal(FaultKind.LESS_THAN, at, decode_character_at(text, at), resume=at)

    def _build_address_refusal(self) -> Refusal | None:
        """Return the refusal of a URL or an email address in `<>`, or None."""
        address = _ADDRESS.match(self.text, self.start, self.end)
        if address is None:
            return None
        shown = decode_text(address[1])
        return Refusal(FaultKind.AUTOLINK, self.at, shown, resume=address.end())

    def _build_wrong_name_refusal(self) -> Refusal:
        """Return the refusal of a name with a wrong character, or of an address."""
        if refusal := self._build_address_refusal():
            return refusal
        resume = _find_generic_end(self.text, self.start, self.end)
        wrong = decode_character_at(self.text, self.at)
        return Refusal(FaultKind.TAG_NAME, self.at, wrong, self.name, resume)

    def _build_unended_refusal(self) -> Refusal:
        return Refusal(FaultKind.UNENDED_TAG, self.end, tag=self.name)

    def _build_attribute_refusal(self) -> Refusal:
        """Return the refusal of the next character, which no attribute can have."""
        return Refusal(FaultKind.ATTRIBUTE, self.at, decode_character_at(self.text, self.at))

    def _read_rest(self) -> ReadTag:
        """Read the attributes and the end of the tag. Raises `Refusal`."""
        while True:
            self._skip_spaces()
            if self.at >= self.end:
                raise self._build_unended_refusal()
            sign = self.text[self.at]
            if sign == ">":
                self.at += 1
                return self._build_tag(TagForm.OPENING)
            if self.closing and self.fault is None:
                self.fault = Refusal(FaultKind.CLOSING_TAG, self.at, tag=self.name)
            if sign == "/":
                return self._read_slash()
            if sign == "{":
                start = self.at
                self.at = find_expression_end(self.text, start + 1, self.end, True, False)
                span = Span(start, self.at)
                self.attributes.append(MdxAttribute("", span, None, span, True))
            else:
                self._read_attribute()

    def _read_slash(self) -> ReadTag:
        """Read the end of a self-closing tag from its slash on. Raises `Refusal` for other text."""
        self.at += 1
        self._skip_spaces()
        if self._is_at(">"):
            self.at += 1
            return self._build_tag(TagForm.SELF_CLOSING)
        if self.at >= self.end:
            raise self._build_unended_refusal()
        if self._is_at("*/"):
            raise Refusal(FaultKind.TAG_COMMENT, self.at)
        raise self._build_attribute_refusal()

    def _read_attribute(self) -> None:
        """Read one attribute and store it. Raises `Refusal`."""
        start = self.at
        name = self._read_attribute_name()
        end = self.at
        self._skip_spaces()
        if self._is_at(":"):
            self.at += 1
            self._skip_spaces()
            name += ":" + self._read_attribute_name()
            end = self.at
            self._skip_spaces()
            if self._is_at(":"):
                raise Refusal(FaultKind.ATTRIBUTE, self.at, ":")
        if not self._is_at("="):
            self._require_attribute_end()
            self.attributes.append(
                MdxAttribute(decode_text(name), Span(start, end), None, None, False)
            )
            return
        self.at += 1
        self._skip_spaces()
        value, is_expression = self._read_value()
        shown = None if is_expression else decode_text(self.text[value.start + 1 : value.end - 1])
        span = Span(start, value.end)
        self.attributes.append(MdxAttribute(decode_text(name), span, shown, value, is_expression))

    def _read_attribute_name(self) -> str:
        """Go past one part of an attribute's name and return it. Raises `Refusal`."""
        start = self.at
        self.at = find_name_end(self.text, start, self.end)
        if self.at == start:
            if self.at >= self.end:
                raise self._build_unended_refusal()
            raise self._build_attribute_refusal()
        if self.at >= self.end:
            raise self._build_unended_refusal()
        if not (self._is_at("/:=>{") or self._is_at_space()):
            raise self._build_attribute_refusal()
        return self.text[start : self.at]

    def _require_attribute_end(self) -> None:
        """Raise `Refusal` if neither another attribute nor the end of the tag follows."""
        if self.at >= self.end or self._is_at("/>{"):
            return
        if find_name_end(self.text, self.at, self.end) == self.at:
            raise self._build_attribute_refusal()

    def _read_value(self) -> tuple[Span, bool]:
        """Return a value's span with quotes or braces, and whether it is code. Raises `Refusal`."""
        start = self.at
        if start >= self.end:
            raise self._build_unended_refusal()
        sign = self.text[start]
        if sign in "\"'":
            close = self.text.find(sign, start + 1, self.end)
            if close < 0:
                raise Refusal(FaultKind.UNCLOSED_VALUE, self.end, sign).set_origin(start)
            self.at = close + 1
            return Span(start, self.at), False
        if sign == "{":
            self.at = find_expression_end(self.text, start + 1, self.end, False, False)
            return Span(start, self.at), True
        if decode_character_at(self.text, start) in _CURLY:
            raise Refusal(FaultKind.CURLY_QUOTES, start, decode_character_at(self.text, start))
        match = _VALUE.match(self.text, start, self.end)
        raise Refusal(FaultKind.ATTRIBUTE_VALUE, start, decode_text(match[0]) if match else sign)

    def _add_recovery(self, refusal: Refusal) -> Refusal:
        """Add the tag, its probable end and whether it opens; may correct the kind of fault."""
        refusal.tag = self.name
        refusal.closes = self.closing
        if refusal.kind is FaultKind.ATTRIBUTE and (value := self._find_multiline_value()):
            # Its closing quote is missing, and a quote some lines below was taken for it.
            refusal.kind, refusal.detail = FaultKind.UNCLOSED_VALUE, self.text[value.start]
            refusal.origin = value.start
            line_end = self.text.find("\n", value.start)
            refusal.resume, refusal.opens = line_end, not self.closing
            return refusal
        if refusal.is_cut_short and refusal.at >= self.end:
            refusal.opens = not self.closing
            return refusal
        if refusal.kind is FaultKind.ATTRIBUTE and refusal.detail == "<":
            line_end = self.text.find("\n", self.start, refusal.at)
            if line_end >= 0:  # Another tag begins below.
                refusal.kind, refusal.resume, refusal.opens = FaultKind.UNENDED_TAG, line_end, True
                return refusal
        rest = _TAG_REST.match(self.text, min(refusal.at + 1, self.end), self.end)
        refusal.resume = rest.end() if rest else refusal.at
        refusal.opens = not (self.closing or (rest and rest[1]))
        return refusal

    def _find_multiline_value(self) -> Span | None:
        """Return the last attribute value if it is quoted and spans several lines, or None."""
        value = self.attributes[-1].value_span if self.attributes else None
        if value is None or self.attributes[-1].is_expression:
            return None
        return value if "\n" in self.text[value.start : value.end] else None


def _find_generic_end(text: str, start: int, end: int) -> int:
    """Return the offset at which `<` and `>` balance, as in `Map<K, List<V>>`, or -1."""
    depth = 0
    for at in range(start, min(end, start + _LONGEST_GENERIC)):
        sign = text[at]
        if sign == "\n":
            break
        if sign == "<":
            depth += 1
        elif sign == ">":
            depth -= 1
            if depth == 0:
                return at + 1
    return -1
