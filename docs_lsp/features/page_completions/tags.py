"""Completion of tags: components, imported or defined ones, HTML elements, and closing tags."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from docs_lsp.core.lines import find_line_start
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.props import render_prop_snippet
from docs_lsp.features.page_completions.tag_ranks import (
    TagContext,
    count_tags,
    find_next_tag,
    rank_tags,
)
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.mdx.components.catalogue import COMPONENTS, VOID_ELEMENTS
from docs_lsp.mdx.components.component import Component
from docs_lsp.site.mdx.content import MOST_READ, get_syntax_if_read
from docs_lsp.site.mdx.tag_cursor import Surroundings, TagAtCursor, find_surroundings
from docs_lsp.site.site import Site

_WITH_CODE = frozenset(("CodeGroup", "RequestExample", "ResponseExample"))
_FENCE = "```${{{}:bash}} ${{{}:Title}}\n{}$0\n{}```"


def iter_tag_items(view: View, file: str, tag: TagAtCursor) -> Iterator[PageProposal]:
    """Yield the tags that may be meant, likeliest first."""
    data = view.text(file).data
    here = find_surroundings(data, tag.start)
    if tag.is_closing:
        yield from _iter_closing_items(here, tag, data)
        return
    context = _build_tag_context(view, here, tag, data)
    is_closed = context.inner and _is_closed_later(context.inner, here.around, data, tag.span.end)
    if context.inner and not tag.has_more and not is_closed:
        yield _build_closing_item(context.inner, tag)
    for name in rank_tags(context):
        yield _build_tag_item(name, tag, is_in_line=context.is_in_line)


def _build_tag_context(view: View, here: Surroundings, tag: TagAtCursor, data: bytes) -> TagContext:
    own = [name.local for each in here.page.imports for name in each.names]
    own += [name.name for each in here.page.exports for name in each.names]
    in_page = count_tags(data)
    in_page[tag.typed] -= 1  # The tag being typed must not count.
    return TagContext(
        here.around[-1] if here.around else "",
        here.before,
        find_next_tag(data, tag.span.end),
        has_text_before(data, tag.start),
        tuple(dict.fromkeys(name for name in own if name[:1].isupper())),
        in_page,
        _count_pages_by_tag(view.site),
    )


def _count_pages_by_tag(site: Site) -> Mapping[str, int]:
    contents = (site.contents or {}).values()
    return Counter(name for content in contents for name in get_syntax_if_read(content).components)


def _is_closed_later(name: str, around: tuple[str, ...], data: bytes, offset: int) -> bool:
    """Return whether all open tags of a name are closed after an offset."""
    rest = data[offset:MOST_READ]
    opened = rest.count(f"<{name} ".encode()) + rest.count(f"<{name}>".encode())
    return rest.count(f"</{name}>".encode()) - opened >= around.count(name)


def _iter_closing_items(
    here: Surroundings, tag: TagAtCursor, data: bytes
) -> Iterator[PageProposal]:
    """Yield the closing tags of the open ones, the innermost first."""
    end = "" if data[tag.span.end : tag.span.end + 1] == b">" else ">"
    for name in dict.fromkeys(reversed(here.around)):
        yield PageProposal(name, ItemKind.CLASS, tag.span, f"{name}{end}", typed=tag.typed)


def _build_closing_item(name: str, tag: TagAtCursor) -> PageProposal:
    return PageProposal(f"/{name}", ItemKind.CLASS, tag.span, f"/{name}>", typed=tag.typed)


def has_text_before(data: bytes, start: int) -> bool:
    """Return whether text precedes a tag on its line."""
    line = data[find_line_start(data, start) : start].strip()
    return bool(line.strip(b"-*+> \t0123456789.)")) and not line.endswith(b">")


def _build_tag_item(name: str, tag: TagAtCursor, *, is_in_line: bool) -> PageProposal:
    component = COMPONENTS.get(name)
    new, snippet = name, ""
    if not tag.has_more:
        if component:
            snippet = _render_component_snippet(component, is_in_line=is_in_line)
        elif name in VOID_ELEMENTS:
            snippet = f"{name} $0/>"
        else:
            snippet = f"{name}$1>$0</{name}>"
    return PageProposal(
        name,
        ItemKind.CLASS,
        tag.span,
        new,
        snippet,
        note=component.doc if component else "",
        typed=tag.typed,
    )


def _render_component_snippet(component: Component, *, is_in_line: bool) -> str:
    """Return a component as a snippet, without its `<`.

    It has the required props, and a first child if the component is made of certain children.
    """
    opening, count = _render_opening_tag(component, 1)
    if component.is_void:
        return f"{opening} />"
    if component.name in _WITH_CODE:
        return f"{opening}>\n{_FENCE.format(count, count + 1, '', '')}\n</{component.name}>"
    parts = [COMPONENTS[name] for name in component.children]
    if parts and parts[0].parents and not parts[0].is_void:
        inner, _ = _render_opening_tag(parts[0], count)
        name = parts[0].name
        content = f"  <{inner}>\n    $0\n  </{name}>"
        return f"{opening}>\n{content}\n</{component.name}>"
    if component.is_inline or is_in_line:
        return f"{opening}>$0</{component.name}>"
    return f"{opening}>\n  $0\n</{component.name}>"


def _render_opening_tag(component: Component, count: int) -> tuple[str, int]:
    """Return an opening tag without angle brackets, and the next tab stop number."""
    props = [prop for prop in component.props if prop.is_needed]
    if not props and component.name in ("Card", "Icon", "ParamField"):
        props = list(component.props[:1])
    written = []
    for prop in props:
        written.append(render_prop_snippet(prop, count))
        count += 1
    return " ".join((component.name, *written)), count
