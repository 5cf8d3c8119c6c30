"""The names of the search server's tools, made from the site's `name`.

The live service writes the name in snake case the way lodash does: it splits at anything that is
no letter or digit, between a small letter and a capital, before the last capital of a run that
goes on in small letters (`TONDocs` is `ton_docs`), and around digits (`Web3` is `web_3`).
Letters other than Latin ones stay; accents go.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

MAX_LENGTH = 60
"""Clients refuse tool names of about this length; the least generous one counts."""

_APOSTROPHES = compile_lazily("['\u2019]")
_COMBINING = compile_lazily("[\u0300-\u036f\ufe20-\ufe2f\u20d0-\u20ff]")
_LATIN = compile_lazily("[\u00c0-\u017f]")
_LIGATURES = str.maketrans(
    {
        **{"ß": "ss", "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "Þ": "Th", "þ": "th"},
        **{"Ø": "O", "ø": "o", "Ð": "D", "ð": "d", "Đ": "D", "đ": "d", "Ł": "L", "ł": "l"},
        **{"Ħ": "H", "ħ": "h", "\u0131": "i", "ĸ": "k", "Ŧ": "T", "ŧ": "t", "Ŋ": "N", "ŋ": "n"},
    }
)

# A letter that has no case here: none of ASCII, no punctuation, symbol, space or emoji.
_OTHER = "[^\x00-\x7f\x80-\xbf\xd7\xf7\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]"
_WORD = compile_lazily(
    r"[A-Z]?[a-z]+(?![a-z0-9]|OTHER)"
    r"|(?:[A-Z]|OTHER)+(?=[A-Z](?:[a-z]|OTHER)|(?![A-Za-z0-9]|OTHER))"
    r"|[A-Z]?(?:[a-z]|OTHER)+"
    r"|[A-Z]+"
    r"|[0-9]*(?:1st|2nd|3rd|[04-9]th)(?![a-z0-9])"
    r"|[0-9]*(?:1ST|2ND|3RD|[04-9]TH)(?![A-Z0-9])"
    r"|[0-9]+".replace("OTHER", _OTHER)
)


class ToolNames(NamedTuple):
    """The two tools of a site's search server."""

    search: str
    filesystem: str


def tool_names(site_name: str) -> ToolNames:
    """The tools' names for the `name` of docs.json."""
    suffix = tool_suffix(site_name)
    return ToolNames(f"search_{suffix}", f"query_docs_filesystem_{suffix}")


def tool_suffix(site_name: str) -> str:
    """A site's name in snake case; `docs` for one without a letter or digit."""
    return snake_case(site_name) or "docs"


def snake_case(name: str) -> str:
    """A name's words in small letters with `_` between them."""
    words = _WORD.findall(_strip_accents(_APOSTROPHES.sub("", name)))
    return "_".join(words).lower()


def _strip_accents(text: str) -> str:
    """Latin letters without their accents; other scripts need theirs."""
    if text.isascii():
        return text
    plain = _LATIN.sub(lambda letter: unicodedata.normalize("NFD", letter[0]), text)
    return _COMBINING.sub("", plain).translate(_LIGATURES)
