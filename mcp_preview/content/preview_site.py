"""A site at one moment: docs.json, and all pages with their verdicts.

A `PreviewSite` never changes; `apply_file_changes` gives the next one when files have changed,
together with the pages for which that makes a difference. A page that is saved costs no more on a
large site than on a small one. A docs.json that cannot be read keeps the navigation that it had
before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from docs_lsp.files.files import Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_signs import fields_restrict, find_restricted_pages
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.content import read_head
from docs_lsp.site.mdx.contents import Contents, Progress, reread
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_extension
from docs_lsp.site.specifications.spec_files import may_be_spec
from mcp_preview.content.file_listing import FileListing
from mcp_preview.content.mdx_texts import TextsAhead
from mcp_preview.content.navigation_facts import NavigationFacts, encodable, value_of
from mcp_preview.content.page_maker import PageMaker, Verdict
from mcp_preview.content.pages import IndexedPage, LeftOut, SitePages
from mcp_preview.content.refusals import RefusedPart, find_refused_parts
from mcp_preview.content.site_reading import SiteReading, leaves_facts, read_site
from mcp_preview.content.verdicts import (
    KeepPage,
    ReusableText,
    SiteVerdicts,
    decide_verdicts,
    make_text_lookup,
)


class KnownPages(NamedTuple):
    """What the verdicts of a site come to: to find out takes longer the more pages there are."""

    pages: SitePages
    readable: Mapping[str, IndexedPage]
    """The pages that AI clients can read one by one, by path, in the order of the navigation."""


@dataclass(frozen=True, eq=False)
class PreviewSite:
    """A site as its search server knows it."""

    reading: SiteReading
    navigation_facts: NavigationFacts
    verdicts: SiteVerdicts
    restricted: frozenset[str] = frozenset()
    """The files of the pages whose frontmatter says for which readers they are."""
    known: KnownPages | None = None
    """What `pages` and `readable` give, where that is known already."""

    @cached_property
    def overview(self) -> Overview:
        """The site as `docs_lsp.site` sees it."""
        return replace(self.reading.overview, contents=self.reading.contents)

    @property
    def trouble(self) -> str:
        """Why docs.json cannot be read as a whole, in a sentence; empty where it can."""
        return self.reading.trouble

    @property
    def uses_previous_navigation(self) -> bool:
        """Whether the navigation is an earlier one, because today's cannot be read."""
        return self.reading.uses_previous_navigation

    @cached_property
    def pages(self) -> SitePages:
        """All pages: those that are indexed, in the order of the navigation, and the others."""
        if self.known is not None:
            return self.known.pages
        verdicts = self.verdicts.by_page
        indexed = {page: one for page, one in verdicts.items() if isinstance(one, IndexedPage)}
        left = {page: one for page, one in verdicts.items() if isinstance(one, LeftOut)}
        known = self.reading.overview.facts.pages
        others = (one for page, one in left.items() if page not in known)
        return SitePages(
            indexed,
            tuple(one for page, one in left.items() if page in known),
            (*others, *self.verdicts.others),
        )

    @cached_property
    def readable(self) -> tuple[IndexedPage, ...]:
        """The pages that AI clients can read one by one, in the order of the navigation."""
        return tuple(self._readable.values())

    @cached_property
    def _readable(self) -> Mapping[str, IndexedPage]:
        """These by path."""
        if self.known is not None:
            return self.known.readable
        verdicts = self.verdicts.by_page.items()
        candidates = (
            (path, one if isinstance(one, IndexedPage) else one.readable) for path, one in verdicts
        )
        return {path: page for path, page in candidates if page is not None}

    @cached_property
    def refused_parts(self) -> tuple[RefusedPart, ...]:
        """The files that pages take text from and that the service refuses. To know them all takes
        long on a large site."""
        variables = self.navigation_facts.variables
        return tuple(find_refused_parts(self.verdicts.reads, self.reading.contents, variables))

    def verdict(self, page: str) -> Verdict | None:
        """The verdict on a page, given by its path; None where there is no such page."""
        return self.verdicts.by_page.get(page)

    def make_addressed_page(self, page: str, files: Files) -> IndexedPage | None:
        """A page, given by its path, as it is for whoever knows its address, indexed or not; it is
        read and made now. None where nothing can be shown."""
        page_file = self.reading.overview.facts.pages.find(page)
        if page_file is None:
            return None
        maker = PageMaker(self.navigation_facts, files)
        return maker.make_addressed_page(
            page_file.page, page_file.file, self.reading.contents.get(page_file.file)
        )

    @property
    def is_restricted(self) -> bool:
        """Whether any content is for certain readers only, skills left aside."""
        return bool(self.restricted) or self.navigation_facts.is_restricted

    @cached_property
    def name(self) -> str:
        """The site's name, of which the names of the tools are made."""
        return _text(value_of(self.navigation_facts.overview, "name"))

    @cached_property
    def description(self) -> str:
        """What docs.json says that the site is about."""
        return _text(value_of(self.navigation_facts.overview, "description"))

    @cached_property
    def contextual(self) -> tuple[str, ...]:
        """The entries of the contextual menu that the service knows, in order."""
        menu = value_of(self.navigation_facts.overview, "contextual")
        options = menu.get("options") if isinstance(menu, dict) else None
        given = options if isinstance(options, list) else []
        return tuple(encodable(one) for one in given if isinstance(one, str))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in the order of docs.json; none where there are not several."""
        return self.navigation_facts.languages

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions in the order of docs.json; none where there are not several."""
        return self.navigation_facts.versions

    def apply_file_changes(
        self, files: Files, touched: Collection[str], settings: Settings | None = None
    ) -> SiteChange:
        """The site after some files, given by site path, have changed, come or gone; `settings` are
        those that count from now on, if these have changed."""
        if settings is None and not any(self._changes_all(file, files) for file in touched):
            overview, old = self.reading.overview, self.reading.contents
            contents = reread(old, overview.facts, files, touched, read_head)
            if leaves_facts(overview.facts, old, contents, touched):
                return self._replace_texts(files, contents, touched)
        return SiteChange.compare_sites(self, _reread_site(files, self, touched, settings))

    def _changes_all(self, file: str, files: Files) -> bool:
        """Whether a file may say something of other pages than itself and those that show it."""
        if may_be_spec(file) or file in self.reading.overview.parts or file in IGNORE_FILES:
            return True
        has_come_or_gone = (file in self.reading.overview.facts.files) != files.exists(file)
        return has_come_or_gone and file.endswith(PAGE_EXTENSIONS)

    def _replace_texts(
        self, files: Files, contents: Contents, touched: Collection[str]
    ) -> SiteChange:
        """The site after the text of some pages has changed, or of what they show."""
        old = self.verdicts
        maker = PageMaker(self.navigation_facts, files, dict(old.operations))
        pages = self.reading.overview.facts.pages
        named = {page for file in touched if (page := strip_extension(file)) in pages}
        named |= {page for page, read in old.reads.items() if not read.isdisjoint(touched)}
        verdicts, reads = dict(old.by_page), dict(old.reads)
        for endpoint in self.navigation_facts.endpoints.pages:
            if endpoint.path in named:
                verdicts[endpoint.path], reads[endpoint.path] = maker.decide_endpoint_page(endpoint)
        restricted = self.restricted
        for page in named:
            page_file = pages.find(page)
            if page_file is not None:
                content = contents.get(page_file.file)
                is_restricted = content is not None and fields_restrict(content.fields)
                if is_restricted is not (page_file.file in restricted):
                    restricted ^= {page_file.file}
                verdicts[page], reads[page] = maker.decide_page(page, page_file.file, content)
        decided = SiteVerdicts(verdicts, old.others, reads, maker.texts.operations)
        reading = replace(self.reading, contents=contents)
        known = self._update_known_pages({page: verdicts[page] for page in named})
        site = replace(self, reading=reading, verdicts=decided, restricted=restricted, known=known)
        return SiteChange.compare_pages(self, site, named)

    def _update_known_pages(self, verdicts: Mapping[str, Verdict]) -> KnownPages | None:
        """All pages after some have got new verdicts; None where that may part them otherwise."""
        indexed = self.pages.indexed
        now = {page: one for page, one in verdicts.items() if isinstance(one, IndexedPage)}
        if len(now) < len(verdicts) or not now.keys() <= indexed.keys():
            return None
        pages = replace(self.pages, indexed={**indexed, **now})
        return KnownPages(pages, {**self._readable, **now})


