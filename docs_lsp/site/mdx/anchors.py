"""Where a page can be linked at: the ids of its headings, and those of its components.

The service makes an id of the words of a heading (`heading_ids`). `{#id}` behind a heading sets it
instead, and the second heading of a name gets `-2`. Accordions, tabs, updates and fields have ids
too, made of a title, a label or a name in ways of their own, and any element may have an `id`.

A link has to name the id of a heading to the letter. What it may mean of a component is compared by
letters and digits alone, because components make their ids in too many ways.
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
    Numbers,
    has_custom_id,
    id_of,
    id_of_fragment,
    is_bare,
    is_doubtful,
    make_ids_unique,
    unify_quotes,
)

NAMING = (b"id", b"title", b"label", b"name", b"path", b"query", b"body", b"header")
"""The attributes of components that may make an anchor."""

_ELEMENTS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "Heading"))
WITHOUT_ID = 5
"""Headings of this level and below have no id unless they are given one."""
_HTML_HEADING = compile_lazily(
    rb"<(?:h[1-6]|Heading)\b[^<>\n]{0,500}>(?:\r?\n[ \t]{0,80})?"
    rb"([^\n]{1,500}?)(?:\n[ \t]{0,80})?</[hH]"
)
# Components that show a title or take a name, and make no id of it; a step, which does where its
# title is as large as a heading; and those that make one in a way of their own.
_KNOWN = compile_lazily(
    rb"<(?:(Callout|Card|Check|Code(?:Block|Group)|Color[.\w]*|Column|Danger|Example|Expandable|Frame"
    rb"|Icon|Info|Note|Prompt|Tile|Tip|Tooltip|Tree[.\w]*|Warning)"
    rb"|(Step)|(Param(?:Field)?|ResponseField))\s"
)
_STEP, _FIELD_NAME = 2, 3
_OF_FIELDS = b"param-"
_AS_WRITTEN = b"\0"
"""Stands before an `id`, which is an anchor to the letter."""
_ID_SIGN = _AS_WRITTEN.decode()
_LARGE_STEPS = b"titleSize"
_LONGEST_TAG = 1000

# Comments, ids of headings, and code, in which braces are no expression.
_SAYS_NOTHING = compile_lazily(rb"\{/\*.*?\*/\}|\{[ \t]*#|`[^`\n]*`|\\\{")
_SIGNS = compile_lazily(r"[\W_]+")
COUNT_SUFFIX = compile_lazily(r"-\d{1,3}$")
"""The end of an anchor that counts headings of one text."""
FIELD_PREFIX = compile_lazily(r"^(?:param|body|query|path|header|response|cookie)-")
"""The beginning of the anchor of a field."""
# Letters that accordions write in ASCII, in a way that is not known here.
_IN_OTHER_LETTERS = compile_lazily("[\u0370-\u10ff]")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class Leading(Enum):
    """Where a link with an anchor leads."""

    THERE = auto()
    """To its place, or it may."""
    LOCALLY = auto()
    """To its place by the check of links on a writer's machine; on the live page the heading has
    another id."""
    INTO_CODE = auto()
    """To a heading that stands in a block of code that is never closed, and so is none."""
    UNSEEN = auto()
    """Nowhere, as far as is known; but a component that the page imports may bring the place."""
    NOWHERE = auto()


class Lead(NamedTuple):
    """Where a link with an anchor leads, and what is to be said about it."""

    where: Leading
    live: str = ""
    """The id that the heading has on the live page."""
    line: int = 0
    """The line in which the block of code begins, from 1."""


_THERE, _NOWHERE = Lead(Leading.THERE), Lead(Leading.NOWHERE)


def has_heading_id(level: int, heading: bytes) -> bool:
    """Whether a heading of a level, as it is written, has an id."""
    return level < WITHOUT_ID or has_custom_id(heading.decode("utf-8", "replace"))


def is_element_heading(name: str) -> bool:
    """Whether an element of a name is a heading."""
    return name in _ELEMENTS


def heading_elements_in(code: bytes, start: int, end: int) -> Iterator[tuple[Span, bytes]]:
    """The elements in JavaScript between two offsets that are headings, with what they say."""
    for match in _HTML_HEADING.finditer(code, start, end):
        yield Span(*match.span()), match[1].strip()


class Naming:
    """Tells which attributes of a page may make an anchor, and what of them it is made of."""

    def __init__(self, data: bytes) -> None:
        """Look at a page."""
        self._data = data

    def name_in(self, attribute: bytes, value: Span) -> bytes | None:
        """The name for `AnchorWords` that the value of an attribute gives, if it gives any."""
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
        return self._data.find(_LARGE_STEPS) >= 0


class Swallowed(NamedTuple):
    """What stands in a block of code that is never closed."""

    line: int
    """The line of its fence, from 1."""
    headings: bytes
    """What would be headings, a line each."""


class AnchorWords:
    """The words that a page's anchors are made of, as they are written; a few bytes for a page."""

    __slots__ = ("_headings", "_ids", "_is_all", "_names", "_swallowed")

    def __init__(
        self,
        headings: Iterable[bytes],
        names: Iterable[bytes],
        *,
        is_all: bool = True,
        swallowed: Swallowed | None = None,
    ) -> None:
        """Keep headings and names, none with a line feed in it; `is_all` tells if there may be
        more of them."""
        self._headings = b"\n".join(headings)
        self._names = b"\n".join(dict.fromkeys(names))
        self._is_all = is_all and not _is_made_up(self._headings)
        self._swallowed = swallowed
        self._ids: _Ids | None = None

    def anchors(self) -> tuple[str, ...]:
        """The anchors of the headings, in order, as the live page has them."""
        return tuple(make_ids_unique(id_of(line).live for line in _lines(self._headings)))

    def lead(self, fragment: str) -> Lead:
        """Where the part of a link behind `#`, decoded, leads among these."""
        if not self._is_all or fragment in ("", "top") or ":~:" in fragment:
            return _THERE
        if not (self._headings or self._names or self._swallowed):
            return _NOWHERE  # Most parts of pages have nothing that could be linked at.
        if self._ids is None:
            self._ids = _Ids(_lines(self._headings), _lines(self._names))
        lead = self._ids.lead(fragment)
        if lead is _NOWHERE and self._swallowed:
            swallowed = _Ids(_lines(self._swallowed.headings), [])
            if swallowed.lead(fragment).where is not Leading.NOWHERE:
                return Lead(Leading.INTO_CODE, line=self._swallowed.line)
        return lead


