"""Finds tags that the service, browsers and the page do not define, and suggests known names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from docs_lsp.core.did_you_mean import compute_edit_distance, find_nearest_name
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.mdx.components.catalogue import COMPONENTS, KNOWN_NAMES, STANDARD_NAMES
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.syntax import ExportKind, FaultKind, MdxFault, TagForm

_ELEMENT = compile_lazily(r"[a-z][^.]*|[^.]*[-:][^.]*")
"""The name of an HTML element, which is never looked up among components."""
_MOST = 200
"""The number of faults reported for a page. No real page has a tenth as many."""
_MEANT: Final = {
    **dict.fromkeys(("Admonition", "Alert", "Aside", "Banner"), "Callout"),
    **dict.fromkeys(("Caution", "Important"), "Warning"),
    **dict.fromkeys(("Details", "Collapse", "Collapsible", "Toggle"), "Accordion"),
    **dict.fromkeys(("CodeTabs", "CodeBlocks"), "CodeGroup"),
    **dict.fromkeys(("Cards", "CardGrid", "LinkCards"), "CardGroup"),
    **dict.fromkeys(("Success", "Done"), "Check"),
    **dict.fromkeys(("Error", "Failure"), "Danger"),
    **dict.fromkeys(("Image", "Img"), "img"),
    "LinkCard": "Card",
    "TabItem": "Tab",
}
"""The component here for each name used by other site generators."""

_SHORTEST = 3
_MOST_WRONG = 2


def find_unknown_tags(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each tag that is undefined, or exported as a plain value, up to 200.

    `detail` is the name that was most likely meant, or empty.
    """
    yield from islice(_iter_unknown_tags(tree), _MOST)


def _iter_unknown_tags(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each tag that is undefined, or a block that the page exports as a value."""
    likely: dict[str, str] = {}
    values = _find_exported_values(tree)
    # The parser's fault about the closing tag names the right one.
    reported = {
        fault.related.start
        for fault in tree.page.faults
        if fault.related and is_opening_misspelt(fault)
    }
    for index, tag in enumerate(tree.page.tags):
        if tag.name in KNOWN_NAMES or not tag.name or tag.form is TagForm.CLOSING:
            continue
        if tag.span.start in reported:
            continue
        if not tree.is_local(tag.name):
            if tag.name not in likely:
                likely[tag.name] = suggest_component_name(tag.name, tree.local_names)
            # A tag that contains or is inside tags of a name was not meant to have that name:
            # `Tiles` is not `Tile`.
            is_beside = likely[tag.name] and likely[tag.name] in tree.find_related_names(index)
            yield _build_unknown_fault(tree, index, "" if is_beside else likely[tag.name])
        elif tag.name in values and tree.is_block(index):
            kind = ComponentFaultKind.NO_FUNCTION
            yield ComponentFault(kind, tag.name_span, tag.name, lost=tree.measure_content(index))


def _build_unknown_fault(tree: TagTree, index: int, likely: str) -> ComponentFault:
    """Return the fault of an undefined tag; its kind says what the service does with the tag."""
    tag = tree.page.tags[index]
    lost = None
    is_element = _ELEMENT.fullmatch(tag.name)
    if (likely[:1].isupper() or not is_element) and tree.is_block(index):
        kind, lost = ComponentFaultKind.UNKNOWN_BLOCK, tree.measure_content(index)
    elif is_element:
        kind = ComponentFaultKind.UNKNOWN_ELEMENT
    else:
        kind = ComponentFaultKind.UNKNOWN_IN_TEXT
    return ComponentFault(kind, tag.name_span, tag.name, likely, lost=lost)


def _find_exported_values(tree: TagTree) -> frozenset[str]:
    """Return the exported names that surely hold no function: plain literals and JSX."""
    return frozenset(
        name.name
        for each in tree.page.exports
        for name in each.names
        if name.kind in (ExportKind.LITERAL, ExportKind.JSX)
    )


@lru_cache(512)  # Editing a page asks for the same names on every keystroke.
def suggest_component_name(name: str, own: frozenset[str]) -> str:
    """Return the component or element most likely meant by an unknown name, or "".

    `own` are the names that the page imports or defines. A capitalized name is never taken for an
    HTML element, since the service deletes most blocks of these in lower case, too. A lower-case
    name suggests a component only if the letters are the same.
    """
    if name in _MEANT:
        return _MEANT[name]
    if not name[:1].isupper():
        return (
            _index_by_folded().get(_fold_case_and_hyphens(name))
            or find_nearest_name(name, STANDARD_NAMES)
            or ""
        )
    if name.casefold() in STANDARD_NAMES:
        return ""
    known = [
        known_name
        for known_name in (*_index_by_folded().values(), *own)
        if ("." in known_name) == ("." in name)
    ]
    near = find_nearest_name(name, known) or ""
    return near if _is_misspelling(name.casefold(), near.casefold()) else ""


@cache
def _index_by_folded() -> Mapping[str, str]:
    """Return the suggested components by what `_fold_case_and_hyphens` makes of their names."""
    return {
        _fold_case_and_hyphens(name): name for name, each in COMPONENTS.items() if each.is_offered
    }


def _fold_case_and_hyphens(name: str) -> str:
    return name.casefold().replace("-", "")


def _is_misspelling(name: str, near: str) -> bool:
    """Return whether two names differ in up to two letters, or one begins with the other.

    `CrawlWarning` is no misspelling of `Warning`.
    """
    shorter, longer = sorted((name, near), key=len)
    if len(shorter) >= _SHORTEST and longer.startswith(shorter):
        return True
    return compute_edit_distance(name, near, _MOST_WRONG) <= _MOST_WRONG


def is_closed_as_container(fault: MdxFault) -> bool:
    """Return whether a fault's closing tag names a parent, spelt alike, of the open component."""
    component = COMPONENTS.get(fault.detail)
    return (
        fault.kind is FaultKind.WRONG_CLOSING
        and component is not None
        and fault.tag in component.parents
        and is_misspelling(fault.detail, fault.tag)
    )


def is_opening_misspelt(fault: MdxFault) -> bool:
    """Return whether a fault about a closing tag is that its opening tag misspells a known name."""
    if fault.kind is not FaultKind.WRONG_CLOSING or fault.detail in KNOWN_NAMES:
        return False
    return fault.tag in KNOWN_NAMES and is_misspelling(fault.detail, fault.tag)
