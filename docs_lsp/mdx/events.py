"""What the reader meets on its way through a page, in the order of the text.

Blocks are told apart only as far as tags may not reach over their ends.
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
    """The end of what was entered last."""

    at: int


class TagEvent(NamedTuple):
    """A tag."""

    at: int
    tag: ReadTag
    is_block: bool
    is_faulty: bool = False
    """Whether it was refused, and is taken for what it seems to be."""


Thing: TypeAlias = MdxExpression | MdxHeading | MdxLink


class ThingMet(NamedTuple):
    """What stands in a tag and has no say in which tags are closed."""

    at: int
    thing: Thing


Event: TypeAlias = Enter | Leave | TagEvent | ThingMet


def shift_event(event: Event, by: int) -> Event:
    """The same event, some bytes further on."""
    if isinstance(event, TagEvent):
        return event._replace(at=event.at + by, tag=_shift_tag(event.tag, by))
    if isinstance(event, ThingMet):
        return ThingMet(event.at + by, _shift_thing(event.thing, by))
    return event._replace(at=event.at + by)


def _shift_tag(tag: ReadTag, by: int) -> ReadTag:
    return tag._replace(
        end=tag.end + by,
        name_start=tag.name_start + by,
        name_end=tag.name_end + by,
        attributes=tuple(_shift_attribute(attribute, by) for attribute in tag.attributes),
    )


def _shift_attribute(one: MdxAttribute, by: int) -> MdxAttribute:
    value = one.value_span and one.value_span.shift(by)
    return one._replace(span=one.span.shift(by), value_span=value)


def _shift_thing(thing: Thing, by: int) -> Thing:
    span = thing.span.shift(by)
    if isinstance(thing, MdxLink):
        text, target = thing.text.shift(by), thing.target.shift(by)
        return thing._replace(span=span, text=text, target=target)
    if isinstance(thing, MdxHeading):
        return thing._replace(span=span, text=thing.text.shift(by))
    return thing._replace(span=span)
