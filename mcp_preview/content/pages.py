"""The pages of a site: indexed ones, and excluded ones with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import quote

from docs_lsp.site.summaries.page_emptiness import MissingReference
from docs_lsp.site.visibility import EVERYBODY, NOBODY, Audience
from mcp_preview.content.stored_text import StoredText

_MOST_LINKS = 4_000
"""The number of cached links: a search returns sixty if a site has several languages."""
_NOT_IN_LINKS = re.compile(r"""[\s"()<>\[\\\]^`{|}]""")


@dataclass(frozen=True, slots=True)
class IndexedPage:
    """A page as the search server offers it."""

    path: str  # "guides/start"; generated endpoint pages have one too
    url: str  # "/guides/start", with `%`, `?` and `#` percent-encoded
    file: str | None  # site path of its file; None for a generated endpoint page
    title: str
    description: str
    keywords: tuple[str, ...]
    language: str | None  # None: found under every language
    versions: tuple[str, ...]  # empty: found under every version
    boost: float
    breadcrumbs: tuple[str, ...]  # titles of the elements around it, outermost first
    text: StoredText  # clean Markdown of the body
    audience: Audience = EVERYBODY  # who may see it
    of_default: bool = True  # of the default language and version, or of all of them
    in_sitemap: bool = True  # whether search engines are shown it
    common_path: str = ""  # its path without folders of languages and versions, if it has such
    why_empty: str = ""  # why it has no text, in sentences; empty for a page that has some
    lacks: MissingReference | None = (
        None  # what it names in a specification and is surely not there
    )
    refused_at: tuple[int, ...] = ()  # line and column where the service refuses it, from 1

    @property
    def markdown(self) -> str:
        """The body as clean Markdown; it may have to be read from the disk."""
        return self.text.markdown

    @property
    def original(self) -> str:
        """The path that its copies in other languages and versions share with it."""
        return self.common_path or self.path

    @property
    def link(self) -> str:
        """The URL with the characters escaped that end a Markdown link or a path."""
        return _escape_link(self.url)


@lru_cache(maxsize=_MOST_LINKS)
def _escape_link(url: str) -> str:
    """Return a URL with the characters escaped that end a Markdown link or a path."""
    return _NOT_IN_LINKS.sub(lambda sign: quote(sign[0]), url)


@dataclass(frozen=True, slots=True)
class ExcludedPage:
    """A page that is not indexed, and the reason, in a user's terms."""

    path: str
    file: str | None
    url: str
    reason: str  # one sentence for a writer
    detail: str = ""  # where it is decided: the element, pattern or key
    where: str = ""  # the site path of the file that decides it; empty where no single one does
    line: int = 0  # the line in that file, from 1; 0 for none
    readable: IndexedPage | None = None  # what llms.txt and its Markdown have all the same
    audience: Audience = NOBODY  # who may know of it, if the site is not public
    common_path: str = ""  # its path without folders of languages and versions, if it has such
    for_others: IndexedPage | None = None  # what other viewers find, if this one may not see it
    is_unreadable: bool = False  # whether its file or its frontmatter cannot be read

    @property
    def original(self) -> str:
        """The path that its copies in other languages and versions share with it."""
        return self.common_path or self.path


@dataclass(frozen=True, slots=True)
class SitePages:
    """All pages of a site, each indexed or excluded with a reason, and files that are no pages.

    The number of excluded pages is the number that the editor shows as not indexed.
    """

    indexed: Mapping[str, IndexedPage] = field(default_factory=lambda: MappingProxyType({}))
    left_out: tuple[ExcludedPage, ...] = ()
    others: tuple[ExcludedPage, ...] = ()
    """Files, and entries of the navigation, that look like pages and are not."""

    @property
    def excluded(self) -> tuple[ExcludedPage, ...]:
        """Everything that is not indexed, each with its reason."""
        return (*self.left_out, *self.others)
