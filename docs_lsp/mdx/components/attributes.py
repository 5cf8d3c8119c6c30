"""Finds and reads the attributes of a tag."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.syntax import MdxAttribute, MdxTag

_PLAIN = compile_lazily(r"""\{\s*(?:(-?\d+(?:\.\d+)?)|"([^"\\]*)"|'([^'\\]*)')\s*\}""")


def find_attribute(tag: MdxTag, name: str) -> MdxAttribute | None:
    """Return an attribute of a tag, the last one of several, or None."""
    return next(
        (attribute for attribute in reversed(tag.attributes) if attribute.name == name), None
    )


def has_spread(tag: MdxTag) -> bool:
    """Return whether a tag spreads an object into its attributes, so that not all are known."""
    return any(not attribute.name for attribute in tag.attributes)


def parse_plain_value(data: bytes, given: MdxAttribute) -> str | None:
    """Return the value of an attribute if it is a literal string or number, or None."""
    if given.value is not None:
        return given.value
    span = given.value_span
    match = _PLAIN.fullmatch(data[slice(*span)].decode("utf-8", "replace")) if span else None
    return next((group for group in match.groups() if group is not None), None) if match else None
