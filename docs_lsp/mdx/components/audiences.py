"""Reads the audience of a `Visibility`: who gets its content.

SERVICE.md, visibility-audiences, says what the service does with it.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from docs_lsp.mdx.components.attributes import parse_plain_value
from docs_lsp.mdx.components.component import AGENT_AUDIENCES, AUDIENCES
from docs_lsp.mdx.javascript.parser import parse_module
from docs_lsp.mdx.syntax import MdxAttribute, MdxTag

VISIBILITY = "Visibility"
"""The name of the component."""
_FOR = "for"
_GROUPS = "groups"


class AudienceKind(Enum):
    """The kind of value that `for` has, as far as its code shows."""

    KNOWN = "known"
    """An audience, or a list of groups."""
    COMPUTED = "computed"
    """Code whose value is unknown."""
    WRONG = "wrong"
    """A value that is no audience; the text is the string, or the code of another value."""
    TEMPLATE = "template"
    """An audience in backticks, which counts as computed."""
    NO_GROUPS = "no groups"
    """An object without `groups`; the text is its first key, if it has one."""
    NO_LIST = "no list"
    """An object whose `groups` is not a list; the text is the code of that value."""
    NO_NAMES = "no names"
    """An object whose `groups` is an empty list."""


class GivenAudience(NamedTuple):
    """The value of `for`."""

    kind: AudienceKind
    text: str = ""


def read_audience(given: MdxAttribute, data: bytes) -> GivenAudience:
    """Return the audience that an attribute of a page gives."""
    plain = parse_plain_value(data, given)
    if plain is not None or given.value_span is None:
        return _classify_text(plain or "")
    start, end = given.value_span
    code = data[start + 1 : end - 1].decode("utf-8", "replace").strip()
    statements = parse_module(f"({code}\n)").statements
    node = getattr(statements[0], "expression", None) if len(statements) == 1 else None
    return GivenAudience(AudienceKind.COMPUTED) if node is None else _classify_node(node, code)


def read_agent_audience(tag: MdxTag, data: bytes) -> str:
    """Return the audience of a tag if agents get its content for certain; else an empty string.

    They do not if several values differ, or if a spread may replace the value.
    """
    audiences = set[str]()
    for attribute in tag.attributes:
        if attribute.name == _FOR:
            audiences.add(parse_plain_value(data, attribute) or "")
        elif not attribute.name and audiences:
            return ""
    return min(audiences) if audiences and audiences <= AGENT_AUDIENCES else ""


def _classify_text(text: str) -> GivenAudience:
    kind = AudienceKind.KNOWN if text in AUDIENCES else AudienceKind.WRONG
    return GivenAudience(kind, text)


def _classify_node(node: Any, code: str) -> GivenAudience:
    """Return the audience that an expression is; `code` is its text."""
    match node.type:
        case "Literal" if isinstance(node.value, str):
            return _classify_text(node.value)
        case "Literal" | "ArrayExpression":
            return GivenAudience(AudienceKind.WRONG, code)
        case "TemplateLiteral" if not node.expressions:
            text = str(node.quasis[0].value.cooked)
            kind = AudienceKind.TEMPLATE if text in AUDIENCES else AudienceKind.WRONG
            return GivenAudience(kind, text)
        case "ObjectExpression":
            return _classify_object(node, code)
    return GivenAudience(AudienceKind.COMPUTED)


def _classify_object(node: Any, code: str) -> GivenAudience:
    """Return the audience that an object is; `code` is its text, after one bracket in the node."""
    values: dict[str, Any] = {}
    for member in node.properties:
        if member.type != "Property" or member.computed:
            return GivenAudience(AudienceKind.COMPUTED)
        values[str(getattr(member.key, "name", None) or member.key.value)] = member.value
    groups = values.get(_GROUPS)
    if groups is None:
        return GivenAudience(AudienceKind.NO_GROUPS, next(iter(values), ""))
    if groups.type == "ArrayExpression":
        return GivenAudience(AudienceKind.KNOWN if groups.elements else AudienceKind.NO_NAMES)
    if groups.type in ("Literal", "ObjectExpression", "TemplateLiteral"):
        start, end = groups.range
        return GivenAudience(AudienceKind.NO_LIST, code[start - 1 : end - 1])
    return GivenAudience(AudienceKind.COMPUTED)
