"""Completion of page paths for `pages` and `root`, and of addresses for links and redirects.

The text of a banner is Markdown, so its links are completed as the whole text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features._view import View
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.file_paths import build_file_item
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.likely_folders import find_likely_folders
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.jsontree.insertion_point import STAND_IN
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.site.navigation.listed_entries import ListedEntries, update_listed_entries
from docs_lsp.site.page_ranking import SortedPages, rank_nearby_pages, suggest_near_pages
from docs_lsp.site.pages import PageFile, normalise_entry, page_to_url
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.summaries.page_titles import get_page_title, iter_pages_with_title

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts

MOST = 40
"""The maximum number of pages proposed at once."""
_FEW = 10
"""The maximum number of pages that nearly fit what was typed, if none fits it."""
_SHORTEST = 3
"""The minimum number of typed characters for which titles are searched too."""
_SCHEME = ":"
_MOST = 200
"""The maximum number of broken links examined; their pages are read for it."""
_ASSET = compile_lazily(r"\.(?!mdx?\Z)[A-Za-z]\w{1,4}\Z")


def iter_entry_page_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 40 pages that fit the text and are not in the array, first near unlisted ones."""
    facts, query = place.view.site.facts, place.query
    if facts is None or _SCHEME in query:
        return
    needle = normalise_entry(query) if query else ""
    home, far = find_likely_folders(place, facts.pages.cached(SortedPages))
    free = update_listed_entries(place.parts, facts.pages).unlisted_pages
    pages = rank_nearby_pages(facts.pages, home, needle, free, far, MOST)
    taken = {normalise_entry(entry) for entry in place.siblings}
    for page in _iter_with_title_matches(pages, needle, place, facts):
        if page not in taken and not is_search_server_path(page_to_url(page)):
            yield _build_titled_page_item(page, page, place, facts)


def iter_root_page_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 40 pages that fit the typed text, for the title of a group to open."""
    if place.view.site.facts is not None:
        return iter_entry_page_items(place)
    return (build_file_item(place, page) for page in _iter_navigation_pages(place))


def iter_link_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 40 page addresses that fit the text; before the disk is read, of listed pages."""
    facts, query = place.view.site.facts, place.query
    if _SCHEME in query or query.startswith("#"):
        return
    if facts is None:
        for page in _iter_navigation_pages(place):
            yield build_file_item(place, page_to_url(page))
        return
    needle, source = query.strip("/"), _find_redirect_source(place)
    home, far = find_likely_folders(place, facts.pages.cached(SortedPages))
    if source:
        home = source.strip("/").rpartition("/")[0]
    near = rank_nearby_pages(facts.pages, home if source else "", needle, None, far, MOST)
    pages = [*_suggest_replacements(source, needle, facts), *near]
    for page in _iter_with_title_matches(pages, needle, place, facts):
        if page_to_url(page) != source:
            yield _build_titled_page_item(page, page_to_url(page), place, facts)


def _iter_with_title_matches(
    pages: list[str], needle: str, place: CompletionCursor, facts: SiteFacts
) -> Iterator[str]:
    """Yield up to 40 of these pages and those found by title; if none, some with similar paths."""
    contents = place.view.site.contents
    if contents and len(pages) < MOST and len(needle) >= _SHORTEST:
        pages = [*pages, *islice(iter_pages_with_title(needle, facts, contents), MOST)]
    if not pages:
        pages = suggest_near_pages(facts.pages, needle, _FEW)
    return islice(dict.fromkeys(pages), MOST)


def _build_titled_page_item(
    page: str, written: str, place: CompletionCursor, facts: SiteFacts
) -> CompletionProposal:
    file = facts.pages.find_page(page) or PageFile(page, page)
    title = get_page_title(file, facts, place.view.site.contents)
    is_found = not written.startswith(place.query)
    return CompletionProposal(
        written, ItemKind.FILE, written, detail=title or "", page=page, is_found=is_found
    )


# Redirects


def _find_redirect_source(place: CompletionCursor) -> str:
    """Return the source of the redirect whose destination is typed, or an empty string."""
    node = place.step.node if place.step else None
    source = node.get("source") if isinstance(node, Object) and place.key == "destination" else None
    return source.value if isinstance(source, String) else ""


def _suggest_replacements(source: str, needle: str, facts: SiteFacts) -> list[str]:
    """Return pages that may replace a redirect's source and contain the typed text, best first."""
    is_path = source and _SCHEME not in source and "*" not in source
    likely = facts.pages.find_similar_pages(source) if is_path else ()
    return [page for page in likely if needle.casefold() in page.casefold()]


# Before the disk has been read


def _iter_navigation_pages(place: CompletionCursor) -> Iterator[str]:
    """Yield listed pages that contain the typed text, for use before the disk has been read."""
    listed = ListedEntries()
    listed.update_counts(place.parts)
    pages = (page for page in listed.counts if not {" ", _SCHEME, STAND_IN} & {*page})
    return islice((page for page in pages if place.query.strip("/") in page), MOST)


def iter_broken_address_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield broken paths of the last check that contain the typed text, as sources of a redirect.

    Those with the most links come first, and files such as pictures last. Addresses that have a
    redirect by now are left out.
    """
    redirected, query = place.collect_sibling_strings("source"), place.query
    counts = Counter(_iter_broken_addresses(place.view)).most_common()
    for path, count in sorted(counts, key=lambda one: _ASSET.search(one[0]) is not None):
        if path not in redirected and query.casefold() in path.casefold():
            links = "1 link points here" if count == 1 else f"{count} links point here"
            is_found = not path.startswith(query)
            yield CompletionProposal(
                path, ItemKind.REFERENCE, path, detail=links, is_found=is_found
            )


def _iter_broken_addresses(view: View) -> Iterator[str]:
    """Yield the path of each of the first 200 dead links, but not if only the fragment is dead."""
    problems = (one for one in view.site.site_findings.problems if one.rule == "dead-link")
    for problem in islice(problems, _MOST):
        data, (start, end) = view.text(problem.file).data, problem.span
        if data[start - 1 : start] == b"#":
            continue  # The page exists, and only the heading in it does not.
        file = None if problem.file in view.site.parts else problem.file
        target = parse_link_path(data[start:end].decode("utf-8", "replace"), file)
        if target is not None and target.path.startswith("/"):
            yield target.path


def iter_banner_link_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield pages for the link typed in a banner, each as its whole text; none outside a link."""
    start, opening, address = place.query.rpartition("](")
    if not opening or ")" in address or " " in address or not place.point.is_string:
        return
    rest = _read_rest_of_string(place)
    if "\\" in rest:  # An escape would be escaped once more.
        return
    closing = rest.find(")")
    end = rest[closing:] if closing >= 0 else f"){rest}"
    in_link = replace(place, point=replace(place.point, typed=f'"{address}'))
    for item in iter_link_items(in_link):
        yield replace(item, value=f"{start}{opening}{item.value}{end}", is_found=True)


def _read_rest_of_string(place: CompletionCursor) -> str:
    """Return what follows the cursor in the string that is typed, without its closing quote."""
    start, end = place.point.span
    data = place.view.text(place.file).data[start + len(place.point.typed.encode()) : end]
    return data.removesuffix(b'"').decode("utf-8", "replace")
