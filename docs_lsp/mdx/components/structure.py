"""Finds components in places where the service does not show them, or not as intended."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Span
from docs_lsp.mdx.components.attributes import find_attribute, has_spread
from docs_lsp.mdx.components.audiences import AudienceKind, read_audience
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import AGENT_AUDIENCES
from docs_lsp.mdx.components.component_fault import ComponentFault, ComponentFaultKind
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.syntax import NOWHERE, MdxTag, TagForm

_KIND = ComponentFaultKind
_EXAMPLES = frozenset(("RequestExample", "ResponseExample"))
_AUDIENCE_FAULTS = {
    AudienceKind.WRONG: _KIND.NO_AUDIENCE,
    AudienceKind.TEMPLATE: _KIND.COMPUTED_AUDIENCE,
    AudienceKind.NO_GROUPS: _KIND.NO_GROUPS,
    AudienceKind.NO_LIST: _KIND.NO_GROUP_NAMES,
    AudienceKind.NO_NAMES: _KIND.NO_GROUP_NAMES,
}


def find_structure_faults(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each known component in a wrong place or with wrong content."""
    seen: dict[tuple[str, str], Span] = {}
    for index, tag in enumerate(tree.page.tags):
        component = COMPONENTS.get(tag.name)
        if component is None or tag.form is TagForm.CLOSING or tree.is_local(tag.name):
            continue
        if component.parents:
            yield from _check_parent(tree, index, component.parents)
        match tag.name:
            case "View":
                yield from _check_view(tree, index, seen)
            case "Visibility":
                yield from _check_visibility(tag, tree.data)
            case "RequestExample" | "ResponseExample" | "Panel":
                yield from _check_only_once(tree, index, seen)
            case "Tree" | "FileTree" | "Tree.Folder":
                yield from _check_tree_children(tree, index)


def _check_parent(tree: TagTree, index: int, parents: tuple[str, ...]) -> Iterator[ComponentFault]:
    """Yield a fault for a component that is outside the parents that it needs."""
    tags = tree.page.tags
    around = tree.find_parent(index)
    name = tags[around].name if around != NOWHERE else ""
    # It is unknown how a component defined by the page renders its content.
    if name not in parents and (not name or name in COMPONENTS) and not tree.is_local(name):
        tag = tags[index]
        yield ComponentFault(_KIND.OUTSIDE, tag.name_span, tag.name, name)


def _check_view(
    tree: TagTree, index: int, seen: dict[tuple[str, str], Span]
) -> Iterator[ComponentFault]:
    """Yield a fault for a view without a title, or with the title of an earlier one."""
    tag = tree.page.tags[index]
    title = find_attribute(tag, "title")
    if title is None or title.value == "":
        if not has_spread(tag):
            lost = tree.measure_content(index)
            yield ComponentFault(_KIND.UNTITLED_VIEW, tag.name_span, tag.name, lost=lost)
        return
    if title.value is None:
        return
    first = seen.setdefault((tag.name, title.value), title.span)
    if first != title.span:
        lost = tree.measure_content(index)
        yield ComponentFault(_KIND.SAME_VIEW, title.span, tag.name, title.value, first, lost)


def _check_visibility(tag: MdxTag, data: bytes) -> Iterator[ComponentFault]:
    """Yield a fault for a `Visibility` whose audience is missing, wrong or empty."""
    given = find_attribute(tag, "for")
    if given is None:
        if not has_spread(tag):
            yield ComponentFault(_KIND.NO_AUDIENCE, tag.name_span, tag.name)
        return
    audience = read_audience(given, data)
    kind = _AUDIENCE_FAULTS.get(audience.kind)
    # People may see what agents do not get; it is lost only if it is for agents.
    if kind is _KIND.COMPUTED_AUDIENCE and audience.text not in AGENT_AUDIENCES:
        return
    if kind is not None:
        yield ComponentFault(kind, given.span, tag.name, audience.text)


def _check_only_once(
    tree: TagTree, index: int, seen: dict[tuple[str, str], Span]
) -> Iterator[ComponentFault]:
    """Yield faults for each repetition, text in a code example, and the first `Panel`."""
    tag = tree.page.tags[index]
    first = seen.setdefault((tag.name, ""), tag.name_span)
    if first != tag.name_span:
        lost = tree.measure_content(index)
        kind = _KIND.ANOTHER
        yield ComponentFault(kind, tag.name_span, tag.name, related=first, lost=lost)
    elif tag.name in _EXAMPLES:
        yield from _check_only_code(tree, index)
    else:
        lost = tree.measure_content(index)
        yield ComponentFault(_KIND.PANEL, tag.name_span, tag.name, lost=lost)


def _check_only_code(tree: TagTree, index: int) -> Iterator[ComponentFault]:
    """Yield a fault for the first content of an example that is not a code block."""
    name = tree.page.tags[index].name
    for inner in _iter_children(tree, index):
        tag = tree.page.tags[inner]
        # Imported content is inserted earlier and can contain code.
        if not tree.is_local(tag.name) and tag.name in COMPONENTS:
            whole = tree.measure_content(inner)
            yield ComponentFault(_KIND.NOT_CODE, tag.name_span, name, tag.name, lost=whole)
            return
        return
    span = tree.get_inner_span(index)
    text = tree.extract_text(span).strip()
    if text:
        first = text.split("\n", 1)[0].strip().encode()
        at = tree.data.find(first, *span)
        if at >= 0:
            yield ComponentFault(_KIND.NOT_CODE, Span(at, at + len(first)), name)


def _check_tree_children(tree: TagTree, index: int) -> Iterator[ComponentFault]:
    """Yield a fault for each component in a tree that is neither a folder nor a file."""
    name = tree.page.tags[index].name
    for inner in _iter_children(tree, index):
        tag = tree.page.tags[inner]
        is_part = tag.name in ("Tree.Folder", "Tree.File")
        if not is_part and tag.is_block and tag.name in COMPONENTS:
            lost = tree.measure_content(inner)
            yield ComponentFault(_KIND.NOT_IN_TREE, tag.name_span, tag.name, name, lost=lost)


def _iter_children(tree: TagTree, index: int) -> Iterator[int]:
    """Yield the indexes of the direct children of a tag, looking through fragments."""
    tags = tree.page.tags
    end = tags[index].partner
    for inner in range(index + 1, end if end != NOWHERE else index + 1):
        tag = tags[inner]
        if tag.form is not TagForm.CLOSING and tag.name and tree.find_parent(inner) == index:
            yield inner
