"""What the service keeps of a site: its pages, and the addresses that answer.

Fixes are held against it: after a fix there are as many pages as before, and each address that
answered leads to the same page. An entry without a file is not a page, and what leads
nowhere, or off the site in a circle, does not answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.service_generation import generate_pages, list_spec_paths
from docs_lsp.site.navigation.accepted_elements import (
    AcceptedDocs,
    AcceptedElement,
    parse_redirect_pair,
    read_accepted_docs,
    read_accepted_navigation,
)
from docs_lsp.site.pages import PAGE_EXTENSIONS, page_of, url_of
from docs_lsp.site.routes.accepted_answers import AcceptedAnswers
from docs_lsp.site.routes.redirects import Redirect, Redirects
from docs_lsp.site.routes.reserved import is_platform, is_reserved
from docs_lsp.site.specifications.facts import load_specs

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.jsontree.nodes import Node
    from docs_lsp.site.generated_pages.service_generation import Generation
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

ROOM = 1 << 20
"""The number of redirects that fit between two that follow one another."""


class Effect(Enum):
    """What a change takes from readers."""

    NONE = "none"
    SOMETHING = "something"
    """An address, or a page that the service makes."""
    PAGES = "pages"
    """A page of the site that the service keeps today; or it refuses docs.json afterwards."""


class AcceptedSite(NamedTuple):
    """What the service keeps of a site; nothing of one whose docs.json it refuses."""

    pages: frozenset[str] = frozenset()
    """The pages that the navigation shows or the service makes, each by what it is made from."""
    answers: Mapping[str, str] = {}  # never written to
    """What each address leads to in the end: such a page, another file, or a URL."""
    is_accepted: bool = False
    """Whether the service takes docs.json at all."""

    def removes_content(self, before: AcceptedSite, moved: Mapping[str, str]) -> bool:
        """Whether readers miss something that was there before: pages, or an address that led to
        the same page. `moved` says what files are called now that were called otherwise."""
        gone = {moved.get(page, page) for page in before.pages} - self.pages
        if self.lacks_pages(before, moved) or (gone and len(self.pages) < len(before.pages)):
            return True
        return self.answers is not before.answers and any(
            self.answers.get(address) != moved.get(page, page)
            for address, page in before.answers.items()
        )

    def lacks_pages(self, before: AcceptedSite, moved: Mapping[str, str]) -> bool:
        """Whether pages that lie in files are no longer shown, and the service does not make as
        many in place of them; or it refuses docs.json from now on."""
        if before.is_accepted and not self.is_accepted:
            return True
        gone = {moved.get(page, page) for page in before.pages} - self.pages
        made = (page for page in self.pages - before.pages if not _is_markdown(page))
        return len([*filter(_is_markdown, gone)]) > len([*made])

    def find_effect(self, before: AcceptedSite) -> Effect:
        """What readers miss that was there before, without a file that is called otherwise."""
        if self.lacks_pages(before, {}):
            return Effect.PAGES
        return Effect.SOMETHING if self.removes_content(before, {}) else Effect.NONE


class Made(NamedTuple):
    """A page that the service generates, by what it is made from."""

    name: str
    """The specification and the operation; of what is not read here, the specification alone."""
    address: str | None = None
    """Its path, as near as it is documented; None if the operation is not known."""


class AcceptedState(NamedTuple):
    """What the service keeps of a site, and what that has been made of."""

    site: AcceptedSite = AcceptedSite()
    docs: AcceptedDocs | None = None
    made: frozenset[Made] = frozenset()


_NOTHING = AcceptedState()


def get_accepted_site(overview: Overview) -> AcceptedSite:
    """What the service keeps of a site."""
    return overview.cached(find_accepted_state).site


def find_accepted_state(overview: Overview) -> AcceptedState:
    """The same with what it has been made of; use `overview.cached(find_accepted_state)`."""
    docs = read_accepted_docs(overview.name, overview.parts)
    return _NOTHING if docs is None else _compute_state(docs, overview.facts, _NOTHING)


def find_readable_answers(overview: Overview) -> Mapping[str, str] | None:
    """What each address leads to, or would if all of docs.json were right beside its navigation and
    redirects; None where the service refuses the navigation, so that nobody knows."""
    known = overview.cached(find_accepted_state)
    if known.docs is not None:
        return known.site.answers
    docs = read_accepted_navigation(overview.name, overview.parts)
    if docs is None:
        return None
    _, made = _pages(docs.navigation, overview.facts)
    return _answers(overview.facts, made, docs)


def predict_accepted_site(parts: Parts, overview: Overview, files: Files) -> AcceptedSite:
    """What the service would keep of a site with other parts of docs.json. Specifications are read
    from `files` that nobody has."""
    docs = read_accepted_docs(overview.name, parts)
    return AcceptedSite() if docs is None else predict_from_docs(docs, overview, files)


def predict_from_docs(docs: AcceptedDocs, overview: Overview, files: Files) -> AcceptedSite:
    """Work out a site with another docs.json. Unread specifications are read from `files`."""
    facts = load_specs(overview.facts, files, list_spec_paths(docs.navigation))
    return _compute_state(docs, facts, overview.cached(find_accepted_state)).site


def _compute_state(docs: AcceptedDocs, facts: SiteFacts, before: AcceptedState) -> AcceptedState:
    pages, made = _pages(docs.navigation, facts)
    answers = before.site.answers
    # Most fixes change one place, and nothing but pages and redirects decides what answers.
    if not (before.docs and made == before.made and docs.redirects() == before.docs.redirects()):
        answers = _answers(facts, made, docs)
    return AcceptedState(AcceptedSite(pages, answers, is_accepted=True), docs, made)


def _pages(navigation: AcceptedElement, facts: SiteFacts) -> tuple[frozenset[str], frozenset[Made]]:
    """The pages that a navigation shows or the service makes, and the latter alone."""
    generation = generate_pages(navigation, facts)
    made = frozenset(_name_generated(generation))
    entries = (entry for entry in list_entries(navigation) if entry not in generation.entries)
    listed = map(page_of, entries)
    shown = (page.file for entry in listed if (page := facts.pages.find(entry)))
    return frozenset((*shown, *(one.name for one in made))), made


def _name_generated(generation: Generation[AcceptedElement]) -> Iterator[Made]:
    """Yield the generated pages, and those that may exist though their source is not read here."""
    if generation.is_stopped:
        return
    for page in generation.pages:
        yield Made(f"{page.spec.file} {page.operation}", page.address)
    for source in generation.unread:
        yield Made(f"{source.key} {source.name}")
    for endpoint in generation.unknown:
        yield Made(f"{endpoint.source} {endpoint.entry}")


def list_accepted_entries(name: str, parts: Parts) -> frozenset[str]:
    """What the service keeps of all that the navigation lists, whether there is such a page or
    not."""
    docs = read_accepted_docs(name, parts)
    return frozenset(map(page_of, list_entries(docs.navigation))) if docs else frozenset()


def list_entries(element: AcceptedElement) -> Iterator[str]:
    """Everything that an element and those in it list."""
    root = element.value("root") if element.kind.name == "group" else None
    if root is not None:
        yield getattr(root, "value", "")
    yield from element.entries
    for child in element.children:
        yield from list_entries(child)


def _answers(facts: SiteFacts, made: frozenset[Made], docs: AcceptedDocs) -> AcceptedAnswers:
    there = {f"/{file}": file for file in facts.files if not _is_markdown(file)}
    there |= {one.address: one.name for one in made if one.address}
    # Of `a` and `a/index`, the first.
    for page in sorted(facts.pages, key=lambda page_file: page_file.page.endswith("index")):
        there.setdefault(url_of(page.page), page.file)
    there |= {url_of(page.page): page.file for page in facts.pages if page.page == "index"}
    # Where the site has no file of its own for machines, the service makes one.
    there = {
        address: target
        for address, target in there.items()
        if not (is_reserved(address) or is_platform(address))
    }
    return AcceptedAnswers(Redirects(build_redirects(docs.redirect_items)), there)


def build_redirects(items: Sequence[Node], start: int = 0) -> Iterator[Redirect]:
    """The redirects among some items of the list, given the place of the first one. Their orders
    leave room for others between them."""
    for order, item in enumerate(items, start):
        pair = parse_redirect_pair(item)
        if pair is not None:
            yield Redirect(*pair, order * ROOM)


def _is_markdown(file: str) -> bool:
    return file.endswith(PAGE_EXTENSIONS)
