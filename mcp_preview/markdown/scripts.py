"""The content that JavaScript shows, and the declarations of a file, from parsed nodes.

Nothing is executed: a condition shows its first branch, a loop shows its content once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

from docs_lsp.mdx.components.audiences import VISIBILITY
from docs_lsp.mdx.javascript.parser import parse_module

_MOST_NESTED = 60
_MOST_ALIASES = 5
_LONGEST = 100_000
_FUNCTIONS = ("ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression")
_ELEMENTS = ("JSXElement", "JSXFragment")


class ShownText(NamedTuple):
    """Text that readers see."""

    text: str


class ShownName(NamedTuple):
    """A name whose value readers see."""

    name: str


class ShownTag(NamedTuple):
    """The start of an element that readers see."""

    name: str
    attributes: Mapping[str, Any]
    """The node of each value; None for an attribute without a value."""
    is_whole: bool
    """Whether it is self-closing."""


class ShownEnd(NamedTuple):
    """The end of an element that readers see."""

    name: str


Shown: TypeAlias = ShownText | ShownName | ShownTag | ShownEnd


def collect_exports_and_declarations(code: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the exported and the declared nodes of a file by name; none for very long code."""
    exported: dict[str, Any] = {}
    declared: dict[str, Any] = {}
    for statement in parse_module(code if len(code) <= _LONGEST else "").statements:
        if statement.type == "ExportDefaultDeclaration":
            exported["default"] = statement.declaration
            declared |= _collect_declarations(statement.declaration)
        elif statement.type == "ExportNamedDeclaration":
            declarations = _collect_declarations(statement.declaration)
            declared |= declarations
            exported |= declarations or {
                each.exported.name: each.local for each in statement.specifiers
            }
        else:
            declared |= _collect_declarations(statement)
    return exported, declared


def follow_aliases(node: Any, declared: Mapping[str, Any]) -> Any:
    """Return a node, or the one that a name refers to, through a few names at most; or None."""
    for _ in range(_MOST_ALIASES):
        if node is None or node.type != "Identifier":
            return node
        node = declared.get(node.name)
    return None


def _collect_declarations(statement: Any) -> dict[str, Any]:
    """Return the nodes that a statement declares by name."""
    if statement is None:
        return {}
    if statement.type == "VariableDeclaration":
        return {
            declarator.id.name: declarator.init
            for declarator in statement.declarations
            if declarator.id.type == "Identifier"
        }
    is_named = statement.type == "FunctionDeclaration" and statement.id is not None
    return {statement.id.name: statement} if is_named else {}


def is_function_node(node: Any) -> bool:
    """Return whether a node is a function, and so can be a component."""
    return node is not None and node.type in _FUNCTIONS


def is_showable_value(node: Any) -> bool:
    """Return whether `{name}` shows a node that is exported under the name."""
    return node is not None and (node.type in _ELEMENTS or _get_literal_text(node) is not None)


def may_show_children(function: Any) -> bool:
    """Return whether a component may show the content of its tag.

    It does if it names `children`, or passes all its arguments on.
    """
    waiting = [function]
    while waiting:
        node = waiting.pop()
        kind = getattr(node, "type", "")
        if kind == "JSXSpreadAttribute" or (kind == "Identifier" and node.name == "children"):
            return True
        waiting += node if isinstance(node, list) else vars(node).values() if kind else ()
    return False


def parse_expression(code: str) -> Any:
    """Return the node of an expression; None if it cannot be parsed."""
    statements = parse_module(f"({code})").statements if len(code) <= _LONGEST else ()
    return getattr(statements[0], "expression", None) if statements else None


def iter_shown(node: Any, depth: int = 0) -> Iterator[Shown]:
    """Yield what readers see of a node, in order."""
    if node is None or depth > _MOST_NESTED:
        return
    if node.type == "JSXElement":
        yield from _iter_element(node, depth + 1)
    elif node.type == "ConditionalExpression":
        chosen = list(iter_shown(node.consequent, depth + 1))
        yield from chosen or iter_shown(node.alternate, depth + 1)
    elif (own := _get_leaf_content(node)) is not None:
        yield own
    else:
        for part in _iter_shown_children(node):
            yield from iter_shown(part, depth + 1)


