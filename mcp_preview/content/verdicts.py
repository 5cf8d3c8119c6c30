"""The verdicts on all pages of a site at once, with what an earlier look at it can spare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from docs_lsp.files import Files
from docs_lsp.site.navigation.ancestors import is_kept
from docs_lsp.site.pages import without_extension
from mcp_preview.content.navigation_facts import Plan
from mcp_preview.content.page_maker import Gatherer, Operations, Verdict
from mcp_preview.content.pages import IndexedPage, LeftOut
from mcp_preview.content.reasons import missing, no_page, unknown_endpoint
from mcp_preview.content.site_reading import Reading

Known: TypeAlias = Callable[[str], str | None]
"""The text of a page, by its path, where it is sure to be the same as before."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What becomes of everything that may be a page."""

    verdicts: Mapping[str, Verdict]
    """Each page with what becomes of it, by page path, in the order of the navigation."""
    others: tuple[LeftOut, ...] = ()
    """What looks like a page and is none: files, and entries of the navigation."""
    reads: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The other files that the text of a page is made of, by page path."""
    operations: Operations = field(default_factory=dict)


def judge(
    files: Files, reading: Reading, plan: Plan, known: tuple[Known, Judged] | None = None
) -> Judged:
    """Decide about every page; `known` are the texts that an earlier look has made."""
    gatherer = Gatherer(plan, files, _operations(reading, known[1]) if known else None)
    places = _places(plan)
    last = (len(plan.known), 0)
    found: list[tuple[tuple[int, int], str, Verdict]] = []
    reads = {}
    for page, file in reading.overview.facts.pages:
        text = known[0](page) if known else None
        verdict, read = gatherer.page(page, file, reading.contents.get(file), text)
        if text is not None and known is not None:
            read = known[1].reads.get(page, read)
        if read:
            reads[page] = read
        found.append((places.get(page, last), page, verdict))
    elements = {placed: number for number, placed in enumerate(plan.known)}
    for number, endpoint in enumerate(plan.endpoints.pages):
        place = (elements[endpoint.placed[0]] if endpoint.placed else last[0], number)
        found.append((place, endpoint.path, gatherer.endpoint(endpoint)))
    found.sort(key=lambda one: one[0])
    verdicts = {page: verdict for _, page, verdict in found}
    return Judged(verdicts, tuple(_others(plan, files)), reads, gatherer.operations)


def known_from(
    before: Reading, old_plan: Plan, judged: Judged, now: Reading, plan: Plan
) -> tuple[Known, Judged] | None:
    """The texts that another look at the same site would make again; None where there are none."""
    if old_plan.variables != plan.variables:
        return None

    def is_same(file: str) -> bool:
        content = before.contents.get(file)
        if content is not None:
            return content is now.contents.get(file)
        spec = before.overview.facts.specs.get(file)
        return spec is not None and spec is now.overview.facts.specs.get(file)

    def known(page: str) -> str | None:
        verdict = judged.verdicts.get(page)
        if not isinstance(verdict, IndexedPage) or verdict.file is None:
            return None
        if all(map(is_same, (verdict.file, *judged.reads.get(page, ())))):
            return verdict.markdown
        return None

    return known, judged


def _operations(reading: Reading, judged: Judged) -> Operations:
    """The texts of operations whose specification has not changed."""
    return {key: text for key, text in judged.operations.items() if key[0] in reading.spared}


def _places(plan: Plan) -> dict[str, tuple[int, int]]:
    """Where each page is listed first."""
    elements = {placed: number for number, placed in enumerate(plan.known)}
    places: dict[str, tuple[int, int]] = {}
    for number, listing in enumerate(plan.overview.navigation.listings):
        if is_kept(listing, plan.known):
            places.setdefault(listing.page, (elements[listing.placed], number))
    return places


def _others(plan: Plan, files: Files) -> Iterator[LeftOut]:
    pages = plan.overview.facts.pages
    told = set()
    for file in sorted(files.paths()):
        page = without_extension(file)
        never = pages.never(page) if page != file else None
        if never is not None and page not in told:
            told.add(page)
            yield no_page(page, file, never, plan)
    unknown = {listing.page for listing in plan.endpoints.unknown}
    for listing in plan.endpoints.unknown:
        yield unknown_endpoint(listing, plan)
    told |= unknown | {one.path for one in plan.endpoints.pages}
    for page, listings in plan.overview.navigation.by_page.items():
        kept = [one for one in listings if is_kept(one, plan.known)]
        if kept and page not in pages and page not in told and not kept[0].is_endpoint:
            yield missing(kept[0], plan)
