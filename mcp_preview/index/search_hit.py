"""A section that a search has found, with all that is to be told of it."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.excerpt import snippet_of
from mcp_preview.index.sections import Section


@dataclass(frozen=True, slots=True)
class Hit:
    """A section that a search has found."""

    page: IndexedPage
    section: Section
    words: tuple[str, ...]
    """The words that were looked for, as they are found in it."""
    score: float

    @property
    def title(self) -> str:
        """The title of its page."""
        return self.page.title

    @property
    def heading(self) -> str:
        """Its own heading; the title of the page before the first one."""
        return self.section.title

    @property
    def anchor(self) -> str:
        """What stands behind `#` in a link to it; empty before the first heading."""
        return self.section.anchor

    @property
    def path(self) -> str:
        """The path of its page."""
        return self.page.path

    @property
    def url(self) -> str:
        """Where it is, from the root of the site, with its anchor."""
        return f"{self.page.link}#{self.anchor}" if self.anchor else self.page.link

    @property
    def breadcrumbs(self) -> tuple[str, ...]:
        """The titles that lead to it: those of the navigation, of its page, of its headings."""
        own = () if not self.section.level else (self.heading,)
        return (*self.page.breadcrumbs, self.page.title, *self.section.above, *own)

    @property
    def snippet(self) -> str:
        """The part of its text around the words that were looked for, in one line."""
        return snippet_of(self.content, self.words)

    @property
    def content(self) -> str:
        """Its text, as Markdown."""
        text = self.page.markdown[self.section.start : self.section.end].strip()
        if not self.section.level and self.page.description:
            return f"{self.page.description}\n\n{text}".strip()
        return text
