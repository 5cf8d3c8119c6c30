"""The names of the search server's tools, made from the site's `name`.

The live service writes the name in snake case the way lodash does: it splits at anything that is no
letter or digit, between a lower-case letter and a capital, before the last capital of a run that
continues in lower case (`TONDocs` is `ton_docs`), and around digits (`Web3` is `web_3`). Letters
other than Latin ones are preserved; accents are removed.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

MAX_LENGTH = 60
"""Maximum length of a tool name that all known clients accept."""

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

# A letter that has no case here: no ASCII, punctuation, symbol, space or emoji.
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
    """The names of the two tools of a site's search server."""

    search: str
    filesystem: str


def make_tool_names(site_name: str) -> ToolNames:
    """Return the tools' names for the `name` of docs.json."""
    suffix = make_tool_suffix(site_name)
    return ToolNames(f"search_{suffix}", f"query_docs_filesystem_{suffix}")


def make_tool_suffix(site_name: str) -> str:
    """Return a site's name in snake case; `docs` for a name without letters or digits."""
    return to_snake_case(site_name) or "docs"


def to_snake_case(name: str) -> str:
    """Return the words of a name in lower case, joined with `_`."""
    words = _WORD.findall(_strip_accents(_APOSTROPHES.sub("", name)))
    return "_".join(words).lower()


def _strip_accents(text: str) -> str:
    """Return Latin letters without their accents; other scripts are unchanged."""
    if text.isascii():
        return text
    plain = _LATIN.sub(lambda letter: unicodedata.normalize("NFD", letter[0]), text)
    return _COMBINING.sub("", plain).translate(_LIGATURES)
