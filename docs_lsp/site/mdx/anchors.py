"""The anchors of a page: the IDs of its headings, and those of its components.

The service makes an ID of the words of a heading (`heading_ids`). `{#id}` after a heading sets it
instead, and the second heading of the same name gets `-2`. Accordions, tabs, updates and fields
have IDs too, made of a title, a label or a name in different ways, and any element may have an
`id`.

A link must name the ID of a heading exactly. Anchors of components are compared by letters and
digits alone, because components make their IDs in too many ways.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from functools import cached_property
from html import unescape
from itertools import chain
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.site.mdx.heading_ids import (
    HeadingIdCounter,
    fragment_to_id,
    has_custom_id,
    has_uncertain_id,
    is_plain_ascii,
    make_heading_id,
    make_ids_unique,
    unify_quotes,
)

NAMING = (b"id", b"title", b"label", b"name", b"path", b"query", b"body", b"header")
"""The attributes of components that may make an anchor."""

_ELEMENTS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "Heading"))
WITHOUT_ID = 5
"""The first heading level whose headings have an ID only if it is set explicitly."""
_HTML_HEADING = compile_lazily(
    rb"<(?:h[1-6]|Heading)\b[^<>\n]{0,500}>(?:\r?\n[ \t]{0,80})?"
    rb"([^\n]{1,500}?)(?:\n[ \t]{0,80})?</[hH]"
)
# Components that have a title or name but make no ID of it; a step, which does if its title is as
# large as a heading; and those that make one in a different way.
_KNOWN = compile_lazily(
    rb"<(?:(Callout|Card|Check|Code(?:Block|Group)|Color[.\w]*|Column|Danger|Example|Expandable|Frame"
    rb"|Icon|Info|Note|Prompt|Tile|Tip|Tooltip|Tree[.\w]*|Warning)"
    rb"|(Step)|(Param(?:Field)?|ResponseField))\s"
)
_STEP, _FIELD_NAME = 2, 3
_OF_FIELDS = b"param-"
_AS_WRITTEN = b"\0"
"""The prefix of an `id`, which is an anchor exactly as written."""
_ID_SIGN = _AS_WRITTEN.decode()
_LARGE_STEPS = b"titleSize"
_LONGEST_TAG = 1000

# Comments, IDs of headings, and code, in which braces are not an expression.
_SAYS_NOTHING = compile_lazily(rb"\{/\*.*?\*/\}|\{[ \t]*#|`[^`\n]*`|\\\{")
_SIGNS = compile_lazily(r"[\W_]+")
COUNT_SUFFIX = compile_lazily(r"-\d{1,3}$")
"""The number at the end of an anchor that distinguishes headings with the same text."""
FIELD_PREFIX = compile_lazily(r"^(?:param|body|query|path|header|response|cookie)-")
"""The prefix of a field's anchor."""
# Letters that accordions transliterate to ASCII in an unknown way.
_IN_OTHER_LETTERS = compile_lazily("[\u0370-\u10ff]")
_INVISIBLE = compile_lazily("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Characters that no reader sees. Those that join letters or emoji are none of them."""
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class AnchorStatus(Enum):
    """The kinds of results of looking up an anchor."""

    THERE = auto()
    """The anchor exists, or may exist."""
    LOCALLY = auto()
    """The ID would exist without typographic quotes, dashes and dots, so older local link checks
    accept it; on the live page the heading has another ID."""
    INTO_CODE = auto()
    """It would be a heading inside a code block that is never closed."""
    UNSEEN = auto()
    """Not found, but a component that the page imports may define it."""
    NOWHERE = auto()


class AnchorLookup(NamedTuple):
    """The result of looking up an anchor, with details for the message."""

    where: AnchorStatus
    live: str = ""
    """The ID that the heading has on the live page. If the anchor is found nowhere, an ID that only
    differs from it in invisible characters, or empty."""
    line: int = 0
    """The line in which the code block begins, from 1."""


_THERE, _NOWHERE = AnchorLookup(AnchorStatus.THERE), AnchorLookup(AnchorStatus.NOWHERE)


def has_heading_id(level: int, heading: bytes) -> bool:
    """Return whether a heading of a level, given as written, has an ID."""
    return level < WITHOUT_ID or has_custom_id(heading.decode("utf-8", "replace"))


def is_element_heading(name: str) -> bool:
    """Return whether an element of a name is a heading."""
    return name in _ELEMENTS


def iter_heading_elements(code: bytes, start: int, end: int) -> Iterator[tuple[Span, bytes]]:
    """Yield heading elements in JavaScript between two byte offsets, with their text."""
    for match in _HTML_HEADING.finditer(code, start, end):
        yield Span(*match.span()), match[1].strip()


class AttributeAnchors:
    """Decides which attributes of a page may make an anchor, and from which text."""

    def __init__(self, data: bytes) -> None:
        """Store the bytes of a page."""
        self._data = data

    def extract_anchor_name(self, attribute: bytes, value: Span) -> bytes | None:
        """Return the name for `AnchorTexts` that an attribute's value gives, or None."""
        at, end = value
        text = self._data[at:end]
        if attribute == b"id":
            return _AS_WRITTEN + text
        tag = self._data.rfind(b"<", max(0, at - _LONGEST_TAG), at)
        known = _KNOWN.match(self._data, tag, at) if tag >= 0 else None
        if known is None or self._data.find(b">", tag, at) >= 0:
            return text
        if known.lastindex == _FIELD_NAME:
            return _OF_FIELDS + text
        return text if known.lastindex == _STEP and self._has_large_steps else None

    @cached_property
    def _has_large_steps(self) -> bool:
        """Whether the page contains `titleSize`, with which steps have IDs."""
        return self._data.find(_LARGE_STEPS) >= 0


class UnclosedBlock(NamedTuple):
    """The content of a code block that is never closed."""

    line: int
    """The line of its fence, from 1."""
    headings: bytes
    """The lines that would be headings, one per line."""


class AnchorTexts:
    """The text that a page's anchors are made of, as written; a few bytes for each page."""

    __slots__ = ("_headings", "_ids", "_is_all", "_names", "_unclosed")

    def __init__(
        self,
        headings: Iterable[bytes],
        names: Iterable[bytes],
        *,
        is_all: bool = True,
        unclosed: UnclosedBlock | None = None,
    ) -> None:
        """Store headings and names, none with a line feed in it.

        `is_all` is False if there may be more of them.
        """
        self._headings = b"\n".join(headings)
        self._names = b"\n".join(dict.fromkeys(names))
        self._is_all = is_all and not _has_expression(self._headings)
        self._unclosed = unclosed
        self._ids: _Ids | None = None

    def list_heading_ids(self) -> tuple[str, ...]:
        """Return the heading IDs of the live page, in order."""
        return tuple(
            make_ids_unique(make_heading_id(line).live for line in _decode_lines(self._headings))
        )

    def list_element_ids(self) -> tuple[str, ...]:
        """Return the IDs that attributes of elements set, each once, in order."""
        names = _decode_lines(self._names)
        return tuple(name[1:] for name in names if name.startswith(_ID_SIGN))

    def look_up_anchor(self, fragment: str) -> AnchorLookup:
        """Look up a decoded fragment among these anchors; `THERE` if not all of them are known."""
        if not self._is_all or fragment in ("", "top") or ":~:" in fragment:
            return _THERE
        if not (self._headings or self._names or self._unclosed):
            return _NOWHERE  # Most snippets have no anchors at all.
        if self._ids is None:
            self._ids = _Ids(_decode_lines(self._headings), _decode_lines(self._names))
        lookup = self._ids.look_up_anchor(fragment)
        if lookup is _NOWHERE and self._unclosed:
            unclosed = _Ids(_decode_lines(self._unclosed.headings), [])
            if unclosed.look_up_anchor(fragment).where is not AnchorStatus.NOWHERE:
                return AnchorLookup(AnchorStatus.INTO_CODE, line=self._unclosed.line)
        return lookup


class _Ids:
    """The IDs of a page, in the forms with which links are compared.

    Most links name a heading of the live page, so everything else is computed only if one does not.
    """

    def __init__(self, headings: list[str], names: list[str]) -> None:
        """Store the headings, and the names of components."""
        self._headings = headings
        self._names = [name for name in names if not name.startswith(_ID_SIGN)]
        self._ids = [make_heading_id(heading) for heading in headings]
        live = [*make_ids_unique(heading_id.live for heading_id in self._ids if heading_id.live)]
        live += [name[1:] for name in names if name.startswith(_ID_SIGN)]
        self._live = frozenset(chain.from_iterable(map(_list_link_forms, live)))

    @cached_property
    def _live_by_local(self) -> dict[str, str]:
        """The live IDs by those of the service's local link check."""
        if any(heading_id.live != heading_id.local for heading_id in self._ids):
            return _map_local_to_live(self._ids)
        return {}

    @cached_property
    def _letters_of_names(self) -> frozenset[str]:
        """The letters of names and headings that may have an ID in several forms."""
        doubtful = [heading for heading in self._headings if has_uncertain_id(heading)]
        names = (*self._names, *doubtful, *(make_heading_id(heading).live for heading in doubtful))
        return frozenset(chain.from_iterable(map(_iter_component_forms, names)))

    @cached_property
    def _has_unknown_transliteration(self) -> bool:
        """Whether a component may have an ID in an unknown transliteration."""
        return any(_IN_OTHER_LETTERS.search(name) for name in self._names)

    def look_up_anchor(self, fragment: str) -> AnchorLookup:
        """Look up a decoded fragment."""
        wanted = fragment_to_id(fragment)
        if (
            wanted in self._live
            or unify_quotes(fragment) in self._live
            or (self._has_unknown_transliteration and wanted.isascii())
        ):
            return _THERE
        if not self._letters_of_names.isdisjoint(_iter_fragment_forms(fragment)):
            return _THERE
        live = self._live_by_local.get(wanted)
        if live is not None:
            return AnchorLookup(AnchorStatus.LOCALLY, live)
        alike = self._live_by_visible.get(remove_invisible(wanted))
        return AnchorLookup(AnchorStatus.NOWHERE, alike) if alike else _NOWHERE

    @cached_property
    def _live_by_visible(self) -> dict[str, str]:
        """The live IDs by the same without invisible characters."""
        return {remove_invisible(anchor): anchor for anchor in sorted(self._live)}


def find_invisible(text: str) -> str:
    """Return the first invisible character of a text, or an empty string."""
    match = None if text.isascii() else _INVISIBLE.search(text)
    return match[0] if match else ""


def remove_invisible(text: str) -> str:
    """Return a text without its invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def strip_count_suffix(anchor: str) -> str | None:
    """Return an anchor without the number that makes it unique, or None if it has none."""
    return COUNT_SUFFIX.sub("", anchor) if COUNT_SUFFIX.search(anchor) else None


def make_live_heading_id(heading: str) -> str:
    """Return the live ID of a heading, given as written: `Config.json *options*`."""
    return make_heading_id(heading).live


def _list_link_forms(anchor: str) -> tuple[str, ...]:
    """Return a live ID in the forms in which links may write it."""
    if is_plain_ascii(anchor):
        return (anchor,)
    return (unify_quotes(unquote(anchor)), fragment_to_id(anchor))


def _map_local_to_live(ids: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Map the IDs of older link checks to those of the live page; both are made unique first."""
    lives, locals_ = HeadingIdCounter(), HeadingIdCounter()
    live_by_local: dict[str, str] = {}
    for live, local in ids:
        at_last = lives.make_unique(live) if live else ""
        if local:
            live_by_local.setdefault(unify_quotes(locals_.make_unique(local)), at_last)
    return live_by_local


def _has_expression(headings: bytes) -> bool:
    """Return whether a heading contains an expression, whose value is unknown."""
    if b"{" not in headings:
        return False
    return b"{" in _SAYS_NOTHING.sub(b"", headings)


def _decode_lines(data: bytes) -> list[str]:
    """Return the lines of some bytes as text; no line for no bytes."""
    return data.decode("utf-8", "replace").split("\n") if data else []


def _iter_component_forms(name: str) -> Iterator[str]:
    """Yield the letters of the IDs that a component may make of a name."""
    name = unescape(name) if "&" in name else name
    yield _fold_letters(name)
    if not name.isascii():
        yield _fold_letters(name.encode("ascii", "ignore").decode())
        plain = unicodedata.normalize("NFKD", name)
        yield _fold_letters("".join(sign for sign in plain if not unicodedata.combining(sign)))
        yield _fold_letters(name.lower().translate(_GERMAN))
    if "&" in name:
        yield _fold_letters(name.replace("&", " and "))


def _iter_fragment_forms(fragment: str) -> Iterator[str]:
    """Yield the letters of a fragment, with and without a field prefix and a last number."""
    for text in (fragment, FIELD_PREFIX.sub("", fragment)):
        yield _fold_letters(text)
        yield _fold_letters(COUNT_SUFFIX.sub("", text))


def _fold_letters(text: str) -> str:
    """Return the letters and digits of a text, normalised and without case, for comparisons."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())
