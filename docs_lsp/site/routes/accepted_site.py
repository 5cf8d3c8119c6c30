"""What the service keeps of a site: its pages, and the addresses that answer.

Fixes are held against it: after a fix there are as many pages as before, and each address that
answered leads to the same page. An entry without a file is not a page, and what leads
nowhere, or off the site in a circle, does not answer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.generated_pages.service_generation import Made, generate_pages, list_spec_paths
from docs_lsp.site.navigation.accepted_elements import (
    AcceptedDocs,
    AcceptedElement,
    read_accepted_docs,
    read_accepted_navigation,
)
from docs_lsp.site.pages import PAGE_EXTENSIONS, page_of, url_of
from docs_lsp.site.routes.redirects import (
    ANY,
    MOST_HOPS,
    Redirect,
    Redirects,
    SourceForm,
    find_unfilled,
    literal_of,
)
from docs_lsp.site.routes.redirects import normalise_path as normal_path
from docs_lsp.site.routes.reserved import is_platform, is_reserved
from docs_lsp.site.specifications.facts import load_specs

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.navigation.refs import Parts
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts

_MOST_SAMPLES = 30
"""How many paths stand for all that a wildcard answers."""


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


class _Look(NamedTuple):
    """What the service keeps of a site, and what that has been made of."""

    accepted: AcceptedSite = AcceptedSite()
    docs: AcceptedDocs | None = None
    made: frozenset[Made] = frozenset()


_NOTHING = _Look()


def get_accepted_site(overview: Overview) -> AcceptedSite:
    """What the service keeps of a site."""
    return overview.cached(_look).accepted


def find_readable_answers(overview: Overview) -> Mapping[str, str] | None:
    """What each address leads to, or would if all of docs.json were right beside its navigation and
    redirects; None where the service refuses the navigation, so that nobody knows."""
    look = overview.cached(_look)
    if look.docs is not None:
        return look.accepted.answers
    docs = read_accepted_navigation(overview.name, overview.parts)
    if docs is None:
        return None
    _, made = _pages(docs.navigation, overview.facts)
    return dict(_answers(overview, made, docs.redirects()))


def predict_accepted_site(parts: Parts, overview: Overview, files: Files) -> AcceptedSite:
    """What the service would keep of a site with other parts of docs.json. Specifications are read
    from `files` that nobody has."""
    after = replace(overview, parts=parts)
    return _look(after, overview.cached(_look), files).accepted


def _look(overview: Overview, before: _Look = _NOTHING, files: Files | None = None) -> _Look:
    docs = read_accepted_docs(overview.name, overview.parts, before.docs)
    if docs is None:
        return _NOTHING
    facts = overview.facts
    if files is not None:
        facts = load_specs(facts, files, list_spec_paths(docs.navigation))
    # Most fixes change one place, and nothing but pages and redirects decides what answers.
    if facts is overview.facts and before.docs and docs.navigation is before.docs.navigation:
        pages, made = before.accepted.pages, before.made
    else:
        pages, made = _pages(docs.navigation, facts)
    answers = before.accepted.answers
    redirects = docs.redirects()
    if not (before.docs and made == before.made and redirects == before.docs.redirects()):
        answers = dict(_answers(overview, made, redirects))
    return _Look(AcceptedSite(pages, answers, is_accepted=True), docs, made)


def _pages(navigation: AcceptedElement, facts: SiteFacts) -> tuple[frozenset[str], frozenset[Made]]:
    """The pages that a navigation shows or the service makes, and the latter alone."""
    made, endpoints = generate_pages(navigation, facts)
    listed = (page_of(entry) for entry in _entries(navigation) if entry not in endpoints)
    shown = (page.file for entry in listed if (page := facts.pages.find(entry)))
    return frozenset((*shown, *(one.name for one in made))), made


def list_accepted_entries(name: str, parts: Parts) -> frozenset[str]:
    """What the service keeps of all that the navigation lists, whether there is such a page or
    not."""
    docs = read_accepted_docs(name, parts)
    return frozenset(map(page_of, _entries(docs.navigation))) if docs else frozenset()


def _entries(element: AcceptedElement) -> Iterator[str]:
    root = element.value("root") if element.kind.name == "group" else None
    if root is not None:
        yield getattr(root, "value", "")
    yield from element.entries
    for child in element.children:
        yield from _entries(child)


def _answers(
    overview: Overview, made: frozenset[Made], pairs: tuple[tuple[str, str], ...]
) -> Iterator[tuple[str, str]]:
    redirects = Redirects(Redirect(*pair, order) for order, pair in enumerate(pairs))
    there = {f"/{file}": file for file in overview.facts.files if not _is_markdown(file)}
    there |= {one.address: one.name for one in made if one.address}
    # Of `a` and `a/index`, the first.
    for page in sorted(
        overview.facts.pages, key=lambda page_file: page_file.page.endswith("index")
    ):
        there.setdefault(url_of(page.page), page.file)
    there |= {url_of(page.page): page.file for page in overview.facts.pages if page.page == "index"}
    # Where the site has no file of its own for machines, the service makes one.
    there = {
        address: target
        for address, target in there.items()
        if not (is_reserved(address) or is_platform(address))
    }
    for address in (*there, *_sources(redirects, there)):
        target = _find_end(address, redirects, there)
        if target is not None:
            yield address, target


def _is_markdown(file: str) -> bool:
    return file.endswith(PAGE_EXTENSIONS)


def _sources(redirects: Redirects, there: Mapping[str, str]) -> Iterator[str]:
    """The addresses that redirects answer; of what a wildcard answers, a few."""
    known = sorted({*there, *(literal_of(one.source) for one in redirects.all)})
    for redirect in redirects.all:
        literal = literal_of(redirect.source)
        if redirect.form is SourceForm.EXACT:
            yield literal
        elif redirect.form in (SourceForm.TAIL, SourceForm.PREFIX):
            yield f"{literal}{ANY}"
            begun = literal_of(redirect.destination)
            place = bisect_right(known, begun)
            for one in known[place : place + _MOST_SAMPLES]:
                if one.startswith(begun):
                    yield f"{literal}{one[len(begun) :]}"


def _find_end(address: str, redirects: Redirects, there: Mapping[str, str]) -> str | None:
    """What a reader sees in the end; None for an error."""
    for _ in range(MOST_HOPS):
        match = redirects.match(address)
        if match is None:
            return there.get(address)
        target = match.target
        if target is None:
            gap = find_unfilled(match.redirect)
            return None if gap and gap.certain else "?"
        if match.redirect.is_external:
            return target
        address = normal_path(target)
    return None
