"""Analyses text: words in the form of the index, in lower case without endings.

Each language has its own endings. Chinese, Japanese and Korean have no spaces between words; their
texts are split into pairs of characters instead. Repeated words are cached.

A letter may be written as one character or as a letter and its mark, as in file names on macOS and
in text copied from a PDF: in the index both are one character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import filterfalse
from operator import add
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tantivy

STEMMERS = {
    **{"ar": "arabic", "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish"},
    **{"fr": "french", "de": "german", "el": "greek", "hu": "hungarian", "it": "italian"},
    **{"no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian"},
    **{"es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish"},
}
"""The search engine's names of the languages whose endings it knows, by language code."""

PAIRS = "cjk"
"""The analyzer name for texts that are split into pairs of characters."""

_ALIASES = {"nb": "no", "nn": "no"}
_IN_PAIRS = frozenset(("zh", "cn", "ja", "jp", "ko"))
_RUN = re.compile(
    "[\u3005\u3006\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
_AS_PIECES = bytes(
    code if code >= 0x80 else ord(chr(code).lower()) if chr(code).isalnum() else 0x20
    for code in range(256)
)
_LONGEST_WORD = 60
_SAMPLE = 3_000
_MANY = 20  # One such character in this many is enough.
_MOST_KNOWN, _LONGEST_KNOWN = 30_000, 40
"""The number of cached words of each language, some megabytes, and their greatest length."""


def choose_analyzer(language: str | None, text: str) -> str:
    """Return the name of the analyzer for a page: a key of `STEMMERS`, or `PAIRS`."""
    code = (language or "").partition("-")[0].partition("_")[0].lower()
    code = _ALIASES.get(code, code)
    if code in _IN_PAIRS:
        return PAIRS
    if code in STEMMERS:
        return code
    sample = compose_text(text[:_SAMPLE])
    character_pairs = sum(len(run) for run in _RUN.findall(sample)) if not sample.isascii() else 0
    return PAIRS if character_pairs * _MANY > len(sample) else "en"


def compose_text(text: str) -> str:
    """Return a text in which each letter and its marks are one character, if possible."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def split_into_pairs(text: str) -> str:
    """Return a composed text with adjacent characters as pairs: `検索 索窓` for `検索窓`."""
    return text if text.isascii() else _RUN.sub(_join_pairs, text)


def has_character_pairs(text: str) -> bool:
    """Return whether a text has Chinese, Japanese or Korean characters, to be split into pairs."""
    return not text.isascii() and _RUN.search(text) is not None


def is_lone_character(word: str) -> bool:
    """Return whether a word is a single character of a script that is split into pairs."""
    return len(word) == 1 and has_character_pairs(word)


@cache
def get_analyzer(analyzer_name: str) -> tantivy.TextAnalyzer:
    """Return the analyzer that splits a text into stems of a language."""
    import tantivy

    builder = _create_plain_builder()
    name = STEMMERS["en"] if analyzer_name == PAIRS else STEMMERS[analyzer_name]
    return builder.filter(tantivy.Filter.stemmer(name)).build()


def stem(word: str, analyzer_name: str) -> str:
    """Return a word without its ending, as indexed."""
    stems = _get_stem_cache(analyzer_name)[word]
    return stems if stems and " " not in stems else word


def stem_rare_words(words: Sequence[str], analyzer_name: str) -> list[str]:
    """Return the stem of each of some words that rarely repeat, without caching them."""
    stems = get_analyzer(analyzer_name).analyze(" ".join(words))
    # A word without a stem, or with two, would shift all others.
    return stems if len(stems) == len(words) else [stem(word, analyzer_name) for word in words]


@cache
def get_plain_analyzer() -> tantivy.TextAnalyzer:
    """Return the analyzer that splits a text into words with their endings."""
    return _create_plain_builder().build()


def split_pieces(text: str) -> list[str]:
    """Split a text at ASCII characters other than letters and digits; ASCII becomes lower case."""
    return text.encode().translate(_AS_PIECES).decode().split()


def join_piece_stems(pieces: Iterable[str], analyzer_name: str) -> str:
    """Return the stems of pieces of a text, separated by spaces.

    Most words of a site repeat, and a look-up takes a tenth of the time.
    """
    # No word continues across pieces, so each is analysed by itself.
    return " ".join(map(_get_stem_cache(analyzer_name).__getitem__, pieces))


def list_unique_words(pieces: Iterable[str]) -> list[str]:
    """Return the different words of pieces of a text, with their endings, except very long ones."""
    words = dict.fromkeys(pieces)
    others = " ".join(filterfalse(str.isascii, words))
    if others or max(map(len, words), default=0) >= _LONGEST_WORD:
        words = dict.fromkeys(
            word for word in words if word.isascii() and len(word) < _LONGEST_WORD
        )
    return [*(words | dict.fromkeys(get_plain_analyzer().analyze(others)))] if others else [*words]


@cache
def get_whitespace_analyzer() -> tantivy.TextAnalyzer:
    """Return the analyzer for words that are analysed already, separated by spaces."""
    import tantivy

    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()


class _StemCache(dict[str, str]):
    """The stems of pieces of a text, cached."""

    def __init__(self, found_by: tantivy.TextAnalyzer) -> None:
        self._analyzer = found_by

    def __missing__(self, piece: str) -> str:
        stems = " ".join(self._analyzer.analyze(piece))
        if len(piece) <= _LONGEST_KNOWN:  # Longer words rarely repeat.
            if len(self) >= _MOST_KNOWN:
                self.clear()
            self[piece] = stems
        return stems


@cache
def _get_stem_cache(analyzer_name: str) -> _StemCache:
    """Return the cache of stems of an analyzer, one for the whole process."""
    return _StemCache(get_analyzer(analyzer_name))


def _create_plain_builder() -> tantivy.TextAnalyzerBuilder:
    """Return a builder of analyzers for lower-case words, without accents and very long words."""
    import tantivy

    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    builder = builder.filter(tantivy.Filter.remove_long(_LONGEST_WORD))
    return builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())


def _join_pairs(match: re.Match[str]) -> str:
    """Return a run of characters as pairs between spaces."""
    run = match[0]
    if len(run) == 1:
        return f" {run} "
    return f" {' '.join(map(add, run, run[1:]))} "
