"""Delete pages: remove their entries, and redirect their readers.

Only entries for a page are removed, with the group, tab, anchor or dropdown around them if nothing
else is in it and the service still accepts docs.json without it. A reader of the old address is
redirected to the page of the folder above, or to a neighbour in the navigation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.core.problem import FileEdit
from docs_lsp.jsontree import edits as json_edits
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Object, String
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.moves.docs_edits import iter_redirect_edits, make_redirect_list_edits
from docs_lsp.site.moves.redirect_plan import RedirectChange, RedirectPlan
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.routes.redirects import Redirect, RedirectIndex, SourceForm, normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver, iter_redirects

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.overview import Overview

_MOST_REDIRECTS = 100
"""Maximum number of deleted pages that get a redirect."""
_TITLES = frozenset(("group", "tab", "anchor", "dropdown", "item"))
_TITLE_ONLY = _TITLES | {"icon", "iconType", "tag", "expanded", "root", "color", "description"}
"""Keys of an element that are useless without its content; `root` only if its page is deleted."""


@dataclass(frozen=True, slots=True)
class Deletion:
    """The changes that go with the deletion of some files."""

    pages: tuple[PageFile, ...]
    entries: tuple[FileEdit, ...]
    """Edits that remove the pages from the navigation."""
    redirects: tuple[FileEdit, ...]
    """Edits that redirect readers, if possible."""
    added: tuple[Redirect, ...]


def plan_deletion(overview: Overview, paths: Iterable[str]) -> Deletion:
    """Plan the changes that go with the deletion of files, or folders with their content."""
    gone = tuple(dict.fromkeys(paths))
    below = tuple(f"{path}/" for path in gone)
    pages = {
        page.page: page
        for page in overview.facts.pages
        if page.file in gone or page.file.startswith(below)
    }
    entries = tuple(_iter_entry_removals(overview, pages))
    redirects, added = _redirect_readers(overview, pages)
    return Deletion(tuple(pages.values()), entries, redirects, added)


# Entries


@dataclass(slots=True)
class _Removal:
    """A container, and the indexes of the children to be removed."""

    steps: tuple[Step, ...]
    """The steps to it, its own last."""
    indexes: set[int] = field(default_factory=set)

    @property
    def step(self) -> Step:
        return self.steps[-1]

    @property
    def removes_all(self) -> bool:
        """Whether every item of an array is removed."""
        return isinstance(self.step.node, Array) and len(self.indexes) == len(self.step.node.items)


def _iter_entry_removals(overview: Overview, pages: Mapping[str, PageFile]) -> Iterator[FileEdit]:
    """Yield the edits that remove the entries of some pages, and elements left empty."""
    by_file: dict[str, dict[int, _Removal]] = {}
    by_page = overview.navigation.by_page
    top_groups = {
        (placed.file, placed.at)
        for placed in overview.navigation.elements
        if placed.key == "groups" and placed.around and placed.around.element.kind is ROOT
    }
    for page in pages.values():
        # An entry with an extension is wrong, but it means this page.
        for listing in (*by_page.get(page.page, ()), *by_page.get(page.file, ())):
            part = overview.parts.get(listing.file)
            if isinstance(part, Document):
                steps = find_steps_to(part, listing.span.start)
                _record_removal(steps, by_file.setdefault(listing.file, {}))
    for file, removals in by_file.items():
        _record_emptied_elements(removals, {at for name, at in top_groups if name == file})
        part = overview.parts[file]
        assert isinstance(part, Document)
        for one in _iter_outermost(removals):
            node, at = one.step.node, one.step.at
            edits = json_edits.remove_children(part.text.data, node, at, sorted(one.indexes))
            yield from (FileEdit(file, *edit) for edit in edits or ())


def _record_removal(steps: tuple[Step, ...], removals: dict[int, _Removal]) -> None:
    """Record in `removals` that a string is removed from its container; ignore other values."""
    if steps and isinstance(steps[-1].value, String):
        removals.setdefault(steps[-1].at, _Removal(steps)).indexes.add(steps[-1].index)


def _record_emptied_elements(removals: dict[int, _Removal], top_groups: AbstractSet[int]) -> None:
    """Add to `removals` the elements that have no other content, from the inside out."""
    waiting = [*removals.values()]
    while waiting:
        one = waiting.pop()
        if one.removes_all and _is_emptied_element(one.steps, removals, top_groups):
            steps = one.steps[:-2]
            outer = removals.setdefault(steps[-1].at, _Removal(steps))
            outer.indexes.add(steps[-1].index)
            waiting.append(outer)


def _is_emptied_element(
    steps: tuple[Step, ...], removals: Mapping[int, _Removal], top_groups: AbstractSet[int]
) -> bool:
    """Return whether an element in an array is useless without the array that the steps lead to.

    The last tab, anchor or dropdown of an array counts as having more: it must not become empty.
    So does the last of `top_groups`, without which the service rejects docs.json.
    """
    if len(steps) < 3:
        return False
    element, outer = steps[-2].node, steps[-3].node
    if not isinstance(element, Object) or not isinstance(outer, Array):
        return False
    keys = element.by_key.keys() - {element.items[steps[-2].index].key.value}
    if keys.isdisjoint(_TITLES) or not keys <= _TITLE_ONLY:
        return False
    removed = removals.get(steps[-2].at)
    if "root" in keys and not (removed and element.by_key["root"] in removed.indexes):
        return False
    others = removals.get(steps[-3].at)
    count = len(others.indexes - {steps[-3].index}) if others else 0
    may_be_last = "group" in keys and steps[-2].at not in top_groups
    return may_be_last or count + 1 < len(outer.items)


def _iter_outermost(removals: Mapping[int, _Removal]) -> Iterator[_Removal]:
    """Yield the containers that are not inside a removed child."""
    for one in removals.values():
        outer = (removals.get(step.at) for step in one.steps[:-1])
        around = zip(one.steps[:-1], outer, strict=True)
        if not any(other and step.index in other.indexes for step, other in around):
            yield one


# Redirects


def _redirect_readers(
    overview: Overview, pages: Mapping[str, PageFile]
) -> tuple[tuple[FileEdit, ...], tuple[Redirect, ...]]:
    """Return the edits of the redirects after a deletion, and the redirects that they add."""
    first = islice(pages, _MOST_REDIRECTS)
    goals = {page_to_url(page): _choose_new_target(page, pages, overview) for page in first}
    changes = [
        RedirectChange(placed, one, _retarget_redirect(one, goals))
        for placed, one in iter_redirects(overview.objects)
    ]
    known = RedirectIndex(change.after for change in changes if change.after)
    added = tuple(
        Redirect(url, goal)
        for url, goal in goals.items()
        if goal and url not in ("/", goal) and known.find_match(url) is None
    )
    plan = RedirectPlan(tuple(changes), added)
    new = make_redirect_list_edits(plan, overview)
    return (*iter_redirect_edits(plan), *(new or ())), added if new is not None else ()


def _retarget_redirect(redirect: Redirect, goals: Mapping[str, str | None]) -> Redirect:
    """Return an exact redirect to a deleted page with a new target, and any other as it is."""
    is_path = redirect.destination.startswith("/")
    goal = goals.get(normalise_url_path(redirect.destination)) if is_path else None
    leads_on = (
        goal and redirect.form is SourceForm.EXACT and normalise_url_path(redirect.source) != goal
    )
    return redirect._replace(destination=goal) if goal and leads_on else redirect


def _choose_new_target(page: str, gone: Mapping[str, PageFile], overview: Overview) -> str | None:
    """Return the address to which a page's readers are best redirected, or None."""
    folder = page_to_url(page)
    folder = folder.rpartition("/")[0]
    there = get_path_resolver(overview).resolve_path(folder) if folder else None
    if there and there.page and there.page.page not in gone and not there.redirect:
        return folder
    listings = overview.navigation.by_page.get(page, ())
    return next(
        filter(None, (_find_neighbour_url(listing, gone, overview) for listing in listings)), None
    )


def _find_neighbour_url(
    listing: Listing, gone: Mapping[str, PageFile], overview: Overview
) -> str | None:
    """Return the address of the page listed before, or else after, an entry, or None."""
    beside = [one for one in overview.navigation.listings if one.placed is listing.placed]
    place = next(i for i, one in enumerate(beside) if one is listing)
    for one in (*reversed(beside[:place]), *beside[place + 1 :]):
        page = overview.facts.pages.find_page(one.page)
        if page and one.page not in gone:
            return page_to_url(one.page)
    return None
