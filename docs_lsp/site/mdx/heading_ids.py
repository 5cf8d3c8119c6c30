"""Make the ID of a heading, which a link names after `#`, as the service does.

The live page first makes quotes, dashes and dots typographic. Older versions of the link check that
writers run locally do not: `What's new` is `whats-new` for these, and has a curly quote in it for
readers. For most headings both are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import unescape
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

_BARE = compile_lazily(r"[A-Za-z0-9 -]+")
"""Most headings are nothing but words, and there may be thousands."""

# Characters with a meaning in Markdown or typography. In code and after a backslash they have none,
# so they are replaced there for a while by private-use characters.
_SET_ASIDE = str.maketrans({sign: chr(0xE000 + ord(sign)) for sign in "*_~'\"-.&<>[]!`$\\{}"})
_SIGNS_OF_MARKDOWN = str.maketrans({sign: chr(0xE000 + ord(sign)) for sign in "*_~&<>[]!`$\\{}"})
_RESTORED = str.maketrans({chr(0xE000 + ord(sign)): sign for sign in "*_~'\"-.&<>[]!`$\\{}"})

_CUSTOM = compile_lazily(r"[ \t]*\{[ \t]*#([^{}]*)\}$")
_NOT_IN_CUSTOM = compile_lazily(r"[<>\"&?,;:!'()\[\]{}]")
_CLOSING_MARKS = compile_lazily(r"(?:^|[ \t]+)#+[ \t]*$")
_CODE_OR_ESCAPE = compile_lazily(r"\\([!-/:-@\[-`{-~])|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)")
_FORMULA = compile_lazily(r"(?<!\$)(\$+)(?!\$).+?(?<!\$)\1(?!\$)")
_COMMENT = compile_lazily(r"\{/\*.*?\*/\}")
_EXPRESSION = compile_lazily(r"\{(?:[^{}]|\{[^{}]*\})*\}")
_TAG = compile_lazily(
    r"</?(?:[A-Za-z_$](?:[^<>\"'{}]|\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*)?>"
)
_IMAGE = compile_lazily(r"!\[[^\[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])")
_LINK = compile_lazily(r"\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])")
_EMPHASIS = {
    "*": compile_lazily(r"(?<!\*)(\*{1,3})(?=[^\s*])(.*?[^\s*])\1(?!\*)"),
    "_": compile_lazily(r"(?<!\w)(_{1,3})(?=[^\s_])(.*?[^\s_])\1(?!\w)"),
    "~": compile_lazily(r"(?<!~)(~{1,2})(?=[^\s~])(.*?[^\s~])\1(?!~)"),
}
_NESTED = 4

_OPENING_QUOTE = compile_lazily(r"(?:(?<=[\s(\[{—-])|^)(['\"])(?=\S)")
_CURLY = {"'": "\u2019", '"': "\u201d"}
_OPENING = {"'": "\u2018", '"': "\u201c"}
_DOTS = compile_lazily(r"\.{3,}|\. \. \.")
_DASHES = compile_lazily(r"-{2,}")

_SPACES = compile_lazily(r"\s+")
_JOINTS = compile_lazily(r"[-.!~*'()]+")
_SINGLE_LETTER = compile_lazily(r"-([ts])(-|$)")
_DROPPED = compile_lazily(r"[?,;:!'\"()\[\]{}]")
_EMOJI = compile_lazily(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf"
    "\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e"
    "\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640"
    "\u2642\u2648-\u2653\u265f\u2660\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699"
    "\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce"
    "\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d"
    "\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755"
    "\u2757\u2763\u2764\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50"
    "\u2b55\u3030\u303d\u3297\u3299\ufe0f\u200d\u20e3\U0001f000-\U0001faff]"
)
_HALF_CURLY = str.maketrans({"\u2018": "\u2019", "\u201c": "\u201d"})


class HeadingId(NamedTuple):
    """The IDs that the service makes for one heading; empty for none."""

    live: str
    """The ID on the page that readers see."""
    local: str
    """The ID in older versions of the link check that runs locally."""


def make_heading_id(heading: str) -> HeadingId:
    """Return the IDs of a heading, given as written: `Config.json *options*`."""
    if is_plain_ascii(heading):
        known = _slugify_words(heading)
        live = known if "--" not in heading else _slugify(_DASHES.sub("\u2014", heading))
        return HeadingId(live, known)
    custom = _CUSTOM.search(heading) if heading.endswith("}") else None
    if custom:
        custom_id = _SPACES.sub("-", _EMOJI.sub("", _NOT_IN_CUSTOM.sub("", custom[1])).strip())
        return HeadingId(custom_id, custom_id)
    text = _strip_markup(heading)
    local = _slugify(text.translate(_RESTORED))
    if not _needs_typography(text):
        return HeadingId(local, local)
    return HeadingId(_slugify(_apply_typography(text).translate(_RESTORED)), local)


def extract_heading_text(heading: str) -> str:
    """Return the text of a heading, given as written, without markup and `{#id}`."""
    custom = _CUSTOM.search(heading) if heading.endswith("}") else None
    text = heading[: custom.start()] if custom else heading
    return _strip_markup(text).translate(_RESTORED).strip()


def is_plain_ascii(text: str) -> bool:
    """Return whether a text has only ASCII letters and digits, spaces and hyphens."""
    return _BARE.fullmatch(text) is not None


def has_custom_id(heading: str) -> bool:
    """Return whether a heading ends in an ID of its own: `Fees {#prices}`."""
    return heading.endswith("}") and _CUSTOM.search(heading) is not None


def has_uncertain_id(heading: str) -> bool:
    """Return whether the ID of a heading is uncertain: a formula is text on some sites."""
    return "$" in heading and _FORMULA.search(heading) is not None


def fragment_to_id(fragment: str) -> str:
    """Return the ID that a decoded fragment of a link looks for."""
    if is_plain_ascii(fragment):
        return fragment
    return unify_quotes(_EMOJI.sub("", _DROPPED.sub("", fragment)))


def unify_quotes(anchor: str) -> str:
    """Return an ID with opening quotes replaced by closing ones, as they are equivalent."""
    return anchor.translate(_HALF_CURLY)


class HeadingIdCounter:
    """Makes the IDs of one page's headings unique, as the service does."""

    def __init__(self) -> None:
        """Start with no headings."""
        self._seen: dict[str, int] = {}

    def make_unique(self, anchor: str) -> str:
        """Return the ID of the next heading: with `-2` for the second of a name, and so on."""
        while anchor in self._seen:
            self._seen[anchor] += 1
            anchor = f"{anchor}-{self._seen[anchor]}"
        self._seen[anchor] = 1
        return anchor


