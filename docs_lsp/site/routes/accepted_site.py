"""The accepted part of a site: its pages, and the addresses that resolve.

Fixes are checked against it: after a fix there must be as many pages as before, and each address
that resolved must lead to the same page. An entry without a file is not a page, and an address in a
redirect loop, or without a target, does not resolve.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.service_generation import generate_pages, iter_spec_paths
from docs_lsp.site.navigation.accepted_elements import (
    AcceptedDocs,
    AcceptedElement,
    parse_redirect_pair,
    read_accepted_docs,
    read_accepted_navigation,
)
from docs_lsp.site.pages import PAGE_EXTENSIONS, entry_to_page_path, escape_path, page_to_url
from docs_lsp.site.routes.accepted_answers import AcceptedAnswers
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex
from docs_lsp.site.routes.reserved import is_platform_file, is_search_server_path
from docs_lsp.site.specifications.facts import load_specs

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.jsontree.nodes import Node
    from docs_lsp.site.generated_pages.service_generation import Generation
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

ORDER_GAP = 1 << 20
"""The number of orders for redirects between two adjacent ones."""


class Effect(Enum):
    """The loss for readers that a change causes."""

    NONE = "none"
    SOMETHING = "something"
    """An address, or a generated page."""
    PAGES = "pages"
    """A page of the site that the service accepts today; or it rejects docs.json afterwards."""


class AcceptedSite(NamedTuple):
    """The pages and addresses that the service accepts; empty if it rejects docs.json."""

    pages: frozenset[str] = frozenset()
    """The pages that the navigation shows or the service generates, named by their source."""
    answers: Mapping[str, str] = {}  # never written to
    """The final target of each address: such a page, another file, or a URL."""
    is_accepted: bool = False
    """Whether the service accepts docs.json at all."""

    def has_lost_content(self, before: AcceptedSite, moved: Mapping[str, str]) -> bool:
        """Return whether pages are lost without new ones, or targets are, or docs.json is rejected.

        `has_lost_pages` says what replaces a page. `moved` maps the old names of files to their
        new ones.
        """
        gone = {moved.get(page, page) for page in before.pages} - self.pages
        if self.has_lost_pages(before, moved) or (gone and len(self.pages) < len(before.pages)):
            return True
        return self.answers is not before.answers and any(
            self.answers.get(address) != moved.get(page, page)
            for address, page in before.answers.items()
        )

    def has_lost_pages(self, before: AcceptedSite, moved: Mapping[str, str]) -> bool:
        """Return whether pages from files are lost without new ones, or docs.json is now rejected.

        Only newly generated pages make up for lost ones.
        """
        if before.is_accepted and not self.is_accepted:
            return True
        gone = {moved.get(page, page) for page in before.pages} - self.pages
        made = (page for page in self.pages - before.pages if not _is_markdown(page))
        return len([*filter(_is_markdown, gone)]) > len([*made])

    def find_effect(self, before: AcceptedSite) -> Effect:
        """Return how much readers lose, compared with an earlier state: nothing or pages, say.

        Files must not be renamed.
        """
        if self.has_lost_pages(before, {}):
            return Effect.PAGES
        return Effect.SOMETHING if self.has_lost_content(before, {}) else Effect.NONE


class GeneratedPageName(NamedTuple):
    """A page that the service generates, by what it is made from."""

    name: str
    """The specification and the operation; of what is not read here, the specification alone."""
    address: str | None = None
    """Its path, as near as it is documented; None if the operation is not known."""


class AcceptedState(NamedTuple):
    """The accepted part of a site, and the data that it was computed from."""

    site: AcceptedSite = AcceptedSite()
    docs: AcceptedDocs | None = None
    made: frozenset[GeneratedPageName] = frozenset()


_NOTHING = AcceptedState()


def get_accepted_site(overview: Overview) -> AcceptedSite:
    """Return the accepted part of a site; cached."""
    return overview.cached(compute_accepted_state).site


def compute_accepted_state(overview: Overview) -> AcceptedState:
    """Compute the accepted part of a site; use `overview.cached(compute_accepted_state)`."""
    docs = read_accepted_docs(overview.name, overview.parts)
    return _NOTHING if docs is None else _compute_state_after(docs, overview.facts, _NOTHING)


def find_answers_despite_faults(overview: Overview) -> Mapping[str, str] | None:
    """Return the targets of addresses, despite mistakes elsewhere; None if navigation is rejected.

    Mistakes outside of navigation and redirects are ignored.
    """
    known = overview.cached(compute_accepted_state)
    if known.docs is not None:
        return known.site.answers
    docs = read_accepted_navigation(overview.name, overview.parts)
    if docs is None:
        return None
    _, made = _collect_pages(docs.navigation, overview.facts)
    return _compute_answers(overview.facts, made, docs)


def predict_accepted_site(parts: Parts, overview: Overview, files: Files) -> AcceptedSite:
    """Return the pages and addresses accepted with these files of docs.json; none if rejected.

    Specifications that have not been read are read from `files`.
    """
    docs = read_accepted_docs(overview.name, parts)
    return AcceptedSite() if docs is None else predict_from_docs(docs, overview, files)


def predict_from_docs(docs: AcceptedDocs, overview: Overview, files: Files) -> AcceptedSite:
    """Return the accepted part of a site with another docs.json.

    Specifications that have not been read are read from `files`.
    """
    facts = load_specs(overview.facts, files, iter_spec_paths(docs.navigation))
    return _compute_state_after(docs, facts, overview.cached(compute_accepted_state)).site


def _compute_state_after(
    docs: AcceptedDocs, facts: SiteFacts, before: AcceptedState
) -> AcceptedState:
    """Return the state with another docs.json; unchanged answers are those of `before`."""
    pages, made = _collect_pages(docs.navigation, facts)
    answers = before.site.answers
    # Most fixes change one thing, and only generated pages and redirects affect the answers.
    if not (
        before.docs
        and made == before.made
        and docs.list_redirect_pairs() == before.docs.list_redirect_pairs()
    ):
        answers = _compute_answers(facts, made, docs)
    return AcceptedState(AcceptedSite(pages, answers, is_accepted=True), docs, made)


def _collect_pages(
    navigation: AcceptedElement, facts: SiteFacts
) -> tuple[frozenset[str], frozenset[GeneratedPageName]]:
    """Return the pages that a navigation shows or the service generates, and the latter alone."""
    generation = generate_pages(navigation, facts)
    made = frozenset(_name_generated_pages(generation))
    entries = (entry for entry in iter_entries(navigation) if entry not in generation.entries)
    listed = map(entry_to_page_path, entries)
    shown = (page.file for entry in listed if (page := facts.pages.find_page(entry)))
    return frozenset((*shown, *(one.name for one in made))), made


def _name_generated_pages(generation: Generation[AcceptedElement]) -> Iterator[GeneratedPageName]:
    """Yield the generated pages, and those that may exist although their source is not read."""
    if generation.is_stopped:
        return
    for page in generation.pages:
        yield GeneratedPageName(f"{page.spec.file} {page.operation}", page.address)
    for source in generation.unread:
        yield GeneratedPageName(f"{source.key} {source.name}")
    for endpoint in generation.unknown:
        # A slash at the end makes no other operation.
        yield GeneratedPageName(f"{endpoint.source} {endpoint.entry.rstrip('/')}")


def collect_accepted_entries(name: str, parts: Parts) -> frozenset[str]:
    """Return the page paths that the accepted navigation lists; none if docs.json is rejected."""
    docs = read_accepted_docs(name, parts)
    return (
        frozenset(map(entry_to_page_path, iter_entries(docs.navigation))) if docs else frozenset()
    )


def iter_entries(element: AcceptedElement) -> Iterator[str]:
    """Yield all entries of an element and those in it."""
    root = element.value("root") if element.kind.name == "group" else None
    if root is not None:
        yield getattr(root, "value", "")
    yield from element.entries
    for child in element.children:
        yield from iter_entries(child)


def _compute_answers(
    facts: SiteFacts, made: frozenset[GeneratedPageName], docs: AcceptedDocs
) -> AcceptedAnswers:
    """Return what each address leads to: a file, a page, or a page made by the service."""
    there = {f"/{escape_path(file)}": file for file in facts.files if not _is_markdown(file)}
    there |= {one.address: one.name for one in made if one.address}
    # Of `a` and `a/index`, the first.
    for page in sorted(facts.pages, key=lambda page_file: page_file.page.endswith("index")):
        there.setdefault(page_to_url(page.page), page.file)
    there |= {page_to_url(page.page): page.file for page in facts.pages if page.page == "index"}
    # If the site has no file of its own at a platform address, the service makes one.
    there = {
        address: target
        for address, target in there.items()
        if not (is_search_server_path(address) or is_platform_file(address))
    }
    return AcceptedAnswers(RedirectIndex(parse_redirects(docs.redirect_items)), there)


def parse_redirects(items: Sequence[Node], start: int = 0) -> Iterator[Redirect]:
    """Yield the valid redirects among some items of `redirects`; `start` is the first one's index.

    Their orders leave room for others between them.
    """
    for order, item in enumerate(items, start):
        pair = parse_redirect_pair(item)
        if pair is not None:
            yield Redirect(*pair, order * ORDER_GAP)


def _is_markdown(file: str) -> bool:
    return file.endswith(PAGE_EXTENSIONS)
