"""A section found by a search: title, address, text, and an excerpt of it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from unicodedata import normalize

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.hit_explanation import HitExplanation
from mcp_preview.index.passages import LONGEST_PASSAGE, Passage, find_best_passage
from mcp_preview.index.sections import PageSection
from mcp_preview.index.text_analysis import compose_text


@dataclass(frozen=True)
class SearchHit:
    """A section found by a search."""

    page: IndexedPage
    section: PageSection
    words: tuple[str, ...]
    """The searched words, as they occur in it."""
    score: float
    copies: tuple[IndexedPage, ...] = ()
    """The copies of the page in other languages and versions."""
    lacking: frozenset[str] = frozenset()
    """The paths of copies in other versions that surely lack the searched words."""
    explanation: HitExplanation | None = None
    """The explanation of its rank, if requested."""
    repeated_by: tuple[SearchHit, ...] = ()
    """Sections of other pages that say nearly the same."""

    @property
    def title(self) -> str:
        """The title of its page."""
        return self.page.title

    @property
    def heading(self) -> str:
        """Its own heading; the title of the page before the first heading."""
        return self.section.title

    @property
    def anchor(self) -> str:
        """The fragment of a link to it; empty before the first heading."""
        return self.section.anchor

    @property
    def path(self) -> str:
        """The path of its page."""
        return self.page.path

    @property
    def url(self) -> str:
        """Its address from the root of the site, with its anchor."""
        return f"{self.page.link}#{self.anchor}" if self.anchor else self.page.link

    @property
    def other_urls(self) -> tuple[str, ...]:
        """The addresses of the copies of its page, from the root of the site."""
        return tuple(page.link for page in self.copies)

    @property
    def also_urls(self) -> tuple[str, ...]:
        """The URLs of its page in other languages of the version, and of near-identical sections.

        They begin at the root of the site.
        """
        versions = self.page.versions
        languages = (
            page.link
            for page in self.copies
            if not (versions and page.versions) or not {*versions}.isdisjoint(page.versions)
        )
        return (*languages, *(hit.url for hit in self.repeated_by))

    @property
    def other_versions(self) -> int:
        """The number of the other versions whose page may say the same."""
        versions = {
            version
            for page in self.copies
            if page.language == self.page.language and page.path not in self.lacking
            for version in page.versions
        }
        return len(versions.difference(self.page.versions))

    @property
    def breadcrumbs(self) -> tuple[str, ...]:
        """The titles around it: those of the navigation, of its page, of its headings."""
        own = () if not self.section.level else (self.heading,)
        return (*self.page.breadcrumbs, self.page.title, *self.section.above, *own)

    @cached_property
    def markdown(self) -> str:
        """The text of its page, read once."""
        return self.page.markdown

    @property
    def excerpt(self) -> str:
        """The part of its text around the searched words, in one line."""
        return build_excerpt(self.content, self.words)

    @property
    def content(self) -> str:
        """Its Markdown, after a description in the first section; a bare heading gets more text."""
        return f"{self._about}\n\n{self.text}".strip()

    @cached_property
    def text(self) -> str:
        """Its Markdown without the description of the page."""
        start, end = self.section.start, self.section.end
        text = self.markdown[start:end].strip()
        if self._about or (text and not (self.section.level and _HEADING_ALONE.fullmatch(text))):
            return text
        return self.markdown[start : end + LONGEST_PASSAGE].strip()

    @property
    def _about(self) -> str:
        """The description of the page for its first section; empty for others."""
        return "" if self.section.level else self.page.description

    @property
    def passage_line(self) -> int:
        """The number of the line of `text`, from 0, at which its passage begins."""
        before = self.content.removesuffix(self.text).count("\n")
        return max(0, self.passage.line - before)

    @cached_property
    def passage(self) -> Passage:
        """The part of its text that answers best."""
        return find_best_passage(self.content, self.words)


WINDOW = 240
"""The number of characters shown."""

_BEFORE = 24
_SNAP = 12
_LONGEST = 20_000
_AROUND = 1_200  # Markdown has characters that are not shown.
_HEADING_ALONE = re.compile(r"[^\n]*(?:\n[=-]+[ \t]*)?")
_SIGNS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*+>][ \t]+|```.*$|\|)|\*\*|`", re.MULTILINE)
_TARGET = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


def build_excerpt(text: str, words: Collection[str]) -> str:
    """Return the text around the first of some words, in one line; its beginning without them.

    See docs_lsp/SERVICE.md, search-results.
    """
    near = max(0, _find_first(text[:_LONGEST], words) - _AROUND)
    part = text[near : near + 2 * _AROUND]
    plain = " ".join(_SIGNS.sub(" ", _TARGET.sub(r"\1", part)).split())
    start = max(0, _find_first(plain, words) - _BEFORE)
    if start:
        space = plain.find(" ", start, start + _SNAP)
        start = space + 1 if space >= 0 else start
    end = min(len(plain), start + WINDOW)
    if end < len(plain):
        space = plain.rfind(" ", end - _SNAP, end)
        end = space if space >= 0 else end
    goes_on = end < len(plain) or near + len(part) < len(text)
    return ("…" if start or near else "") + plain[start:end] + ("…" if goes_on else "")


def _find_first(text: str, words: Collection[str]) -> int:
    """Return the offset of the first of some lower-case words; 0 if there is none."""
    lowered = text.lower()
    if compose_text(lowered) != lowered:  # The words are composed.
        words = [*words, *(normalize("NFD", word) for word in words)]
    return min((at for word in words if (at := lowered.find(word)) >= 0), default=0)
