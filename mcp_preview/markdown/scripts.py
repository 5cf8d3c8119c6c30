"""What a piece of JavaScript shows, and what a file of it declares, from the nodes of its parser.

Nothing is run: a condition shows its first side, a loop what stands in it, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

from docs_lsp.mdx.javascript.parser import parse

_MOST_NESTED = 60
_MOST_ALIASES = 5
_LONGEST = 100_000
_FUNCTIONS = ("ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression")
_ELEMENTS = ("JSXElement", "JSXFragment")


class ShownText(NamedTuple):
    """Text."""

    text: str


class ShownName(NamedTuple):
    """The value of a name."""

    name: str


class ShownTag(NamedTuple):
    """The beginning of an element."""

    name: str
    attributes: Mapping[str, Any]
    """The node of each value; None for a bare name."""
    is_whole: bool
    """Whether it closes itself."""


class ShownEnd(NamedTuple):
    """The end of an element."""

    name: str


Shown: TypeAlias = ShownText | ShownName | ShownTag | ShownEnd


class Script:
    """The code of one file."""

    def __init__(self, code: str) -> None:
        """The code is parsed when it is asked for a name."""
        self._code = code

    def find_export(self, name: str) -> Any:
        """The node that is exported under a name; None for none."""
        return self._follow_aliases(self._names[0].get(name))

    def find_declaration(self, name: str) -> Any:
        """The node that a name of the file itself stands for; None for none."""
        return self._follow_aliases(self._names[1].get(name))

    def _follow_aliases(self, node: Any) -> Any:
        for _ in range(_MOST_ALIASES):
            if node is None or node.type != "Identifier":
                return node
            node = self._names[1].get(node.name)
        return None

    @cached_property
    def _names(self) -> tuple[dict[str, Any], dict[str, Any]]:
        exported: dict[str, Any] = {}
        declared: dict[str, Any] = {}
        code = self._code if len(self._code) <= _LONGEST else ""
        for statement in parse(code).statements:
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


def _collect_declarations(statement: Any) -> dict[str, Any]:
    if statement is None:
        return {}
    if statement.type == "VariableDeclaration":
        plain = (
            declaration
            for declaration in statement.declarations
            if declaration.id.type == "Identifier"
        )
        return {one.id.name: one.init for one in plain}
    is_named = statement.type == "FunctionDeclaration" and statement.id is not None
    return {statement.id.name: statement} if is_named else {}


def is_function(node: Any) -> bool:
    """Whether a node is a function, and so can be a component."""
    return node is not None and node.type in _FUNCTIONS


def is_value(node: Any) -> bool:
    """Whether `{name}` shows a node that is exported under the name."""
    return node is not None and (node.type in _ELEMENTS or _plain(node) is not None)


def takes_children(function: Any) -> bool:
    """Whether a component may show what its tag holds: it speaks of `children`, or hands all of its
    arguments on."""
    waiting = [function]
    while waiting:
        node = waiting.pop()
        kind = getattr(node, "type", "")
        if kind == "JSXSpreadAttribute" or (kind == "Identifier" and node.name == "children"):
            return True
        waiting += node if isinstance(node, list) else vars(node).values() if kind else ()
    return False


def expression(code: str) -> Any:
    """The node of an expression; None for what cannot be read."""
    statements = parse(f"({code})").statements if len(code) <= _LONGEST else ()
    return getattr(statements[0], "expression", None) if statements else None


def collect_shown(node: Any, depth: int = 0) -> Iterator[Shown]:
    """What readers see of a node, in order."""
    if node is None or depth > _MOST_NESTED:
        return
    if node.type == "JSXElement":
        yield from _element(node, depth + 1)
    elif node.type == "ConditionalExpression":
        chosen = list(collect_shown(node.consequent, depth + 1))
        yield from chosen or collect_shown(node.alternate, depth + 1)
    elif (own := _leaf_content(node)) is not None:
        yield own
    else:
        for part in _child_nodes(node):
            yield from collect_shown(part, depth + 1)


def _leaf_content(node: Any) -> Shown | None:
    """What a node shows that has no parts."""
    if node.type == "JSXText":
        return ShownText(_in_lines(node.value))
    if node.type == "Identifier":
        return ShownName(node.name)
    if node.type == "MemberExpression":
        is_prop = not node.computed and getattr(node.object, "name", "") == "props"
        return ShownName(node.property.name) if is_prop else None
    text = _plain(node)
    return None if text is None else ShownText(text)


def _child_nodes(node: Any) -> Iterator[Any]:
    """The nodes that together are what a node shows."""
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
        yield from filter(is_function, node.arguments)
    elif node.type == "TemplateLiteral":
        for pair in zip_longest(node.quasis, node.expressions):
            yield from filter(None, pair)


def _plain(node: Any) -> str | None:
    """The text of a string or a number; empty for what shows none, None for anything else."""
    if node.type == "TemplateElement":
        return str(node.value.cooked)
    if node.type == "UnaryExpression" and node.operator == "-":
        text = _plain(node.argument)
        return None if text is None else f"-{text}"
    if node.type != "Literal" or getattr(node, "regex", None) is not None:
        return None
    if node.value is None or isinstance(node.value, bool):
        return ""
    return node.value if isinstance(node.value, str) else str(node.raw)


def _element(node: Any, depth: int) -> Iterator[Shown]:
    opening = node.openingElement
    name = _tag_name(opening.name)
    attributes = {
        _tag_name(attribute.name): attribute.value
        for attribute in opening.attributes
        if attribute.type == "JSXAttribute"
    }
    yield ShownTag(name, attributes, bool(opening.selfClosing))
    for child in node.children:
        yield from collect_shown(child, depth)
    if not opening.selfClosing:
        yield ShownEnd(name)


def _tag_name(node: Any) -> str:
    if node.type == "JSXMemberExpression":
        return f"{_tag_name(node.object)}.{_tag_name(node.property)}"
    if node.type == "JSXNamespacedName":
        return f"{_tag_name(node.namespace)}:{_tag_name(node.name)}"
    return str(node.name)


def _find_returned_node(body: Any) -> Any:
    """What a function gives: an expression, or what its last `return` names."""
    if body.type != "BlockStatement":
        return body
    inner = [
        one.argument if one.type == "ReturnStatement" else _find_returned_node(one.consequent)
        for one in body.body
        if one.type == "ReturnStatement"
        or (one.type == "IfStatement" and one.consequent.type == "BlockStatement")
    ]
    return next((one for one in reversed(inner) if one is not None), None)


def _in_lines(text: str) -> str:
    """Text of an element as JSX has it: line ends and what is around them are one blank."""
    lines = text.split("\n")
    last = len(lines) - 1
    parts = [
        (line if at == 0 else line.lstrip())
        if at == last
        else (line.rstrip() if at == 0 else line.strip())
        for at, line in enumerate(lines)
    ]
    return " ".join(filter(None, parts))
