"""Puts the selected lines into components.

Turns a list into steps or cards, and a block quote into a callout. A step or a card for each item
is titled by its bold words or its only line. A callout is of the kind that the quote names
(`> [!TIP]`), otherwise a note.

Lines that do not change are wrapped in a matching component, a callout, a card or an accordion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.syntax import TagForm
from docs_lsp.refactor.pages.page_lines import REWRITE, PageLines
from docs_lsp.refactor.selection import Offer

_MARKER = compile_lazily(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])( {1,4}|\t)(?=\S)")
_BOLD = compile_lazily(r"\*\*([^*\n]+)\*\*(?:[ \t]*[:.\u2013\u2014-](?=\s|$))?[ \t]*(.*)")
_LINKED = compile_lazily(
    r"\[([^\[\]\n]+)\]\(([^()\s]+)\)(?:[ \t]*[:\u2013\u2014-](?=\s))?[ \t]*(.*)"
)
_PLAIN = compile_lazily(r"[^`*_\[\]<>{}&\"~|\\$!\n]+")
"""Text that means the same in the value of an attribute."""
_TASK = compile_lazily(r"\[[ xX]\][ \t]")
_QUOTED = compile_lazily(r"([ \t]*)>[ \t]?(.*)")
_KIND = compile_lazily(r"\[!(\w+)\][ \t]*")
_CALLOUTS = {
    **{"NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Info", "WARNING": "Warning"},
    "CAUTION": "Danger",
}
_ANYTHING = ("Note", "Tip", "Info", "Warning", 'Card title="Title"', 'Accordion title="Title"')
_PICTURE = compile_lazily(r"!\[[^\[\]]*\]\([^()\s]*\)|<(?:img|video|iframe)\b[^<>]*/>")


class _Item(NamedTuple):
    """One item of a list."""

    title: str
    """Empty if the item has no title."""
    href: str
    content: tuple[str, ...]
    """The lines of the item without its indentation."""


def offer_list_components(lines: PageLines) -> Iterator[Offer]:
    """Offer steps for a list of two or more items without links, and cards if all have titles."""
    items = _parse_items(lines)
    if len(items) < 2:
        return
    steps = _render_items(lines, "Steps", "Step", items)
    if not any(item.href for item in items) and lines.is_one_element(steps):
        yield lines.build_offer("Turn the list into `<Steps>`", REWRITE, steps)
    cards = _render_items(lines, "CardGroup", "Card", items)
    if all(item.title for item in items) and lines.is_one_element(cards):
        yield lines.build_offer("Turn the list into cards", REWRITE, cards)


def _parse_items(lines: PageLines) -> list[_Item]:
    """Parse the lines as one list; empty if they are anything else."""
    first = _MARKER.match(lines.lines[0])
    if first is None:
        return []
    indent, item_lines = first[1], list[list[str]]()
    width = 0
    for line in lines.lines:
        marker = _MARKER.match(line)
        if marker and marker[1] == indent:
            width = marker.end()
            item_lines.append([line[width:]])
        elif not line.strip():
            item_lines[-1].append("")
        elif line[:width].strip():
            return []  # A lazy line, or another block below the list.
        else:
            item_lines[-1].append(line[width:])
    if any(_TASK.match(one[0]) for one in item_lines):
        return []
    return [_parse_item(one) for one in item_lines]


def _parse_item(lines: Sequence[str]) -> _Item:
    """Parse an item; its title is the link or bold text it starts with, or its only line."""
    first, *rest = lines
    while rest and not rest[-1].strip():
        rest.pop()
    for pattern in (_LINKED, _BOLD):
        match = pattern.fullmatch(first)
        if match and _PLAIN.fullmatch(match[1]):
            href, left = (match[2], match[3]) if pattern is _LINKED else ("", match[2])
            if '"' in href:
                break
            return _Item(match[1].strip().rstrip(":"), href, _trim_blank_start([left, *rest]))
    is_whole = not rest or not rest[0].strip()  # Else the paragraph goes on.
    if is_whole and _PLAIN.fullmatch(first):
        return _Item(first.strip(), "", _trim_blank_start(rest))
    return _Item("", "", (first, *rest))


def _trim_blank_start(lines: list[str]) -> tuple[str, ...]:
    """Return lines without the blank ones at their start."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    return tuple(lines)