def _get_leaf_content(node: Any) -> Shown | None:
    """Return the content of a node without parts, or None."""
    if node.type == "JSXText":
        return ShownText(_collapse_jsx_text(node.value))
    if node.type == "Identifier":
        return ShownName(node.name)
    if node.type == "MemberExpression":
        is_prop = not node.computed and getattr(node.object, "name", "") == "props"
        return ShownName(node.property.name) if is_prop else None
    text = _get_literal_text(node)
    return None if text is None else ShownText(text)


def _iter_shown_children(node: Any) -> Iterator[Any]:
    """Yield the nodes that together make up the content of a node."""
    if node.type in _FUNCTIONS:
        yield _find_returned_node(node.body)
    elif node.type == "JSXFragment":
        yield from node.children
    elif node.type == "JSXExpressionContainer":
        yield node.expression
    elif node.type == "ArrayExpression":
        yield from node.elements
    elif node.type == "LogicalExpression":
        yield node.right if node.operator == "&&" else node.left
    elif node.type == "BinaryExpression" and node.operator == "+":
        yield from (node.left, node.right)
    elif node.type == "CallExpression":
        yield from filter(is_function_node, node.arguments)
    elif node.type == "TemplateLiteral":
        for pair in zip_longest(node.quasis, node.expressions):
            yield from filter(None, pair)


def _get_literal_text(node: Any) -> str | None:
    """Return the text of a string or number; empty for null and booleans, None for other nodes."""
    if node.type == "TemplateElement":
        return str(node.value.cooked)
    if node.type == "UnaryExpression" and node.operator == "-":
        text = _get_literal_text(node.argument)
        return None if text is None else f"-{text}"
    if node.type != "Literal" or getattr(node, "regex", None) is not None:
        return None
    if node.value is None or isinstance(node.value, bool):
        return ""
    return node.value if isinstance(node.value, str) else str(node.raw)


def _iter_element(node: Any, depth: int) -> Iterator[Shown]:
    """Yield the content of an element, with its start and end."""
    opening = node.openingElement
    name = _render_tag_name(opening.name)
    attributes = _collect_attributes(opening.attributes)
    if name == VISIBILITY:
        attributes = _select_audience(opening.attributes)
    yield ShownTag(name, attributes, bool(opening.selfClosing))
    for child in node.children:
        yield from iter_shown(child, depth)
    if not opening.selfClosing:
        yield ShownEnd(name)


def _collect_attributes(given: Iterable[Any]) -> dict[str, Any]:
    """Return the values of attributes by name, without what is spread."""
    return {
        _render_tag_name(attribute.name): attribute.value
        for attribute in given
        if attribute.type == "JSXAttribute"
    }


def _select_audience(given: Sequence[Any]) -> dict[str, Any]:
    """Return the attribute `for` if it is a single literal that nothing replaces."""
    audiences = [at for at, each in enumerate(given) if "for" in _collect_attributes([each])]
    if len(audiences) != 1 or any(each.type != "JSXAttribute" for each in given[audiences[0] :]):
        return {}
    value = given[audiences[0]].value
    if getattr(value, "type", "") == "JSXExpressionContainer":
        value = value.expression
    return {"for": value} if getattr(value, "type", "") == "Literal" else {}


def _render_tag_name(node: Any) -> str:
    """Return the name of a tag or attribute."""
    if node.type == "JSXMemberExpression":
        return f"{_render_tag_name(node.object)}.{_render_tag_name(node.property)}"
    if node.type == "JSXNamespacedName":
        return f"{_render_tag_name(node.namespace)}:{_render_tag_name(node.name)}"
    return str(node.name)


def _find_returned_node(body: Any) -> Any:
    """Return the result of a function: its expression or that of its last `return`, or None."""
    if body.type != "BlockStatement":
        return body
    for statement in reversed(body.body):
        node = None
        if statement.type == "ReturnStatement":
            node = statement.argument
        elif statement.type == "IfStatement" and statement.consequent.type == "BlockStatement":
            node = _find_returned_node(statement.consequent)
        if node is not None:
            return node
    return None


def _collapse_jsx_text(text: str) -> str:
    """Return the text of an element, with line ends and spaces around them as one space."""
    lines = text.split("\n")
    last = len(lines) - 1
    parts = [
        (line if at == 0 else line.lstrip())
        if at == last
        else (line.rstrip() if at == 0 else line.strip())
        for at, line in enumerate(lines)
    ]
    return " ".join(filter(None, parts))
