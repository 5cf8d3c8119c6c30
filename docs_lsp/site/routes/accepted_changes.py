"""Predict what readers lose by an edit of docs.json, from the parts it changes.

A redirect that is added, removed or changed affects the addresses that it matches before or after,
and those that lead to these; an entry affects its page. Everything else is known. If an edit
changes more, such as the generated pages, the whole site is computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from operator import is_not
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.tree_edit import TreeEdit, find_edit, find_text_edit
from docs_lsp.site.generated_pages.generation import OPAQUE
from docs_lsp.site.generated_pages.page_addresses import folder_of
from docs_lsp.site.navigation.accepted_elements import AcceptedDocs, AcceptedElement, accept_edit
from docs_lsp.site.navigation.docs_reader import read_missing_parts
from docs_lsp.site.navigation.inheritance import sources_of
from docs_lsp.site.navigation.plain_docs import is_still_plain
from docs_lsp.site.pages import page_of
from docs_lsp.site.routes.accepted_answers import AcceptedAnswers
from docs_lsp.site.routes.accepted_site import (
    ROOM,
    AcceptedState,
    Effect,
    build_redirects,
    find_accepted_state,
    list_entries,
    predict_accepted_site,
    predict_from_docs,
)
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts


_Item = TypeVar("_Item")


@dataclass(frozen=True, eq=False)
class DocsEdit:
    """An edit of docs.json or of a part of it."""

    before: Document
    start: int
    old_end: int
    """The bytes from `start` to `old_end` of the file are replaced."""
    new: bytes
    """The new bytes."""

    @cached_property
    def after(self) -> Document:
        """The document after the edit."""
        return self.before.splice(self.start, self.old_end, self.new)


class AcceptedChanges:
    """Predicts the effects of edits on one site.

    The overview caches it, so it must not refer back to it: then both would stay in memory for
    good.
    """

    def __init__(self, overview: Overview) -> None:
        """Store the site before the edits; use `overview.cached(AcceptedChanges)`."""
        self._before: AcceptedState = overview.cached(find_accepted_state)
        self._facts: SiteFacts = overview.facts

    def predict_effect(
        self, edits: Mapping[str, DocsEdit], overview: Overview, files: Files
    ) -> Effect:
        """Return what readers lose if docs.json and parts of it are edited."""
        before, docs = self._before.site, self._before.docs
        if docs is None:
            return Effect.NONE  # The service already rejects docs.json.
        edit = edits[overview.name] if edits.keys() == {overview.name} else None
        tree_edit = _find_tree_edit(edit, docs) if edit else None
        if tree_edit is None:
            after_edits = {file: edit.after for file, edit in edits.items()}
            parts = read_missing_parts({**overview.parts, **after_edits}, files)
            return predict_accepted_site(parts, overview, files).find_effect(before)
        after = accept_edit(docs, tree_edit)
        if after is None:
            return Effect.PAGES
        if after.navigation is not docs.navigation:
            change = _compare_elements(docs.navigation, after.navigation)
            if not self._is_known(change):
                return predict_from_docs(after, overview, files).find_effect(before)
            if self._loses_page(change):
                return Effect.PAGES
        is_lost = self._loses_answer(docs, after, tree_edit)
        return Effect.SOMETHING if is_lost else Effect.NONE

    def _loses_answer(self, before: AcceptedDocs, after: AcceptedDocs, edit: TreeEdit) -> bool:
        gone, new = _compare_redirects(before, after, edit)
        answers = self._before.site.answers
        if not (gone or new):
            return False
        assert isinstance(answers, AcceptedAnswers)
        return answers.would_lose(gone, new)

    def _is_known(self, change: _Change) -> bool:
        """Return whether a change of the navigation does not affect generated pages."""
        if _list_api_sources(change.gone) != _list_api_sources(change.new):
            return False
        entries = (*change.gone.list_entries(), *change.new.list_entries())
        return not any(
            _is_endpoint(entry) and self._facts.pages.find(page_of(entry)) for entry in entries
        )

    def _loses_page(self, change: _Change) -> bool:
        """Return whether the navigation no longer shows some page."""
        new = self._count(change.new.list_entries())
        gone = self._count(change.gone.list_entries())
        return any(self._shown[page] + new[page] == times for page, times in gone.items())

    def _count(self, entries: Iterable[str]) -> Counter[str]:
        pages = map(self._facts.pages.find, map(page_of, entries))
        return Counter(page.file for page in pages if page)

    @cached_property
    def _shown(self) -> Counter[str]:
        """The number of entries that show each page."""
        docs = self._before.docs
        assert docs is not None
        return self._count(list_entries(docs.navigation))


def _find_tree_edit(edit: DocsEdit, before: AcceptedDocs) -> TreeEdit | None:
    """Return an edit as a change of the tree; None unless docs.json is one plain file."""
    if not before.is_plain or edit.before.tree.root is not before.root:
        return None
    tree_edit = find_text_edit(edit.before, edit.start, edit.old_end, edit.new)
    if tree_edit is None:
        tree_edit = find_edit(edit.before, edit.after, edit.start, edit.old_end)
    return tree_edit if tree_edit is not None and is_still_plain(tree_edit) else None


# The navigation


class _Listed(NamedTuple):
    """Elements and entries that are added or removed."""

    elements: Sequence[AcceptedElement] = ()
    entries: Sequence[str] = ()

    def list_entries(self) -> Iterator[str]:
        """Yield the entries, and those in the elements."""
        yield from self.entries
        for element in self.elements:
            yield from list_entries(element)


class _Change(NamedTuple):
    gone: _Listed = _Listed()
    new: _Listed = _Listed()


def _compare_elements(before: AcceptedElement, after: AcceptedElement) -> _Change:
    """Return the difference of two states of an element that share the rest."""
    if _identify_element(before) != _identify_element(after):
        return _Change(_Listed([before]), _Listed([after]))
    gone, new = _find_differing(before.children, after.children)
    if len(gone) == len(new) == 1 and before.entries == after.entries:
        return _compare_elements(gone[0], new[0])
    entries = _find_differing(before.entries, after.entries)
    return _Change(_Listed(gone, entries[0]), _Listed(new, entries[1]))


def _identify_element(element: AcceptedElement) -> tuple[object, ...]:
    """Return the kind, root and sources of an element, without its content."""
    root = element.value("root") if element.kind.name == "group" else None
    return element.kind.name, getattr(root, "value", None), _list_sources(element)


def _list_sources(element: AcceptedElement) -> tuple[object, ...]:
    """Return the sources from which an element itself generates pages; empty for most."""
    value = element.value("openapi")
    sources = (
        *((*sources_of(value), folder_of(value)) if value and sources_of(value) else ()),
        *(source for key in OPAQUE for source in (key, *sources_of(element.value(key)))),
    )
    return (element.content == "href", *sources) if len(sources) > len(OPAQUE) else ()


def _list_api_sources(listed: _Listed) -> tuple[object, ...]:
    """Return everything that makes the service generate pages; empty if it generates none."""
    endpoints = filter(_is_endpoint, listed.entries)
    inner = (
        (*own, *held) if own else held
        for element in listed.elements
        for own in (_list_sources(element),)
        for held in (_list_api_sources(_Listed(element.children, element.entries)),)
    )
    return (*endpoints, *filter(None, inner))


def _is_endpoint(entry: str) -> bool:
    return isinstance(parse_endpoint(entry), Endpoint)


def _find_differing(
    before: Sequence[_Item], after: Sequence[_Item]
) -> tuple[Sequence[_Item], Sequence[_Item]]:
    """Return two sequences without the identical items that they share at both ends."""
    start = _count_shared(before, after)
    most = min(len(before), len(after)) - start
    end = min(_count_shared(before[::-1], after[::-1]), most)
    return before[start : len(before) - end], after[start : len(after) - end]


def _count_shared(before: Sequence[object], after: Sequence[object]) -> int:
    """Return the number of identical items at the start."""
    differ = map(is_not, before, after)
    return next(compress(count(), differ), min(len(before), len(after)))


# The redirects


def _compare_redirects(
    before: AcceptedDocs, after: AcceptedDocs, edit: TreeEdit
) -> tuple[Sequence[Redirect], Sequence[Redirect]]:
    """Return the removed and the added redirects, in order; a changed one is in both."""
    old, new = before.root.get("redirects"), after.root.get("redirects")
    if old is new:
        return (), ()
    pair = edit.around.get(id(new))
    gone, came = before.redirect_items, after.redirect_items
    start = 0
    if pair is not None and pair.before is old:
        start = pair.start
        gone, came = gone[start : pair.stop_before], came[start : pair.stop]
    # Their order follows that of the redirects before them.
    room = ROOM // (len(came) + 1)
    orders = range((start - 1) * ROOM + room, start * ROOM, room)
    new_ones = build_redirects(came)
    return (
        [*build_redirects(gone, start)],
        [one._replace(order=order) for one, order in zip(new_ones, orders, strict=False)],
    )
