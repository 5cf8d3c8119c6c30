"""Completion of the props of a tag and of their values, and of variables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.features._notes import (
    read_variable_strings,
    render_object_value,
    render_prop_note,
)
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import Component, Prop, PropKind
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.tag_cursor import PropAtCursor, PropValueAtCursor, VariableAtCursor

_IN_BRACES = (PropKind.NUMBER, PropKind.TEXTS, PropKind.OBJECT)
_TYPES = ("string", "number", "boolean", "object", "integer", "array", "string[]", "object[]")
_ELEMENT_PROPS = {
    "img": ("src", "alt", "className", "width", "height", "noZoom", "style"),
    "a": ("href", "target", "rel", "className", "id"),
    "iframe": ("src", "title", "width", "height", "className", "allow", "allowFullScreen"),
    "video": ("src", "controls", "autoPlay", "loop", "muted", "playsInline", "className"),
    "source": ("src", "type"),
}
_ANY_ELEMENT = ("className", "style", "id")
_GIVEN = compile_lazily(rb"([A-Za-z][\w-]*)(?:=(?:\"[^\"]*\"|'[^']*'|\{[^{}]*\}))?")
_MOST = 30


def iter_prop_items(view: View, file: str, at: PropAtCursor) -> Iterator[PageProposal]:
    """Yield the props that a tag may have and lacks, first those most used in the page."""
    component = COMPONENTS.get(at.tag)
    used = _count_props(view.text(file).data, at.tag, at.start)
    names = [prop.name for prop in component.props] if component else []
    if not component:
        names = [*_ELEMENT_PROPS.get(at.tag, ()), *_ANY_ELEMENT] if at.tag[:1].islower() else []
    ranks = {name: rank for rank, name in enumerate(names)}
    names = [*ranks, *(name for name in used if name not in ranks)]
    for name in sorted(
        names, key=lambda name: (-_score_prop(name, used, component), names.index(name))
    ):
        if name not in at.given or name == at.typed:
            yield _build_prop_item(name, at, component)


def _score_prop(name: str, used: Counter[str], component: Component | None) -> float:
    prop = component.find_prop(name) if component else None
    return used[name] + (2.5 if prop and prop.is_needed else 0)


def _build_prop_item(name: str, at: PropAtCursor, component: Component | None) -> PageProposal:
    prop = component.find_prop(name) if component else None
    new, snippet = name, ""
    if not at.has_value:
        snippet = render_prop_snippet(prop, 1) if prop else f'{name}="$1"'
        new = re.sub(r"\$\{?\d+[^}\"]*\}?", "", snippet) if "$" in snippet else snippet
    detail = prop.kind.value if prop else ""
    return PageProposal(
        name,
        ItemKind.PROPERTY,
        at.span,
        new,
        snippet if snippet != new else "",
        detail=detail,
        note=render_prop_note(prop) if prop else "",
        typed=at.typed,
    )


def render_prop_snippet(prop: Prop, number: int) -> str:
    """Return a prop in LSP's snippet syntax, with a tab stop for its value.

    Flags have no value, numbers and JavaScript are in braces, all else in double quotes.
    """
    if prop.kind is PropKind.FLAG:
        return f"{prop.name}={{false}}" if prop.default == "true" else prop.name
    choice = f"${{{number}|{','.join(prop.values)}|}}" if prop.values else f"${number}"
    if prop.kind is PropKind.OBJECT:
        return f"{prop.name}={{{{ {choice} }}}}"
    if prop.kind is PropKind.TEXTS:
        return f'{prop.name}={{["{choice}"]}}'
    if prop.kind is PropKind.NUMBER:
        return f"{prop.name}={{{choice}}}"
    return f'{prop.name}="{choice}"'


def iter_prop_value_items(view: View, file: str, at: PropValueAtCursor) -> Iterator[PageProposal]:
    """Yield the values of a prop: up to 30 used in the page, then those that are documented."""
    component = COMPONENTS.get(at.tag)
    prop = component.find_prop(at.prop) if component else None
    used = _count_prop_values(view.text(file).data, at)
    known = [*prop.values] if prop else []
    if prop and prop.kind is PropKind.FLAG:
        known = ["true", "false"] if at.quote in ("", "{") else []
    elif prop and not known and at.prop == "type" and at.tag in ("ParamField", "ResponseField"):
        known = [*_TYPES]
    is_number = prop is not None and prop.kind in _IN_BRACES
    names = dict.fromkeys((*(name for name, _ in used.most_common(_MOST)), *known))
    for name in names:
        kind = ItemKind.ENUM_MEMBER if name in known else ItemKind.VALUE
        new = name if at.quote else _quote_value(name, prop)
        if at.quote != "{" or is_number or name in ("true", "false"):
            yield PageProposal(name, kind, at.span, new, typed=at.typed)
    if prop and prop.object_value:
        yield _build_object_item(prop, view.text(file).data, at)


def _build_object_item(prop: Prop, data: bytes, at: PropValueAtCursor) -> PageProposal:
    """Return the item for the object that a prop takes, which replaces quotes around the cursor."""
    span, typed = at.span, at.typed
    new, snippet = render_object_value(prop, ""), render_object_value(prop, "$1")
    if at.quote == "{":
        new, snippet = prop.object_value.replace("$1", ""), prop.object_value
    elif at.quote:
        is_closed = data[span.end : span.end + 1] == at.quote.encode()
        span, typed = Span(span.start - 1, span.end + is_closed), f"{at.quote}{typed}"
    return PageProposal(
        render_object_value(prop, "…"),
        ItemKind.SNIPPET,
        span,
        new,
        snippet,
        typed=typed,
        is_searched=True,
    )


def _quote_value(value: str, prop: Prop | None) -> str:
    """Return a value in quotes; in braces if it is a number, JavaScript or a flag."""
    in_braces = prop is not None and (prop.kind in _IN_BRACES or prop.kind is PropKind.FLAG)
    return f"{{{value}}}" if in_braces else f'"{value}"'


def iter_variable_items(view: View, at: VariableAtCursor) -> Iterator[PageProposal]:
    """Yield the variables that docs.json defines."""
    end = "" if at.is_closed else "}}"
    for name, value in read_variable_strings(view).items():
        yield PageProposal(
            name, ItemKind.VARIABLE, at.span, f"{name}{end}", description=value, typed=at.typed
        )


def _count_props(data: bytes, tag: str, start_to_skip: int) -> Counter[str]:
    """Count each prop in the tags of a name, except in the tag at `start_to_skip`."""
    counts: Counter[str] = Counter()
    for start, attributes in _iter_tags(data, tag):
        if start != start_to_skip:
            counts.update(name.decode() for name in _GIVEN.findall(attributes))
    return counts


def _count_prop_values(data: bytes, at: PropValueAtCursor) -> Counter[str]:
    """Count the values of a prop in tags of a name in a page, except the one being typed."""
    counts: Counter[str] = Counter()
    pattern = re.compile(
        rb"\s" + re.escape(at.prop.encode()) + rb"=[\"'{]([^\"'{}<>\n]{1,40})[\"'}]"
    )
    for start, attributes in _iter_tags(data, at.tag):
        if start != at.start:
            counts.update(value.decode("utf-8", "replace") for value in pattern.findall(attributes))
    return counts


def _iter_tags(data: bytes, tag: str) -> Iterator[tuple[int, bytes]]:
    """Yield the start of each opening tag of a name in a page, and the text of its attributes."""
    pattern = re.compile(rb"<" + re.escape(tag.encode()) + rb"((?:\s[^<>]{0,1000})?)>")
    for match in pattern.finditer(data, 0, MOST_READ):
        yield match.start(), match[1]
