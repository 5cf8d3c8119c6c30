"""Completion of tags: components, imported or defined ones, HTML elements, and closing tags.

Tags are ranked by the tags around them and by use in the page, the site and real sites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import log
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.features._view import View
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.page_completions.props import render_prop_snippet
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.mdx.components.catalogue import COMPONENTS, VOID_ELEMENTS
from docs_lsp.mdx.components.component import Component
from docs_lsp.site.mdx.content import MOST_READ, get_syntax_if_read
from docs_lsp.site.mdx.tag_cursor import Surroundings, TagAtCursor, find_surroundings
from docs_lsp.site.site import Site

ELEMENTS: Mapping[str, int] = {
    **{"img": 2099, "br": 1975, "div": 2461, "a": 268, "iframe": 257, "video": 239, "h3": 235},
    **{"li": 177, "ul": 167, "p": 160, "code": 140, "span": 114, "details": 109, "summary": 109},
    **{"table": 86, "tr": 86, "td": 86, "thead": 78, "tbody": 84, "th": 79, "kbd": 74, "u": 65},
    **{"source": 59, "h1": 46, "strong": 63, "b": 26, "h2": 26, "sup": 25, "svg": 19, "path": 14},
    **{"section": 14, "sub": 13, "button": 11, "ol": 7, "hr": 7, "em": 6, "style": 6, "h4": 2},
}
"""Common HTML elements, with the number of 34,883 real pages that use them."""

_TAG = compile_lazily(rb"<([A-Za-z][\w.]*)")
_OF_ELEMENT = {
    **{"table": ("thead", "tbody", "tr"), "thead": ("tr",), "tbody": ("tr",), "tr": ("td", "th")},
    **{"ul": ("li",), "ol": ("li",), "details": ("summary",), "video": ("source",)},
    **{"svg": ("path",), "picture": ("source", "img")},
}
_IN_LINE = frozenset(
    ("a", "b", "br", "code", "em", "img", "kbd", "span", "strong", "sub", "sup", "u")
)
_FENCE, _PICTURE = "```", "!["
_AROUND = {_FENCE: ("CodeGroup",), _PICTURE: ("Frame",), "img": ("Frame",), "video": ("Frame",)}
"""Components put around what follows, besides those around their own children."""
_FOLLOWING = compile_lazily(rb"\s*(?:<([A-Za-z][\w.]*)|(```|!\[))")
# Tuned on real pages; only their relative size matters much.
_CHILD, _SAME, _IN_PAGE, _IN_SITE, _ELSEWHERE, _OUTSIDE, _UNUSED = 12, 4, 1.5, 0.7, 0.7, -20, 12
_WRAPPING, _FITTING = 5, 6
_WITH_CODE = frozenset(("CodeGroup", "RequestExample", "ResponseExample"))
_CODE_BLOCK = "```${{{}:bash}} ${{{}:Title}}\n{}$0\n{}```"


class TagContext(NamedTuple):
    """The surroundings of a tag that is being typed."""

    inner: str
    """The innermost open tag, or empty."""
    before: str
    """The tag before it inside the innermost open tag, or empty."""
    after: str
    """The tag or mark that follows, as `find_next_tag` returns it."""
    is_in_line: bool
    """Whether text precedes it on its line."""
    own: tuple[str, ...]
    """The names that the page imports or defines."""
    in_page: Mapping[str, int]
    """The number of uses of each tag in the page."""
    in_site: Mapping[str, int]
    """The number of pages of the site that use each component."""


def iter_tag_items(view: View, file: str, tag: TagAtCursor) -> Iterator[PageProposal]:
    """Yield the tags that may be meant, likeliest first; after `</`, just those that are open."""
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
    """Return whether text, not just a list marker or another tag, precedes a tag on its line."""
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
        return f"{opening}>\n{_CODE_BLOCK.format(count, count + 1, '', '')}\n</{component.name}>"
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


def count_tags(data: bytes) -> Counter[str]:
    """Count the opening tags of a text by name, those in code included; good enough to rank."""
    return Counter(name.decode() for name in _TAG.findall(data, 0, MOST_READ))


def find_next_tag(data: bytes, offset: int) -> str:
    """Return the name of the tag that follows an offset, or the mark that does; else empty.

    A mark is the opening one of a code block or a picture.
    """
    match = _FOLLOWING.match(data, offset)
    return (match[1] or match[2]).decode() if match else ""


def rank_tags(here: TagContext) -> list[str]:
    """Return the page's own tags, all offered components and common HTML, likeliest first."""
    names = [name for name, one in COMPONENTS.items() if one.is_offered and not one.replaced_by]
    own = [name for name in here.own if name not in COMPONENTS]
    wrapping = {*_AROUND.get(here.after, ()), *_find_possible_parents(here.after)} - {here.inner}

    def sort_key(name: str) -> tuple[float, str]:
        component = COMPONENTS.get(name)
        pages = component.pages if component else ELEMENTS.get(name, 0)
        score = _ELSEWHERE * log(1 + pages)
        score += _IN_SITE * log(1 + here.in_site.get(name, 0))
        score += _IN_PAGE * log(1 + max(0, here.in_page.get(name, 0)))
        score += _SAME * ((name == here.before) + (name == here.after))
        score += _UNUSED if name in own and not here.in_page.get(name) else 0
        score += _WRAPPING if name in wrapping else 0
        fits = component.is_inline if component else name in _IN_LINE or name in own
        score += _FITTING if fits and here.is_in_line else 0
        if name in _find_possible_children(here.inner):
            score += _CHILD
        elif component and component.parents and here.inner not in component.parents:
            score += _OUTSIDE
        return -score, name

    return sorted(dict.fromkeys((*own, *names, *ELEMENTS)), key=sort_key)


def _find_possible_parents(name: str) -> tuple[str, ...]:
    """Return the components that may hold this one and do not need a parent themselves."""
    return tuple(
        each for each, one in COMPONENTS.items() if name in one.children and not one.parents
    )


def _find_possible_children(name: str) -> tuple[str, ...]:
    component = COMPONENTS.get(name)
    return component.children if component else _OF_ELEMENT.get(name, ())