class _Ids:
    """The ids of a page, in the forms in which links are held against them.

    Most links name a heading of the live page, so all else is worked out when one does not.
    """

    def __init__(self, headings: list[str], names: list[str]) -> None:
        """Take the headings, and the names of components."""
        self._headings = headings
        self._names = [name for name in names if not name.startswith(_ID_SIGN)]
        self._ids = [id_of(heading) for heading in headings]
        live = [*make_ids_unique(heading_id.live for heading_id in self._ids if heading_id.live)]
        live += [name[1:] for name in names if name.startswith(_ID_SIGN)]
        self._live = frozenset(chain.from_iterable(map(_forms_of_id, live)))

    @cached_property
    def _live_by_local(self) -> dict[str, str]:
        """What the local check takes for an id, with what the live page has instead."""
        return (
            _map_local_to_live(self._ids)
            if any(heading_id.live != heading_id.local for heading_id in self._ids)
            else {}
        )

    @cached_property
    def _letters_of_names(self) -> frozenset[str]:
        """The letters of what may be one in several forms."""
        doubtful = [heading for heading in self._headings if is_doubtful(heading)]
        names = (*self._names, *doubtful, *(id_of(heading).live for heading in doubtful))
        return frozenset(chain.from_iterable(map(_forms, names)))

    @cached_property
    def _in_other_letters(self) -> bool:
        """Whether some component may have an id of ASCII letters that nobody knows here."""
        return any(_IN_OTHER_LETTERS.search(name) for name in self._names)

    def lead(self, fragment: str) -> Lead:
        """Where the part of a link behind `#` leads."""
        wanted = id_of_fragment(fragment)
        if (
            wanted in self._live
            or unify_quotes(fragment) in self._live
            or (self._in_other_letters and wanted.isascii())
        ):
            return _THERE
        if not self._letters_of_names.isdisjoint(_fold_candidates(fragment)):
            return _THERE
        live = self._live_by_local.get(wanted)
        return Lead(Leading.LOCALLY, live) if live is not None else _NOWHERE


def strip_count(anchor: str) -> str | None:
    """What an anchor is without the number that tells it from others; None where it has none."""
    return COUNT_SUFFIX.sub("", anchor) if COUNT_SUFFIX.search(anchor) else None


def anchor_of(heading: str) -> str:
    """The anchor of a heading on the live page, given as it is written: `Config.json *options*`."""
    return id_of(heading).live


def _forms_of_id(anchor: str) -> tuple[str, ...]:
    """An id of the live page as links may write it."""
    return (anchor,) if is_bare(anchor) else (unify_quotes(unquote(anchor)), id_of_fragment(anchor))


def _map_local_to_live(ids: Iterable[tuple[str, str]]) -> dict[str, str]:
    lives, locals_ = Numbers(), Numbers()
    live_by_local: dict[str, str] = {}
    for live, local in ids:
        at_last = lives.make_unique(live) if live else ""
        if local:
            live_by_local.setdefault(unify_quotes(locals_.make_unique(local)), at_last)
    return live_by_local


def _is_made_up(headings: bytes) -> bool:
    """Whether an expression stands in a heading, and may say anything."""
    if b"{" not in headings:
        return False
    return b"{" in _SAYS_NOTHING.sub(b"", headings)


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").split("\n") if data else []


def _forms(name: str) -> Iterator[str]:
    """The letters of what a component may make of a name."""
    name = unescape(name) if "&" in name else name
    yield _fold_letters(name)
    if not name.isascii():
        yield _fold_letters(name.encode("ascii", "ignore").decode())
        plain = unicodedata.normalize("NFKD", name)
        yield _fold_letters("".join(sign for sign in plain if not unicodedata.combining(sign)))
        yield _fold_letters(name.lower().translate(_GERMAN))
    if "&" in name:
        yield _fold_letters(name.replace("&", " and "))


def _fold_candidates(fragment: str) -> Iterator[str]:
    """The letters of the names that an anchor may be made of."""
    for text in (fragment, FIELD_PREFIX.sub("", fragment)):
        yield _fold_letters(text)
        yield _fold_letters(COUNT_SUFFIX.sub("", text))


def _fold_letters(text: str) -> str:
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())