def _render_items(lines: PageLines, outer: str, inner: str, items: list[_Item]) -> list[str]:
    """Return the lines of an outer component with an inner one for each item."""
    before = lines.prefix
    written = [f"{before}<{outer}>"]
    for item in items:
        title = f' title="{item.title}"' if item.title else ""
        href = f' href="{item.href}"' if item.href else ""
        tag = f"{before}  <{inner}{title}{href}"
        if item.content:
            content = (f"{before}    {line}" if line else "" for line in item.content)
            written += [f"{tag}>", *content, f"{before}  </{inner}>"]
        else:
            written.append(f"{tag} />" if inner == "Card" else f"{tag}></{inner}>")
    return [*written, f"{before}</{outer}>"]


def offer_callout(lines: PageLines) -> Iterator[Offer]:
    """Offer the callout that a block quote can become."""
    matches = [_QUOTED.fullmatch(line) for line in lines.lines]
    quoted = [match for match in matches if match]
    if len(quoted) < len(matches) or len({match[1] for match in quoted}) > 1:
        return
    indent, texts = quoted[0][1], [match[2] for match in quoted]
    kind = _KIND.fullmatch(texts[0])
    name = _CALLOUTS.get(kind[1].upper(), "") if kind else "Note"
    texts = texts[1:] if kind and name else texts
    if not name or not any(text.strip() for text in texts):
        return
    inner = [f"{indent}{text}" if text.strip() else "" for text in texts]
    new = [f"{indent}<{name}>", *inner, f"{indent}</{name}>"]
    if lines.is_one_element(new):
        yield lines.build_offer(f"Turn the quote into `<{name}>`", REWRITE, new)


def offer_wrapping(lines: PageLines) -> Iterator[Offer]:
    """Offer the components that can hold the selection, those made for it first."""
    if lines.has_statements:
        return
    if lines.tag_spacing is None:
        return  # If one tag cannot enclose the lines, no other can.
    for opening in (*_suggest_components(lines), *_ANYTHING):
        new = lines.wrap_in_tag(opening, lines.tag_spacing)
        name = opening.partition(" ")[0]
        yield lines.build_offer(f"Wrap in `<{name}>`", REWRITE, new)


def _suggest_components(lines: PageLines) -> Iterator[str]:
    """Yield the components that are made to hold the selection and nothing else."""
    names = _find_outermost_names(lines)
    if len(names) == 1 and not _has_text_between(lines, _iter_tag_spans(lines)):
        (name,) = names
        yield from (
            each
            for each, one in COMPONENTS.items()
            if name in one.children and one.is_offered and not one.replaced_by and not one.parents
        )
    text = "\n".join(lines.lines)
    if _is_several_code_blocks(lines):
        yield "CodeGroup"
    if _PICTURE.fullmatch(text.lstrip(" \t>").rstrip()):
        yield "Frame"


def _find_outermost_names(lines: PageLines) -> set[str]:
    """Return the names of the outermost tags in the lines."""
    inside = {
        index
        for index, tag in enumerate(lines.page.tags)
        if lines.span.start <= tag.span.start < lines.span.end
    }
    tags = (lines.page.tags[index] for index in inside)
    return {
        tag.name for tag in tags if tag.parent not in inside and tag.form is not TagForm.CLOSING
    }


def _iter_tag_spans(lines: PageLines) -> Iterator[Span]:
    """Yield the spans of the tags in the lines, each to the end of its closing tag."""
    for tag in lines.page.tags:
        if lines.span.start <= tag.span.start < lines.span.end and tag.form is not TagForm.CLOSING:
            end = lines.page.tags[tag.partner] if tag.partner >= 0 else tag
            yield Span(tag.span.start, end.span.end)


def _is_several_code_blocks(lines: PageLines) -> bool:
    """Return whether the lines are several code blocks and nothing else."""
    blocks = [span for span in lines.page.code if lines.span.start <= span.start < lines.span.end]
    return len(blocks) > 1 and not _has_text_between(lines, blocks)


def _has_text_between(lines: PageLines, spans: Iterable[Span]) -> bool:
    """Return whether the lines have text before, between or after some spans."""
    at = lines.span.start
    for start, end in (*spans, Span(lines.span.end, lines.span.end)):
        if lines.data[at:start].strip(b" \t\r\n>"):
            return True
        at = end
    return False
