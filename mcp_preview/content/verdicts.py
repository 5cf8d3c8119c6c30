"""Decides about all pages of a site: which are indexed, and why the others are not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from docs_lsp.files.files import Files
from docs_lsp.site.generated_pages.endpoint_pages import EndpointPage
from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.pages import NonPageReason, strip_page_extension
from docs_lsp.site.summaries.page_counts import iter_broken_entries, iter_unread_sources
from mcp_preview.content.mdx_texts import TextPrefetcher
from mcp_preview.content.navigation_facts import NavigationFacts
from mcp_preview.content.page_building import PageBuilder, PendingPage, Verdict
from mcp_preview.content.page_texts import OperationTexts
from mcp_preview.content.pages import ExcludedPage, IndexedPage
from mcp_preview.content.reasons import (
    explain_broken_entry,
    explain_endpoint_elsewhere,
    explain_non_page,
    explain_unread_source,
)
from mcp_preview.content.site_reading import SiteReading
from mcp_preview.content.stored_text import StoredText

_Place: TypeAlias = tuple[int, bool, int]
"""The index of an element, whether the page is generated, and its index there."""
_Pending: TypeAlias = EndpointPage | PendingPage | ExcludedPage
_One = TypeVar("_One")
_MOST_AHEAD = 256
"""The number of pages that are started before the first of them is finished."""
FindReusableText: TypeAlias = Callable[[str, str], StoredText | None]
"""Returns the text of a page, by its path and its file, if it is certainly unchanged."""
StoreVerdict: TypeAlias = Callable[[Verdict], Verdict]
"""Receives a verdict and returns it with its text stored elsewhere."""


@dataclass(frozen=True, slots=True)
class SiteVerdicts:
    """The verdicts on everything that may be a page."""

    by_page: Mapping[str, Verdict]
    """The verdict on each page, by page path, in the order of the navigation."""
    others: tuple[ExcludedPage, ...] = ()
    """Files and entries of the navigation that look like pages and are not."""
    reads: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The other files used for the text of a page, by page path."""
    operations: OperationTexts = field(default_factory=dict)


ReusableTexts: TypeAlias = tuple[FindReusableText, SiteVerdicts]
"""Texts of an earlier reading that may be reused, and its verdicts."""


def decide_verdicts(
    files: Files,
    reading: SiteReading,
    navigation_facts: NavigationFacts,
    known: ReusableTexts | None = None,
    store: StoreVerdict = lambda verdict: verdict,
    prefetcher: TextPrefetcher | None = None,
) -> SiteVerdicts:
    """Return the verdicts on all pages, and on entries and files that only look like pages.

    `known` are reusable texts of earlier verdicts, and `prefetcher` may prepare others. `store`
    receives each verdict as soon as it is made, in the order of the navigation, and returns the one
    to store, since the texts of all pages together may not fit in memory.
    """
    operations = _select_reusable_operations(reading, known[1]) if known else None
    maker = PageBuilder(navigation_facts, files, operations, prefetcher)
    verdicts: dict[str, Verdict] = {}
    reads = {}

    def begin_page(page: str, made_by: str | EndpointPage) -> tuple[str, _Pending]:
        """Return a page with its generated page, or the start of its text, maybe a reusable one."""
        if isinstance(made_by, EndpointPage):
            return page, made_by
        content = reading.contents.get(made_by)
        text = known[0](page, made_by) if known else None
        if text is not None and known is not None and content is not None:
            shown = maker.texts.find_shown_specifications(made_by, content.fields)
            text = text if shown <= known[1].reads.get(page, frozenset()) else None
        return page, maker.start_page(page, made_by, content, text)

    pages = (begin_page(*entry) for entry in _iter_pages_in_order(reading, navigation_facts))
    for page, pending in _read_ahead(pages) if prefetcher else pages:
        if isinstance(pending, ExcludedPage):
            verdicts[page] = store(pending)
            continue
        if isinstance(pending, EndpointPage):
            verdict, read = maker.decide_endpoint_page(pending)
        else:
            verdict, read = maker.finish_page(pending)
            if pending.text is not None and known is not None:
                read = known[1].reads.get(page, read)
        if read:
            reads[page] = read
        verdicts[page] = store(verdict)
    return SiteVerdicts(
        verdicts,
        tuple(_iter_other_verdicts(navigation_facts, files)),
        reads,
        maker.texts.operations,
    )