class SiteChange(NamedTuple):
    """The next site, and the pages that the index has to update."""

    site: PreviewSite
    changed: tuple[IndexedPage, ...]
    """The pages that are new or other than before."""
    gone: tuple[str, ...]
    """The paths of pages that are not indexed any more."""

    @classmethod
    def compare_sites(cls, old: PreviewSite, new: PreviewSite) -> SiteChange:
        """What is different in the next site."""
        return cls.compare_pages(
            old, new, old.verdicts.by_page.keys() | new.verdicts.by_page.keys()
        )

    @classmethod
    def compare_pages(cls, old: PreviewSite, new: PreviewSite, pages: Iterable[str]) -> SiteChange:
        """What is different in the next site about some pages."""
        changed, gone = [], []
        for page in sorted(pages):
            before, now = old.verdict(page), new.verdict(page)
            if isinstance(now, IndexedPage):
                if now is not before and now != before:
                    changed.append(now)
            elif isinstance(before, IndexedPage):
                gone.append(page)
        return cls(new, tuple(changed), tuple(gone))


def load(
    files: Files,
    settings: Settings | None = None,
    name: str = "docs.json",
    *,
    on_progress: Progress | None = None,
    on_read: Callable[[PreviewSite], None] | None = None,
    known: Callable[[NavigationFacts], tuple[ReusableText, SiteVerdicts] | None] | None = None,
    keep: KeepPage = lambda verdict: verdict,
    ahead: Callable[[NavigationFacts], TextsAhead] | None = None,
) -> PreviewSite:
    """Read a site and decide about all of its pages.

    `on_progress` hears how many pages of how many have been read; `on_read` gets the site as soon
    as everything but its pages is known, without any. `known` says which texts need not be made,
    `ahead` what makes others before they are asked for, and `keep` takes each page as it is made,
    as in `decide_verdicts`.
    """
    listing = FileListing(files)
    reading = read_site(listing, settings or Settings(), name, on_progress=on_progress)
    navigation_facts = NavigationFacts.from_overview(reading.overview)
    if on_read is not None:
        on_read(_build_site(reading, navigation_facts, SiteVerdicts({})))
    texts = known(navigation_facts) if known else None
    making = ahead(navigation_facts) if ahead else None
    decided = decide_verdicts(listing, reading, navigation_facts, texts, keep, making)
    return _build_site(reading, navigation_facts, decided)


def _reread_site(
    files: Files, before: PreviewSite, touched: Collection[str], settings: Settings | None
) -> PreviewSite:
    """Read a site again, taking over what has not changed."""
    overview, listing = before.reading.overview, FileListing(files)
    counting = settings or overview.settings
    reading = read_site(listing, counting, overview.name, before.reading, touched)
    navigation_facts = NavigationFacts.from_overview(reading.overview)
    known = make_text_lookup(
        before.reading, before.navigation_facts, before.verdicts, reading, navigation_facts
    )
    decided = decide_verdicts(listing, reading, navigation_facts, known)
    return _build_site(reading, navigation_facts, decided)


def _build_site(
    reading: SiteReading, navigation_facts: NavigationFacts, decided: SiteVerdicts
) -> PreviewSite:
    overview = replace(reading.overview, contents=reading.contents)
    return PreviewSite(
        reading, navigation_facts, decided, frozenset(find_restricted_pages(overview))
    )


def _text(value: object) -> str:
    return encodable(value) if isinstance(value, str) else ""
