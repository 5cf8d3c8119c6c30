"""Where a page can be linked at: the anchors of its headings, and those of its components.

The service makes an anchor of the words of a heading: in lower case, with hyphens for white space
and full stops, a curly apostrophe for a straight one, and without most other signs. `{#id}` behind
a heading sets it instead, and the second heading of a name gets `-2`. Accordions, tabs, steps and
fields have anchors too, made of a title, a name or an `id`.

Which signs go is known for some of them only, and was different once. So a link is held against
letters and digits alone: it leads nowhere only where nothing in the page has these words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import unquote

from docs_lsp.site.mdx.code import LinePattern

NAMING = (b"id", b"title", b"label", b"name", b"path", b"query", b"body", b"header")
"""The attributes of components that may make an anchor."""

_HEADING = LinePattern(rb"[ \t]*#{1,6}[ \t]+([^\n]{1,500})")
_UNDERLINE = re.compile(rb"\n(?:={2,}|-{2,})[ \t\r]*(?=\n|\Z)")
_HTML_HEADING = re.compile(rb"<h[1-6]\b[^<>\n]{0,500}>([^\n]{1,500}?)</h")
_LONGEST_LINE = 500
_NO_TEXT = (b"#", b"|", b"<", b">", b"-", b"=")

_ID = re.compile(r"[ \t]*\{[ \t]*#([^{}\s]+)[ \t]*\}$")
_BARE = re.compile(r"[A-Za-z0-9 -]+")
_CLOSING_MARKS = re.compile(r"[ \t]#+$")
_LINKED = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_COMPONENT = re.compile(r"<[A-Z][^<>]{0,300}>[^<>]{0,300}</[^<>]{0,80}>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = re.compile(r"\*+|`+|(?<!\w)_+|_+(?!\w)")
_DROPPED = re.compile("[^\\w\\s\u2019/&-]")
_SPACES = re.compile(r"\s+")
_SIGNS = re.compile(r"[\W_]+")
_COUNT = re.compile(r"-\d{1,3}$")
_FIELD = re.compile(r"^(?:param|body|query|path|header|response|cookie)-")


def headings_in(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """The headings between two blocks of code, as they are written, without their marks."""
    if data.find(b"#", start, end) >= 0:
        for match in _HEADING.finditer(data, start, end):
            yield match[1].strip()
    if data.find(b"<h", start, end) >= 0:
        for match in _HTML_HEADING.finditer(data, start, end):
            yield match[1].strip()
    if data.find(b"\n--", start, end) >= 0 or data.find(b"\n==", start, end) >= 0:
        for match in _UNDERLINE.finditer(data, start, end):
            low = max(start, match.start() - _LONGEST_LINE)
            line = data[low : match.start()].rpartition(b"\n")[2].strip()
            if line and not line.startswith(_NO_TEXT):
                yield line


class Words:
    """The words that a page's anchors are made of, as they are written; a few bytes for a page."""

    __slots__ = ("_folded", "_headings", "_is_all", "_names")

    def __init__(
        self, headings: Iterable[bytes], names: Iterable[bytes], *, is_all: bool = True
    ) -> None:
        """Keep headings and names, none with a line feed in it; `is_all` tells if there may be
        more of them."""
        self._headings = b"\n".join(headings)
        self._names = b"\n".join(dict.fromkeys(names))
        self._is_all = is_all and not _is_made_up(self._headings)
        self._folded: frozenset[str] | None = None

    def anchors(self) -> tuple[str, ...]:
        """The anchors of the headings, in order, as the service makes them."""
        return tuple(_numbered(anchor_of(line) for line in _lines(self._headings)))

    def may_hold(self, fragment: str) -> bool:
        """Whether the part of a link behind `#` may mean a place among these."""
        if not self._is_all or fragment in ("", "top") or ":~:" in fragment:
            return True
        if self._folded is None:
            lines = _lines(self._headings)
            # Whether what a component shows in a heading counts is not known.
            bare = [_COMPONENT.sub("", line) for line in lines if _COMPONENT.search(line)]
            texts = [anchor_of(line) for line in (*lines, *bare)]
            self._folded = frozenset(map(_folded, (*texts, *_lines(self._names))))
        wanted = unquote(fragment)
        meant = (wanted, _COUNT.sub("", wanted), _FIELD.sub("", wanted))
        return not self._folded.isdisjoint(map(_folded, meant))


def anchor_of(heading: str) -> str:
    """The anchor of a heading, given as it is written: `Config.json *options*`."""
    if _BARE.fullmatch(heading):  # Most are, and there may be thousands.
        return "-".join(heading.lower().split()).strip("-")
    given = _ID.search(heading)
    if given:
        return given[1]
    text = _CLOSING_MARKS.sub("", heading)
    text = _EMPHASIS.sub("", _TAG.sub("", _LINKED.sub(r"\1", text)))
    text = unescape(text).strip().lower().replace("'", "\u2019").replace(".", "-")
    return _SPACES.sub("-", _DROPPED.sub("", text)).strip("-")


def _is_made_up(headings: bytes) -> bool:
    """Whether an expression stands in a heading, and may say anything."""
    return b"{" in headings.replace(b"{#", b"").replace(b"{ #", b"")


def _numbered(anchors: Iterable[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for anchor in anchors:
        seen[anchor] += 1
        yield anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}"


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").split("\n") if data else []


def _folded(text: str) -> str:
    return _SIGNS.sub("", unicodedata.normalize("NFKC", text).casefold())
