"""Events that reading a page produces, in the order of its text.

Blocks are distinguished only as far as tags may not cross their ends.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from docs_lsp.mdx.syntax import MdxAttribute, MdxExpression, MdxHeading, MdxLink
from docs_lsp.mdx.tags import ReadTag


class Enter(NamedTuple):
    """The start of a block, or of a link or an emphasis in one."""

    at: int
    block: str


class Leave(NamedTuple):
    """The end of the block that was entered last."""

    at: int


class TagEvent(NamedTuple):
    """A tag in the text."""

    at: int
    tag: ReadTag
    is_block: bool
    is_faulty: bool = False
    """Whether the tag was refused and is only assumed to be what it seems."""


InlineItem: TypeAlias = MdxExpression | MdxHeading | MdxLink


class InlineEvent(NamedTuple):
    """An expression, heading or link, which does not affect which tags are closed."""

    at: int
    item: InlineItem


Event: TypeAlias = Enter | Leave | TagEvent | InlineEvent


def shift_event(event: Event, by: int) -> Event:
    """Return the event moved by some bytes."""
    if isinstance(event, TagEvent):
        return event._replace(at=event.at + by, tag=_shift_tag(event.tag, by))
    if isinstance(event, InlineEvent):
        return InlineEvent(event.at + by, _shift_item(event.item, by))
    return event._replace(at=event.at + by)


def _shift_tag(tag: ReadTag, by: int) -> ReadTag:
    return tag._replace(
        end=tag.end + by,
        name_start=tag.name_start + by,
        name_end=tag.name_end + by,
        attributes=tuple(_shift_attribute(attribute, by) for attribute in tag.attributes),
    )


def _shift_attribute(attribute: MdxAttribute, by: int) -> MdxAttribute:
    value = attribute.value_span and attribute.value_span.shift(by)
    return attribute._replace(span=attribute.span.shift(by), value_span=value)


def _shift_item(item: InlineItem, by: int) -> InlineItem:
    span = item.span.shift(by)
    if isinstance(item, MdxLink):
        text, target = item.text.shift(by), item.target.shift(by)
        return item._replace(span=span, text=text, target=target)
    if isinstance(item, MdxHeading):
        return item._replace(span=span, text=item.text.shift(by))
    return item._replace(span=span)
