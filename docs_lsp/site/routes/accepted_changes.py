"""Predict what readers lose by an edit of docs.json, from what it changes.

A redirect that is added, removed or changed affects the addresses that it matches before or after,
and those that lead to these; an entry affects its page. Everything else is known. If an edit
changes more, such as the generated pages, the whole site is computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from docs_lsp.core.text import measure_common_ends
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Object
from docs_lsp.jsontree.tree_edit import TreeEdit, find_edit, find_item_removal, find_text_edit
from docs_lsp.site.generated_pages.generation import OPAQUE
from docs_lsp.site.generated_pages.page_addresses import read_pages_folder
from docs_lsp.site.navigation.accepted_elements import (
    AcceptedDocs,
    AcceptedElement,
    apply_accepted_edit,
)
from docs_lsp.site.navigation.docs_reader import is_same_value, is_still_plain, read_missing_parts
from docs_lsp.site.navigation.inheritance import list_sources
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.routes.accepted_answers import AcceptedAnswers
from docs_lsp.site.routes.accepted_site import (
    ORDER_GAP,
    AcceptedState,
    Effect,
    compute_accepted_state,
    iter_entries,
    parse_redirects,
    predict_accepted_site,
    predict_from_docs,
)
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.files.files import Files
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts


MOST_ELEMENTS = 20_000
"""The maximum number of elements that all predictions for one report or question read again.

