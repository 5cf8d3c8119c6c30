"""Finds unknown props, undocumented values and duplicate ids of components."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.attributes import find_attribute, parse_plain_value
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import Component, Prop, PropKind
from docs_lsp.mdx.components.component_fault import (
    EMPTY,
    EXPRESSION,
    ComponentFault,
    ComponentFaultKind,
)
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.syntax import MdxAttribute, MdxTag, TagForm

_KIND = ComponentFaultKind
# React passes these on, or uses them itself, for every component.
_ANYWHERE = frozenset(
    (
        *("className", "class", "style", "id", "key", "ref", "slot", "children", "role", "lang"),
        *("dir", "hidden", "tabIndex", "title", "name", "width", "height", "align"),
    )
)
_PASSED_ON = compile_lazily(r"data-.*|aria-.*|on[A-Z].*|.*:.*")


def find_prop_faults(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield the faults of the props of components, and ids that several components share.

    HTML elements may share an id: translation programs put `<div id="parameters">` around every
    heading of that name.
    """
    ids: dict[str, Span] = {}
    for tag in tree.page.tags:
        if tag.form is TagForm.CLOSING:
            continue
        for given in tag.attributes:
            if given.name == "id" and given.value:
                first = ids.setdefault(given.value, given.span)
                if first != given.span and tag.name[:1].isupper():
                    kind = _KIND.SAME_ID
                    yield ComponentFault(kind, given.span, tag.name, given.value, first)
        component = COMPONENTS.get(tag.name)
        if component is not None and component.is_offered and not tree.is_local(tag.name):
            yield from _check_component_props(tree, tag, component)
            if component.replaced_by:
                yield ComponentFault(_KIND.REPLACED, tag.name_span, tag.name)


def _check_component_props(
    tree: TagTree, tag: MdxTag, component: Component
) -> Iterator[ComponentFault]:
    """Yield the faults of a tag's props, and of the title of a tab or an accordion."""
    for given in tag.attributes:
        prop = component.find_prop(given.name)
        if prop is not None:
            if tag.name != "Visibility":  # Other values of `for` are reported by `structure`.
                yield from _check_prop_value(tree.data, tag, given, prop)
        elif given.name and not is_universal_prop(given.name) and not component.replaced_by:
            start = given.span.start
            at = Span(start, start + len(given.name.encode()))
            yield ComponentFault(_KIND.UNKNOWN_PROP, at, tag.name, given.name)
    if tag.name in ("Tab", "Accordion") and (title := find_attribute(tag, "title")):
        if title.value is not None and not title.value.strip():
            yield ComponentFault(_KIND.NO_TITLE, title.span, tag.name, EMPTY)
        elif (
            title.is_expression
            and tag.name == "Accordion"
            and not parse_plain_value(tree.data, title)
        ):
            yield ComponentFault(_KIND.NO_TITLE, title.span, tag.name, EXPRESSION)


def is_universal_prop(name: str) -> bool:
    """Return whether a prop is allowed on every component."""
    return name in _ANYWHERE or _PASSED_ON.fullmatch(name) is not None


def _check_prop_value(
    data: bytes, tag: MdxTag, given: MdxAttribute, prop: Prop
) -> Iterator[ComponentFault]:
    """Yield a fault for a flag that is the string `false`, or for an undocumented value."""
    span = given.value_span
    if span is None:
        return
    if prop.kind is PropKind.FLAG:
        if given.value == "false":
            yield ComponentFault(_KIND.TEXT_FOR_FLAG, span, tag.name, given.name)
    elif prop.values:
        value = parse_plain_value(data, given)
        if value and value not in prop.values:
            yield ComponentFault(_KIND.ODD_VALUE, span, tag.name, given.name)
