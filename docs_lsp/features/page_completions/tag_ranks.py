"""Ranks tags by the tags around them and by use in the page, the site and real sites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.site.mdx.content import MOST_READ

ELEMENTS: Mapping[str, int] = {
    **{"img": 2099, "br": 1975, "div": 2461, "a": 268, "iframe": 257, "video": 239, "h3": 235},
    **{"li": 177, "ul": 167, "p": 160, "code": 140, "span": 114, "details": 109, "summary": 109},
    **{"table": 86, "tr": 86, "td": 86, "thead": 78, "tbody": 84, "th": 79, "kbd": 74, "u": 65},
    **{"source": 59, "h1": 46, "strong": 63, "b": 26, "h2": 26, "sup": 25, "svg": 19, "path": 14},
    **{"section": 14, "sub": 13, "button": 11, "ol": 7, "hr": 7, "em": 6, "style": 6, "h4": 2},
}
"""Common HTML elements, with the number of 34,883 real pages that use them."""

_TAG = compile_lazily(rb"<([A-Za-z][\w.]*)")
_OF_ELEMENT = {
    **{"table": ("thead", "tbody", "tr"), "thead": ("tr",), "tbody": ("tr",), "tr": ("td", "th")},
    **{"ul": ("li",), "ol": ("li",), "details": ("summary",), "video": ("source",)},
    **{"svg": ("path",), "picture": ("source", "img")},
}
_IN_LINE = frozenset(
    ("a", "b", "br", "code", "em", "img", "kbd", "span", "strong", "sub", "sup", "u")
)
_FENCE, _PICTURE = "```", "!["
_AROUND = {_FENCE: ("CodeGroup",), _PICTURE: ("Frame",), "img": ("Frame",), "video": ("Frame",)}
"""Components put around what follows, besides those around their own children."""
_FOLLOWING = compile_lazily(rb"\s*(?:<([A-Za-z][\w.]*)|(```|!\[))")
# Tuned on real pages; only their relative size matters much.
_CHILD, _SAME, _IN_PAGE, _IN_SITE, _ELSEWHERE, _OUTSIDE, _UNUSED = 12, 4, 1.5, 0.7, 0.7, -20, 12
_WRAPPING, _FITTING = 5, 6


class TagContext(NamedTuple):
    """The surroundings of a tag that is being typed."""

    inner: str
    """The innermost open tag, or empty."""
    before: str
    """The tag before it inside the innermost open tag, or empty."""
    after: str
    """The tag or mark that follows, as `find_next_tag` returns it."""
    is_in_line: bool
    """Whether text precedes it on its line."""
    own: tuple[str, ...]
    """The names that the page imports or defines."""
    in_page: Mapping[str, int]
    """The number of uses of each tag in the page."""
    in_site: Mapping[str, int]
    """The number of pages of the site that use each component."""


def count_tags(data: bytes) -> Counter[str]:
    """Count each tag in a text, including code: quick, and good enough for ranking."""
    return Counter(name.decode() for name in _TAG.findall(data, 0, MOST_READ))


def find_next_tag(data: bytes, offset: int) -> str:
    """Return the name of the tag that follows an offset, or the mark that does; else empty.

    A mark is the opening one of a code block or a picture.
    """
    match = _FOLLOWING.match(data, offset)
    return (match[1] or match[2]).decode() if match else ""


def rank_tags(here: TagContext) -> list[str]:
    """Return the names of tags to be proposed, likeliest first."""
    names = [name for name, one in COMPONENTS.items() if one.is_offered and not one.replaced_by]
    own = [name for name in here.own if name not in COMPONENTS]
    wrapping = {*_AROUND.get(here.after, ()), *_find_possible_parents(here.after)} - {here.inner}

    def sort_key(name: str) -> tuple[float, str]:
        component = COMPONENTS.get(name)
        pages = component.pages if component else ELEMENTS.get(name, 0)
        score = _ELSEWHERE * log(1 + pages)
        score += _IN_SITE * log(1 + here.in_site.get(name, 0))
        score += _IN_PAGE * log(1 + max(0, here.in_page.get(name, 0)))
        score += _SAME * ((name == here.before) + (name == here.after))
        score += _UNUSED if name in own and not here.in_page.get(name) else 0
        score += _WRAPPING if name in wrapping else 0
        fits = component.is_inline if component else name in _IN_LINE or name in own
        score += _FITTING if fits and here.is_in_line else 0
        if name in _find_possible_children(here.inner):
            score += _CHILD
        elif component and component.parents and here.inner not in component.parents:
            score += _OUTSIDE
        return -score, name

    return sorted(dict.fromkeys((*own, *names, *ELEMENTS)), key=sort_key)


def _find_possible_parents(name: str) -> tuple[str, ...]:
    """Return the components that may hold this one and do not need a parent themselves."""
    return tuple(
        each for each, one in COMPONENTS.items() if name in one.children and not one.parents
    )


def _find_possible_children(name: str) -> tuple[str, ...]:
    component = COMPONENTS.get(name)
    return component.children if component else _OF_ELEMENT.get(name, ())