Only a site with thousands of groups and mistakes reaches it. A fix that is not predicted is not
offered.
"""
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
        return self.before.replace_bytes(self.start, self.old_end, self.new)

    def is_without_effect(self) -> bool:
        """Return whether the service surely reads the same from the object around the edit.

        It does if a member is removed whose key is repeated later.
        """
        data = self.before.text.data
        for step in reversed(find_steps_to(self.before, self.start)):
            start, end = step.at, step.at + step.node.size
            if start < self.start and self.old_end < end:
                after = data[start : self.start] + self.new + data[self.old_end : end]
                return isinstance(step.node, Object) and is_same_value(data[start:end], after)
        return False


class TrialCosts:
    """The costs of trying fixes on one state of a site; use `overview.cached(TrialCosts)`.

    With it, a report of thousands of mistakes ends in time. A report counts the costs of all its
    fixes together, an editor those of each question of its user.
    """

    def __init__(self, _overview: Overview) -> None:
        """Begin without costs."""
        self.reset()

    def reset(self) -> None:
        """Begin again, because a user asks about another place."""
        self.checked_children = 0
        """Children of containers that trials have checked again."""
        self.read_elements = 0
        """Elements of the navigation that predictions have read again."""


def _may_read_site_again(docs: AcceptedDocs, overview: Overview) -> bool:
    """Return whether the whole site may be read once more; if so, count what that costs."""
    costs = overview.cached(TrialCosts)
    if costs.read_elements > MOST_ELEMENTS:
        return False
    costs.read_elements += len(docs.seen.elements)
    return True


class AcceptedChangePredictor:
    """Predicts the effects of edits on one site.

    The overview caches it, so it must not refer back to it: then both would stay in memory for
    good.
    """

    def __init__(self, overview: Overview) -> None:
        """Store the site before the edits; use `overview.cached(AcceptedChangePredictor)`."""
        self._before: AcceptedState = overview.cached(compute_accepted_state)
        self._facts: SiteFacts = overview.facts

    def predict_effect(
        self, edits: Mapping[str, DocsEdit], overview: Overview, files: Files
    ) -> Effect:
        """Return what readers lose by edits of docs.json and its parts; `PAGES` if too costly.

        Earlier predictions for the same site count. `NONE` if the service rejects docs.json now.
        """
        before, docs = self._before.site, self._before.docs
        if docs is None:
            return Effect.NONE  # The service already rejects docs.json.
        edit = edits[overview.name] if edits.keys() == {overview.name} else None
        tree_edit = _find_tree_edit(edit, docs) if edit else None
        if tree_edit is None:
            if all(each.is_without_effect() for each in edits.values()):
                return Effect.NONE
            if not _may_read_site_again(docs, overview):
                return Effect.PAGES
            after_edits = {file: edit.after for file, edit in edits.items()}
            parts = read_missing_parts({**overview.parts, **after_edits}, files)
            return predict_accepted_site(parts, overview, files).find_effect(before)
        after = apply_accepted_edit(docs, tree_edit)
        if after is None:
            return Effect.PAGES
        if after.navigation is not docs.navigation:
            gone, new = _compare_elements(docs.navigation, after.navigation)
            if not self._leaves_generated_pages(gone, new):
                if not _may_read_site_again(docs, overview):
                    return Effect.PAGES
                return predict_from_docs(after, overview, files).find_effect(before)
            if self._would_lose_page(gone, new):
                return Effect.PAGES
        is_lost = self._would_change_target(docs, after, tree_edit)
        return Effect.SOMETHING if is_lost else Effect.NONE

    def _would_change_target(
        self, before: AcceptedDocs, after: AcceptedDocs, edit: TreeEdit
    ) -> bool:
        """Return whether an address gets another target by changed redirects."""
        gone, new = _compare_redirects(before, after, edit)
        answers = self._before.site.answers
        if not (gone or new):
            return False
        assert isinstance(answers, AcceptedAnswers)
        return answers.would_change_target(gone, new)

    def _leaves_generated_pages(self, gone: _ListedDifference, new: _ListedDifference) -> bool:
        """Return whether a change of the navigation does not affect generated pages."""
        if _list_api_sources(gone) != _list_api_sources(new):
            return False
        entries = (*gone.iter_entries(), *new.iter_entries())
        return not any(
            _is_endpoint_entry(entry) and self._facts.pages.find_page(entry_to_page_path(entry))
            for entry in entries
        )

    def _would_lose_page(self, gone: _ListedDifference, new: _ListedDifference) -> bool:
        """Return whether the navigation no longer shows some page."""
        added = self._count_by_file(new.iter_entries())
        removed = self._count_by_file(gone.iter_entries())
        return any(self._entry_counts[page] + added[page] == n for page, n in removed.items())

    def _count_by_file(self, entries: Iterable[str]) -> Counter[str]:
        """Count how often some entries name the file of each page."""
        pages = map(self._facts.pages.find_page, map(entry_to_page_path, entries))
        return Counter(page.file for page in pages if page)

    @cached_property
    def _entry_counts(self) -> Counter[str]:
        """The number of entries that show each page."""
        docs = self._before.docs
        assert docs is not None
        return self._count_by_file(iter_entries(docs.navigation))


def _find_tree_edit(edit: DocsEdit, before: AcceptedDocs) -> TreeEdit | None:
    """Return an edit as a change of the tree; None unless docs.json is one plain file."""
    if not before.is_plain or edit.before.tree.root is not before.root:
        return None
    place = edit.before, edit.start, edit.old_end
    tree_edit = find_text_edit(*place, edit.new)
    if tree_edit is None and not edit.new:
        tree_edit = find_item_removal(*place)
    if tree_edit is None:
        tree_edit = find_edit(edit.before, edit.after, edit.start, edit.old_end)
    return tree_edit if tree_edit is not None and is_still_plain(tree_edit) else None


# The navigation


class _ListedDifference(NamedTuple):
    """Elements and entries that are added or removed."""

    elements: Sequence[AcceptedElement] = ()
    entries: Sequence[str] = ()

    def iter_entries(self) -> Iterator[str]:
        """Yield the entries, and those in the elements."""
        yield from self.entries
        for element in self.elements:
            yield from iter_entries(element)


def _compare_elements(
    before: AcceptedElement, after: AcceptedElement
) -> tuple[_ListedDifference, _ListedDifference]:
    """Return what only one of two states of an element has: the removed and the added content."""
    if _identify_element(before) != _identify_element(after):
        return _ListedDifference([before]), _ListedDifference([after])
    gone, new = _strip_shared_ends(before.children, after.children)
    if len(gone) == len(new) == 1 and before.entries == after.entries:
        return _compare_elements(gone[0], new[0])
    old_entries, new_entries = _strip_shared_ends(before.entries, after.entries)
    return _ListedDifference(gone, old_entries), _ListedDifference(new, new_entries)


def _identify_element(element: AcceptedElement) -> tuple[object, ...]:
    """Return the kind, root and sources of an element, without its content."""
    root = element.value("root") if element.kind.name == "group" else None
    return element.kind.name, getattr(root, "value", None), _list_sources(element)


def _list_sources(element: AcceptedElement) -> tuple[object, ...]:
    """Return the sources from which an element itself generates pages; empty for most."""
    value = element.value("openapi")
    own = list_sources(value)
    folder = (read_pages_folder(value),) if value and own else ()
    others = (source for key in OPAQUE for source in (key, *list_sources(element.value(key))))
    sources = (*own, *folder, *others)
    return (element.content == "href", *sources) if len(sources) > len(OPAQUE) else ()


def _list_api_sources(listed: _ListedDifference) -> tuple[object, ...]:
    """Return everything that makes the service generate pages; empty if it generates none."""
    endpoints = filter(_is_endpoint_entry, listed.entries)
    inner = (
        (*own, *held) if own else held
        for element in listed.elements
        for own in (_list_sources(element),)
        for held in (_list_api_sources(_ListedDifference(element.children, element.entries)),)
    )
    return (*endpoints, *filter(None, inner))


def _is_endpoint_entry(entry: str) -> bool:
    return isinstance(parse_endpoint_entry(entry), Endpoint)


def _strip_shared_ends(
    before: Sequence[_Item], after: Sequence[_Item]
) -> tuple[Sequence[_Item], Sequence[_Item]]:
    """Return two sequences without the equal items that they share at both ends."""
    start, end = measure_common_ends(before, after)
    return before[start : len(before) - end], after[start : len(after) - end]


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
    gap = ORDER_GAP // (len(came) + 1)
    orders = range((start - 1) * ORDER_GAP + gap, start * ORDER_GAP, gap)
    new_ones = parse_redirects(came)
    return (
        [*parse_redirects(gone, start)],
        [one._replace(order=order) for one, order in zip(new_ones, orders, strict=False)],
    )