def make_ids_unique(anchors: Iterable[str]) -> Iterator[str]:
    """Make the IDs of a page's headings unique; headings without an ID are left out."""
    numbers = HeadingIdCounter()
    return (numbers.make_unique(anchor) for anchor in anchors if anchor)


def _slugify(text: str) -> str:
    """Return the ID that is made of a heading's text."""
    joined = _SPACES.sub("-", text.lower().strip())
    slug = _DROPPED.sub("", _join_single_letters(_JOINTS.sub("-", joined).strip("-")))
    return slug if slug.isascii() else _EMOJI.sub("", slug)


def _slugify_words(text: str) -> str:
    """Return the ID of plain ASCII text, in a third of the time."""
    return _join_single_letters("-".join(text.lower().replace("-", " ").split()))


def _join_single_letters(text: str) -> str:
    """Join the last letters of `what-s` and `don-t` to their words again."""
    return _SINGLE_LETTER.sub(r"\1\2", text) if "-s" in text or "-t" in text else text


def _strip_markup(heading: str) -> str:
    """Return a heading's text without Markdown and elements that show no words.

    Characters that come from code are replaced by private-use characters.
    """
    # Most headings have hardly any of these characters, and there may be thousands.
    text = _CLOSING_MARKS.sub("", heading) if "#" in heading else heading
    if "`" in text or "\\" in text:
        text = _CODE_OR_ESCAPE.sub(_set_aside_literal, text)
    text = _FORMULA.sub("", text) if "$" in text else text
    if "{" in text:
        text = _EXPRESSION.sub("", _COMMENT.sub("", text))
    text = _TAG.sub("", text) if "<" in text else text
    if "[" in text:
        text = _apply_until_stable(text, lambda one: _LINK.sub(r"\1", _IMAGE.sub("", one)))
    for sign, mark in _EMPHASIS.items():
        if sign in text:
            text = _apply_until_stable(text, partial(mark.sub, r"\2"))
    return unescape(text) if "&" in text else text


def _set_aside_literal(match: re.Match[str]) -> str:
    """Return an escaped character, or the content of code, with private-use characters."""
    if match[1]:
        return match[1].translate(_SIGNS_OF_MARKDOWN)
    inner = match[3]
    if inner[0] == inner[-1] == " " and inner.strip():
        inner = inner[1:-1]
    return inner.translate(_SET_ASIDE)


def _apply_until_stable(text: str, change: Callable[[str], str]) -> str:
    """Apply a change until it changes nothing more, but only a few times."""
    for _ in range(_NESTED):
        before, text = text, change(text)
        if text == before:
            break
    return text


def _needs_typography(text: str) -> bool:
    """Return whether the live page changes quotes, dashes or dots of a text."""
    return "'" in text or '"' in text or "--" in text or "..." in text or ". ." in text


def _apply_typography(text: str) -> str:
    """Return a text with typographic quotes, dashes and dots, as on the live page."""
    text = _OPENING_QUOTE.sub(lambda match: _OPENING[match[1]], text)
    text = re.sub(r"['\"]", lambda match: _CURLY[match[0]], text)
    return _DASHES.sub("\u2014", _DOTS.sub("\u2026", text))
