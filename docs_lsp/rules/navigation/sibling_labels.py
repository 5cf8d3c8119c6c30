"""Titles, language codes and defaults of the elements in one array, and new ones for fixes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count, islice

from docs_lsp.core.phrases import code, make_title
from docs_lsp.core.problem import Fix
from docs_lsp.jsontree.cursor import Step
from docs_lsp.jsontree.edits import build_key_edit, build_value_edit, quote_json
from docs_lsp.jsontree.nodes import Array, Member, Node, Object, String
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.element_content import derive_title
from docs_lsp.schema.kinds import KINDS, SWITCHED
from docs_lsp.schema.model_languages import LANGUAGE_NAMES, is_code_variant, suggest_languages
from docs_lsp.site.navigation.element import ChildView, Element, Spot
from docs_lsp.site.navigation.refs import has_ref

CHOICES = frozenset(KINDS[name].container for name in SWITCHED)
"""The keys that hold languages or versions to choose from."""


_MOST_PAGES = 50
"""Number of pages that are read to find the language folder of an element."""


def iter_repeated_values(
    element: Element, container: str, key: str
) -> Iterator[tuple[str, Spot, Spot]]:
    """Yield the non-blank strings under a key that an earlier sibling has too, with both places.

    Each with its place and the first place.
    """
    first: dict[str, Spot] = {}
    for child in _iter_siblings(element, container):
        value = child.get_text(key)
        if not value or not value.strip():
            continue  # Another rule reports blank values.
        if value in first:
            yield value, child.find_value_spot_in_parent(key), first[value]
        else:
            first[value] = child.find_value_spot_in_parent(key)


def find_marked_defaults(element: Element, container: str) -> list[Spot]:
    """Return the places of `default` in all siblings for which it is `true`."""
    siblings = _iter_siblings(element, container)
    return [
        child.find_value_spot_in_parent("default")
        for child in siblings
        if child.get_flag("default") is True
    ]


def list_visible_siblings(element: Element, container: str) -> list[ChildView]:
    """Return the elements of one array that are not hidden."""
    return [
        child
        for child in _iter_siblings(element, container)
        if child.get_flag("hidden") is not True
    ]


def _iter_siblings(element: Element, container: str) -> Iterator[ChildView]:
    """Yield the objects in an array of children; none if the element cannot have that."""
    kind = element.kind
    if kind is not None and container in kind.children and element.has(container):
        yield from element.list_children(container)


def suggest_title(content: Node | None, taken: Collection[str | None]) -> str:
    """Return a title for an element with some content that none of its siblings has."""
    pages = [*islice(_walk_pages(content), 2)]
    name = make_title(pages[0].rpartition("/")[2]) if len(pages) == 1 else ""
    return pick_free_title((derive_title(content), *filter(None, [name]), "More"), taken)


def pick_free_title(titles: Sequence[str], taken: Collection[str | None]) -> str:
    """Return the first of some titles that is not taken, or the last one with a number."""
    numbered = (f"{titles[-1]} {number}" for number in count(2))
    return next(title for title in chain(titles, numbered) if title not in taken)


def suggest_language(
    content: Node | None, taken: Collection[str | None], title: str = ""
) -> tuple[str, bool] | None:
    """Return a free language code and whether it is evident, or None if siblings have all codes.

    It is evident if the title or the pages show it, or if it is the usual default.
    """
    meant = [code for code in suggest_languages(title) if code not in taken] if title else []
    if meant and (len(meant) == 1 or is_code_variant(title, meant[0])):
        return meant[0], True
    folder = _find_language_folder(content)
    if folder is not None and folder not in taken:
        return folder, True
    free = next((code for code in LANGUAGE_NAMES if code not in taken), None)
    is_default = free == "en" and folder is None and not title
    return None if free is None else (free, is_default)


def find_sibling_titles(subject: FixContext, key: str) -> set[str | None]:
    """Return the strings under a key of the element and its siblings; None for one without."""
    placed = subject.placed
    around = placed.around.element if placed and placed.around else None
    if placed is None or around is None:
        return set()
    place = (around, placed.key, key)
    return subject.readings.get_or_read(place, _list_titles, (around.get(placed.key), key))


def is_taken(subject: FixContext, key: str, json_value: str) -> bool:
    """Return whether the element or a sibling has this JSON-encoded language or version already."""
    if key not in SWITCHED:
        return False
    titles = find_sibling_titles(subject, key)
    return json_value in subject.readings.get_or_read(titles, _encode_titles)


def has_default_sibling(subject: FixContext) -> bool:
    """Return whether the element that the problem is about, or a sibling, has `default: true`."""
    placed = subject.placed
    around = placed.around.element if placed and placed.around else None
    return bool(placed and around and find_marked_defaults(around, placed.key))


def _list_titles(place: tuple[Element, str, str]) -> set[str | None]:
    """Return the strings under a key of the objects in a container; None for others."""
    element, container, key = place
    value = element.get_resolved(container)
    if isinstance(value, Array) and not has_ref(value):
        # Most arrays; making thousands of elements would take longer than the fixes.
        titles = (item.get(key) for item in value.items if isinstance(item, Object))
        return {title.value if isinstance(title, String) else None for title in titles}
    return {child.get_text(key) for child in element.list_children(container)}


def _encode_titles(titles: set[str | None]) -> frozenset[str]:
    """Encode each title as JSON, and None as `null`."""
    return frozenset(map(json.dumps, titles))


def _find_language_folder(content: Node | None) -> str | None:
    """Return the language folder that the first pages (at most 50) are all in, or None."""
    folders = {
        next((name for name in entry.strip("/").split("/")[:-1] if name in LANGUAGE_NAMES), None)
        for entry in islice(_walk_pages(content), _MOST_PAGES)
    }
    return folders.pop() if len(folders) == 1 else None


def _walk_pages(content: Node | None) -> Iterator[str]:
    """Yield the strings in arrays below a node, in order."""
    nodes = [content] if content else []
    while nodes:
        node = nodes.pop()
        match node:
            case String():
                yield node.value
            case Array():
                nodes += reversed(node.items)
            case Object():
                nodes += (
                    member.value
                    for member in reversed(node.items)
                    if isinstance(member, Member) and isinstance(member.value, Array)
                )


def offer_language_key(subject: FixContext, step: Step) -> Iterator[Fix]:
    """Offer to rename a member to `language`, with the code that its value or pages show."""
    element = subject.element
    if element is None or not isinstance(step.node, Object):
        return
    value = step.node.items[step.index].value
    if not isinstance(value, String):
        return
    renamed = build_key_edit(subject.data, step.node, step.at, step.index, "language")
    taken = find_sibling_titles(subject, "language")
    known = LANGUAGE_NAMES.keys() | subject.settings.extra_languages
    if value.value in known and value.value not in taken:
        yield from subject.offer_edits("Write `language`", [renamed], preferred=True)
        return
    content = next((element.get(key) for key in element.content_keys), None)
    language, is_evident = suggest_language(content, taken, value.value) or ("", False)
    if is_evident:
        written = quote_json(language)
        member = f'"language": {written}'
        replaced = build_value_edit(subject.data, step.node, step.at, step.index, written)
        yield from subject.offer_edits(f"Write {code(member)}", [renamed, replaced], preferred=True)
