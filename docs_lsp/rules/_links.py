"""What the rules about links and redirects say of a path or an anchor that is not there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.rules._words import code, spoken
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.api.generated import letters
from docs_lsp.site.mdx.contents import may_lead_to
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.links import Verdict
from docs_lsp.site.routes.targets import target_of
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview

_LANGUAGES = frozenset(LANGUAGE_NAMES)
_FILES = re.compile(
    r"\.(?:avif|css|csv|eot|gif|ico|jpe?g|js|json|mov|mp[34]|otf|pdf|png|svg|ttf|txt|wav|web[mp]"
    r"|woff2?|xml|ya?ml|zip)",
    re.IGNORECASE,
)
"""The endings of files that are no pages."""
_LOOKED_AT = 12
_SHOWN = 3
_ALL_BUT_THE_SAME = 0.92
# To search for the like of one dead path takes a millisecond or two.
_SEARCHED = 100


class Dead(NamedTuple):
    """A link that leads to nothing, or not to the part of the page that it names."""

    path: str
    """The path of the site that it means."""
    anchor: str = ""
    """The anchor that is not there, where the page is."""
    file: str = ""
    """The file of that page."""

    def within(self, link: str, span: Span) -> Span:
        """The part of a link that is wrong, given the link and its span."""
        path, sign, anchor = link.partition("#")
        if self.anchor:
            return Span(span.start + _size(path + sign), span.start + _size(path + sign + anchor))
        return Span(span.start, span.start + _size(path.partition("?")[0]))


def judged(link: str, file: str | None, overview: Overview) -> Dead | None:
    """What is wrong with a link in a page, or in docs.json; None where nothing is, for sure."""
    target = target_of(link, file)
    if target is None:
        return None
    at = file
    if target.path:
        answer = overview.answers.to(target)
        if answer.verdict is Verdict.DEAD:
            return Dead(target.path)
        # Where a redirect leads in the end, nobody needs to know here.
        at = answer.page.file if answer.page and not answer.redirect else None
    contents = overview.contents
    if not (at and target.fragment) or contents is None:
        return None
    if may_lead_to(contents, at, target.fragment) or _is_title(target.fragment, contents.get(at)):
        return None
    return Dead(target.path, target.fragment, at)


def _is_title(anchor: str, page: PageContent | None) -> bool:
    """Whether an anchor names the page as a whole: it leads to the top, as it should."""
    title = page.fields.get("title") if page else None
    return isinstance(title, str) and letters(title) == letters(anchor)


class Suggestions:
    """What dead links most likely meant, for a whole site of them."""

    def __init__(self, overview: Overview) -> None:
        """Search among the pages of a site."""
        self._overview = overview
        self._known: dict[Dead, tuple[str, ...]] = {}

    def of(self, dead: Dead) -> tuple[str, ...]:
        """The addresses, or the anchors, that were meant, best first; none after too many."""
        if not dead.anchor and _is_file(dead.path):
            return ()  # Thousands of pictures may be missing, and nothing is like them anyway.
        if dead not in self._known:
            if len(self._known) >= _SEARCHED:
                return ()
            self._known[dead] = nearest(dead, self._overview)
        return self._known[dead]


def nearest(dead: Dead, overview: Overview) -> tuple[str, ...]:
    """The addresses, or the anchors of the page, that a dead link most likely meant, best first."""
    if dead.anchor:
        return _near_anchors(dead, overview)
    return near_pages(dead.path, overview)


def near_pages(path: str, overview: Overview) -> tuple[str, ...]:
    """The addresses of the pages that a dead path most likely meant, best first.

    Pages of another language than that of the path were not meant.
    """
    if _is_file(path):
        return ()
    wanted = path.strip("/")
    found = overview.facts.pages.nearest(wanted, limit=_LOOKED_AT)
    own = _LANGUAGES.intersection(wanted.split("/")[:1])
    alike = (page for page in found if _LANGUAGES.intersection(page.split("/")[:1]) == own)
    return tuple(dict.fromkeys(map(url_of, alike)))[:_SHOWN]


def sure_one(dead: Dead, near: tuple[str, ...]) -> str | None:
    """The one among the near pages that has the very name of the dead path, or the one anchor that
    is all but the same; None where there is none, or more than one."""
    if dead.anchor:
        same = _close(dead.anchor, near, _ALL_BUT_THE_SAME)
    else:
        name = dead.path.rpartition("/")[2].casefold()
        same = [one for one in near if one.rpartition("/")[2].casefold() == name]
    return same[0] if len(same) == 1 else None


def nothing_at(path: str, near: tuple[str, ...]) -> str:
    """What to say of a dead path and the pages that were most likely meant."""
    remedy = "Correct the path, or create the page."
    if near:
        remedy = f"Did you mean {spoken([code(one) for one in near])}?"
    elif _is_file(path):
        remedy = "Correct the path, or put the file there."
    return f"Nothing answers at {code(path)}, so readers get an error. {remedy}"


def _is_file(path: str) -> bool:
    return _FILES.fullmatch(posixpath.splitext(path)[1]) is not None


def _near_anchors(dead: Dead, overview: Overview) -> tuple[str, ...]:
    content = (overview.contents or {}).get(dead.file)
    return tuple(_close(dead.anchor, content.words.anchors() if content else ()))


def _close(name: str, names: Sequence[str], cutoff: float = 0.6) -> list[str]:
    # Only a site with a dead anchor pays for this import.
    from difflib import get_close_matches

    return get_close_matches(name, names, n=_SHOWN, cutoff=cutoff)


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
