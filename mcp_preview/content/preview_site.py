"""A site at one moment: docs.json, and all pages with their verdicts.

A `PreviewSite` never changes; `apply_file_changes` returns the next one when files have changed,
with the pages that are affected. Saving a page takes no longer on a large site than on a small one.
While docs.json cannot be read, `previous_navigation` has the previous one used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from docs_lsp.files.discover import SITE_FILE
from docs_lsp.files.files import Files
from docs_lsp.settings.settings import Settings
from docs_lsp.site.access_signs import has_access_restriction, iter_restricted_files
from docs_lsp.site.ignore import IGNORE_FILES
from docs_lsp.site.mdx.content import read_head
from docs_lsp.site.mdx.contents import Contents, Progress, reread_touched
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PAGE_EXTENSIONS, strip_page_extension
from docs_lsp.site.specifications.spec_files import may_be_spec
from mcp_preview.content.mdx_texts import TextPrefetcher
from mcp_preview.content.navigation_facts import NavigationFacts, get_docs_value, make_encodable
from mcp_preview.content.page_building import PageBuilder, Verdict
from mcp_preview.content.pages import ExcludedPage, IndexedPage, SitePages
from mcp_preview.content.report_facts import (
    ReportFacts,
    find_empty_versions,
    find_rejected_parts,
    find_unindexed_specs,
)
from mcp_preview.content.site_reading import FileListing, SiteReading, has_same_facts, read_site
from mcp_preview.content.verdicts import (
    ReusableTexts,
    SiteVerdicts,
    StoreVerdict,
    decide_verdicts,
    select_reusable_texts,
)


class CachedPages(NamedTuple):
    """The pages derived from the verdicts of a site, which take time to compute on a large site."""

    pages: SitePages
    readable: Mapping[str, IndexedPage]
    """The pages that AI clients can read individually, by path, in the order of the navigation."""


@dataclass(frozen=True, eq=False)
class PreviewSite:
    """A site as its search server knows it."""

    reading: SiteReading
    navigation_facts: NavigationFacts
    verdicts: SiteVerdicts
    restricted: frozenset[str] = frozenset()
    """The files of the pages whose frontmatter restricts them to some readers."""
    known: CachedPages | None = None
    """The values of `pages` and `readable`, if they are known already."""

    @cached_property
    def overview(self) -> Overview:
        """The site as `docs_lsp.site` describes it."""
        return replace(self.reading.overview, contents=self.reading.contents)

    @property
    def trouble(self) -> str:
        """The reason why docs.json cannot be read completely, as a sentence; otherwise empty."""
        return self.reading.trouble

    @property
    def uses_previous_navigation(self) -> bool:
        """Whether the navigation is an earlier one, because the current one cannot be read."""
        return self.reading.uses_previous_navigation

    @cached_property
    def pages(self) -> SitePages:
        """All pages: the indexed ones, in the order of the navigation, and the others."""
        if self.known is not None:
            return self.known.pages
        verdicts = self.verdicts.by_page
        indexed = {path: page for path, page in verdicts.items() if isinstance(page, IndexedPage)}
        excluded = (page for page in verdicts.values() if isinstance(page, ExcludedPage))
        return SitePages(indexed, tuple(excluded), self.verdicts.others)

    @cached_property
    def readable(self) -> tuple[IndexedPage, ...]:
        """The pages that AI clients can read individually, in the order of the navigation."""
        return tuple(self._readable.values())

    @cached_property
    def _readable(self) -> Mapping[str, IndexedPage]:
        """The readable pages by path."""
        if self.known is not None:
            return self.known.readable
        verdicts = self.verdicts.by_page.items()
        candidates = (
            (path, page if isinstance(page, IndexedPage) else page.readable)
            for path, page in verdicts
        )
        return {path: page for path, page in candidates if page is not None}

    @cached_property
    def report_facts(self) -> ReportFacts:
        """The facts of the site for the report, which take long on a large site."""
        variables = self.navigation_facts.variables
        return ReportFacts(
            tuple(find_rejected_parts(self.verdicts.reads, self.reading.contents, variables)),
            tuple(find_empty_versions(self.versions, self.pages.indexed)),
            find_unindexed_specs(self.reading, self.navigation_facts.endpoints, self.pages),
            tuple(page for page in self.pages.left_out if page.is_unreadable),
        )

    def get_verdict(self, page: str) -> Verdict | None:
        """Return the verdict on a page, given by its path, or None."""
        return self.verdicts.by_page.get(page)

    def build_addressed_page(self, page: str, files: Files) -> IndexedPage | None:
        """Read and return a page as shown at its address, indexed or not; None if there is none."""
        page_file = self.reading.overview.facts.pages.find_page(page)
        if page_file is None:
            return None
        maker = PageBuilder(self.navigation_facts, files)
        return maker.build_addressed_page(
            page_file.page, page_file.file, self.reading.contents.get(page_file.file)
        )

    @property
    def is_restricted(self) -> bool:
        """Whether any content, except skills, is for certain readers only."""
        return bool(self.restricted) or self.navigation_facts.is_restricted

    @cached_property
    def name(self) -> str:
        """The name of the site in docs.json, for the names of the tools; empty if it has none."""
        return _get_string(get_docs_value(self.navigation_facts.overview, "name"))

    @cached_property
    def description(self) -> str:
        """The description of the site in docs.json; empty if it has none."""
        return _get_string(get_docs_value(self.navigation_facts.overview, "description"))

    @cached_property
    def contextual(self) -> tuple[str, ...]:
        """The entries of the contextual menu in docs.json, in order, known or not."""
        menu = get_docs_value(self.navigation_facts.overview, "contextual")
        options = menu.get("options") if isinstance(menu, dict) else None
        given = options if isinstance(options, list) else []
        return tuple(make_encodable(option) for option in given if isinstance(option, str))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in the order of docs.json; empty if there are not several."""
        return self.navigation_facts.languages

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions in the order of docs.json; empty if there are not several."""
        return self.navigation_facts.versions

    def apply_file_changes(
        self, files: Files, touched: Collection[str], settings: Settings | None = None
    ) -> SiteChange:
        """Return the site after files, given by site path, were changed, added or deleted.

        `settings` are the new settings, if these have changed.
        """
        if settings is None and not any(
            self._may_affect_other_pages(file, files) for file in touched
        ):
            overview, old = self.reading.overview, self.reading.contents
            contents = reread_touched(old, overview.facts, files, touched, read_head)
            if has_same_facts(overview.facts, old, contents, touched):
                return self._replace_texts(files, contents, touched)
        return SiteChange.compare_sites(self, _reread_site(files, self, touched, settings))

    def _may_affect_other_pages(self, file: str, files: Files) -> bool:
        """Return whether a file may affect other pages than itself and those that include it."""
        if may_be_spec(file) or file in self.reading.overview.parts or file in IGNORE_FILES:
            return True
        has_come_or_gone = (file in self.reading.overview.facts.files) != files.exists(file)
        return has_come_or_gone and file.endswith(PAGE_EXTENSIONS)

    def _replace_texts(
        self, files: Files, contents: Contents, touched: Collection[str]
    ) -> SiteChange:
        """Return the site after the text of some pages or their includes has changed."""
        old = self.verdicts
        maker = PageBuilder(self.navigation_facts, files, dict(old.operations))
        pages = self.reading.overview.facts.pages
        named = {page for file in touched if (page := strip_page_extension(file)) in pages}
        named |= {page for page, read in old.reads.items() if not read.isdisjoint(touched)}
        verdicts, reads = dict(old.by_page), dict(old.reads)
        for endpoint in self.navigation_facts.endpoints.pages:
            if endpoint.path in named:
                verdicts[endpoint.path], reads[endpoint.path] = maker.decide_endpoint_page(endpoint)
        restricted = self.restricted
        for page in named:
            page_file = pages.find_page(page)
            if page_file is not None:
                content = contents.get(page_file.file)
                is_restricted = content is not None and has_access_restriction(content.fields)
                if is_restricted is not (page_file.file in restricted):
                    restricted ^= {page_file.file}
                verdicts[page], reads[page] = maker.decide_page(page, page_file.file, content)
        decided = SiteVerdicts(verdicts, old.others, reads, maker.texts.operations)
        reading = replace(self.reading, contents=contents)
        known = self._update_known_pages({page: verdicts[page] for page in named})
        site = replace(self, reading=reading, verdicts=decided, restricted=restricted, known=known)
        return SiteChange.compare_pages(self, site, named)

    def _update_known_pages(self, verdicts: Mapping[str, Verdict]) -> CachedPages | None:
        """Return all pages after new verdicts on some; None if other pages are indexed now."""
        indexed = self.pages.indexed
        now = {path: page for path, page in verdicts.items() if isinstance(page, IndexedPage)}
        if len(now) < len(verdicts) or not now.keys() <= indexed.keys():
            return None
        pages = replace(self.pages, indexed={**indexed, **now})
        return CachedPages(pages, {**self._readable, **now})


class SiteChange(NamedTuple):
    """The next site, and the pages that must be updated in the index."""

    site: PreviewSite
    changed: tuple[IndexedPage, ...]
    """The pages that are new or have changed."""
    removed: tuple[str, ...]
    """The paths of pages that are no longer indexed."""

    @classmethod
    def compare_sites(cls, old: PreviewSite, new: PreviewSite) -> SiteChange:
        """Compare all pages of two sites."""
        return cls.compare_pages(
            old, new, old.verdicts.by_page.keys() | new.verdicts.by_page.keys()
        )

    @classmethod
    def compare_pages(cls, old: PreviewSite, new: PreviewSite, pages: Iterable[str]) -> SiteChange:
        """Compare some pages of two sites."""
        changed, removed = [], []
        for page in sorted(pages):
            before, now = old.get_verdict(page), new.get_verdict(page)
            if isinstance(now, IndexedPage):
                if now is not before and now != before:
                    changed.append(now)
            elif isinstance(before, IndexedPage):
                removed.append(page)
        return cls(new, tuple(changed), tuple(removed))


def load_site(
    files: Files,
    settings: Settings | None = None,
    *,
    on_progress: Progress | None = None,
    on_read: Callable[[PreviewSite], None] | None = None,
    known: Callable[[NavigationFacts], ReusableTexts | None] | None = None,
    store: StoreVerdict = lambda verdict: verdict,
    make_prefetcher: Callable[[NavigationFacts], TextPrefetcher] | None = None,
) -> PreviewSite:
    """Read a site and decide about all of its pages.

    `on_progress` is called with the numbers of read and of all pages; `on_read` is called with the
    site, without pages, as soon as everything else is known. `known` returns texts that need not be
    built, `make_prefetcher` returns an object that prepares others in advance, and `store` receives
    each page as soon as it is built, as in `decide_verdicts`.
    """
    listing = FileListing(files)
    reading = read_site(listing, settings or Settings(), SITE_FILE, on_progress=on_progress)
    navigation_facts = NavigationFacts.from_overview(reading.overview)
    if on_read is not None:
        on_read(_build_site(reading, navigation_facts, SiteVerdicts({})))
    texts = known(navigation_facts) if known else None
    prefetcher = make_prefetcher(navigation_facts) if make_prefetcher else None
    decided = decide_verdicts(listing, reading, navigation_facts, texts, store, prefetcher)
    return _build_site(reading, navigation_facts, decided)


def _reread_site(
    files: Files, before: PreviewSite, touched: Collection[str], settings: Settings | None
) -> PreviewSite:
    """Read a site again, reusing everything that has not changed."""
    overview, listing = before.reading.overview, FileListing(files)
    counting = settings or overview.settings
    reading = read_site(listing, counting, overview.name, before.reading, touched)
    navigation_facts = NavigationFacts.from_overview(reading.overview)
    known = select_reusable_texts(
        before.reading, before.navigation_facts, before.verdicts, reading, navigation_facts
    )
    decided = decide_verdicts(listing, reading, navigation_facts, known)
    return _build_site(reading, navigation_facts, decided)


def _build_site(
    reading: SiteReading, navigation_facts: NavigationFacts, decided: SiteVerdicts
) -> PreviewSite:
    """Return a site with these verdicts and the files that frontmatter restricts."""
    overview = replace(reading.overview, contents=reading.contents)
    return PreviewSite(
        reading, navigation_facts, decided, frozenset(iter_restricted_files(overview))
    )


def _get_string(value: object) -> str:
    """Return a string that UTF-8 can encode; empty for other values."""
    return make_encodable(value) if isinstance(value, str) else ""