def _read_ahead(pages: Iterator[_One]) -> Iterator[_One]:
    """Yield all pages, reading 256 of them ahead, so that their texts are prepared."""
    waiting: deque[_One] = deque()
    for page in pages:
        waiting.append(page)
        if len(waiting) > _MOST_AHEAD:
            yield waiting.popleft()
    yield from waiting


def _iter_pages_in_order(
    reading: SiteReading, navigation_facts: NavigationFacts
) -> Iterator[tuple[str, str | EndpointPage]]:
    """Return all pages in navigation order, each with its file or its generated page."""
    places = _index_first_places(navigation_facts)
    last = (len(navigation_facts.scopes), False, 0)
    entries: list[tuple[_Place, str, str | EndpointPage]] = [
        (places.get(page, last), page, file) for page, file in reading.overview.facts.pages
    ]
    elements = {placed: number for number, placed in enumerate(navigation_facts.scopes)}
    for number, endpoint in enumerate(navigation_facts.endpoints.pages):
        # The service appends generated pages to listed ones.
        place = (elements[endpoint.placed[0]] if endpoint.placed else last[0], True, number)
        entries.append((place, endpoint.path, endpoint))
    entries.sort(key=lambda entry: entry[0])
    return ((page, made_by) for _, page, made_by in entries)


def select_reusable_texts(
    before: SiteReading,
    old_facts: NavigationFacts,
    decided: SiteVerdicts,
    now: SiteReading,
    navigation_facts: NavigationFacts,
) -> ReusableTexts | None:
    """Return a look-up of still valid texts, and `decided`; None if all must be built again."""
    if old_facts.variables != navigation_facts.variables:
        return None

    def is_same(file: str) -> bool:
        """Return whether a page, snippet or specification is unchanged; false for other files."""
        content = before.contents.get(file)
        if content is not None:
            return content is now.contents.get(file)
        spec = before.overview.facts.specs.get(file)
        return spec is not None and spec is now.overview.facts.specs.get(file)

    def find_reusable_text(page: str, file: str) -> StoredText | None:
        """Return the text of a page, or None if the page or a file that it uses has changed."""
        verdict = decided.by_page.get(page)
        # Of `a.mdx` and `a.md`, which is the page can change although neither file does.
        if not isinstance(verdict, IndexedPage) or verdict.file != file:
            return None
        if all(map(is_same, (file, *decided.reads.get(page, ())))):
            return verdict.text
        return None

    return find_reusable_text, decided


def _select_reusable_operations(reading: SiteReading, decided: SiteVerdicts) -> OperationTexts:
    """Return the texts of operations whose specification has not changed."""
    return {key: text for key, text in decided.operations.items() if key[0] in reading.reused_specs}


def _index_first_places(navigation_facts: NavigationFacts) -> dict[str, _Place]:
    """Return the first place of each page, among the listings that the service accepts."""
    elements = {placed: number for number, placed in enumerate(navigation_facts.scopes)}
    places: dict[str, _Place] = {}
    for number, listing in enumerate(navigation_facts.overview.navigation.listings):
        if is_listing_accepted(listing, navigation_facts.scopes):
            places.setdefault(listing.page, (elements[listing.placed], False, number))
    return places


def _iter_other_verdicts(navigation_facts: NavigationFacts, files: Files) -> Iterator[ExcludedPage]:
    """Yield the verdicts on files and entries that look like pages and are not."""
    pages = navigation_facts.overview.facts.pages
    reported = set()
    for file in sorted(files.paths()):
        page = strip_page_extension(file)
        non_page_reason = pages.find_non_page_reason(page) if page != file else None
        if non_page_reason is not None and page not in reported:
            reported.add(page)
            yield explain_non_page(page, file, non_page_reason, navigation_facts)
    endpoints, overview = navigation_facts.endpoints, navigation_facts.overview
    for listing in endpoints.elsewhere:
        yield explain_endpoint_elsewhere(listing, navigation_facts)
    for source in iter_unread_sources(endpoints, navigation_facts.scopes):
        yield explain_unread_source(source, navigation_facts)
    for entry in iter_broken_entries(overview, navigation_facts.scopes, endpoints):
        if not isinstance(entry.lack, NonPageReason):  # Such a file is reported above.
            yield explain_broken_entry(entry, navigation_facts)
