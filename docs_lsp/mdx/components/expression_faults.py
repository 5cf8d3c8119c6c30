"""Finds expressions in braces that are not shown, or that break the page when it is rendered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.braces import CodeBudget
from docs_lsp.mdx.components.component_fault import (
    FUNCTION,
    OTHER_VALUE,
    UNKNOWN,
    ComponentFault,
    ComponentFaultKind,
)
from docs_lsp.mdx.components.tag_tree import TagTree
from docs_lsp.mdx.javascript.expressions import EXISTING, evaluate_names, may_need_names
from docs_lsp.mdx.javascript.parser import is_available, is_empty_code
from docs_lsp.mdx.syntax import ExportedName, ExportKind

_KIND = ComponentFaultKind
_NAME = r"[^\W\d][\w$]*|[$][\w$]*"
_ALONE = compile_lazily(_NAME)
_OF_NAMES = compile_lazily(rf"(?:{_NAME})(?:\s*-\s*(?:{_NAME}))+|(?:{_NAME})(?:\.(?:{_NAME}))+")
_VARIABLE = compile_lazily(rb"\{\{[ \t]*([\w.-]+)[ \t]*\}\}")
_SHOWN = (ExportKind.LITERAL, ExportKind.JSX)
_LONGEST = 2000
"""Bytes of an expression that are looked at."""
_NO_LOSS: Final = frozenset(("true", "false", "null", "undefined", "user", "children"))


def find_brace_faults(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each expression that is not shown or throws, and for each `{{name}}`."""
    variables = {fault.span: fault for fault in _find_variables(tree)}
    yield from variables.values()
    budget = CodeBudget()
    yield from _check_props(tree, budget)
    if not tree.page.expressions:
        return
    exported = {name.name: name for each in tree.page.exports for name in each.names}
    for expression in tree.page.expressions:
        if expression.span in variables:
            continue
        code = _decode_code(tree.data, expression.span)
        if _ALONE.fullmatch(code):
            yield from _check_single_name(tree, expression.span, code, exported)
        elif _OF_NAMES.fullmatch(code):
            yield from _check_missing_name(tree, expression.span, code)
        else:
            yield from _check_expression(tree, budget, expression.span, code)


def _check_single_name(
    tree: TagTree, span: Span, name: str, exported: dict[str, ExportedName]
) -> Iterator[ComponentFault]:
    """Yield a fault for a name that is not rendered: one that is no exported plain value."""
    if name in _NO_LOSS:
        return
    here = exported.get(name)
    if here is None:
        # The values of imports are unknown here and, without a parser, those of exports too.
        if not tree.is_local(name):
            yield ComponentFault(_KIND.LOST_NAME, span, name, UNKNOWN)
    elif here.kind not in _SHOWN and is_available():
        what = FUNCTION if here.kind is ExportKind.FUNCTION else OTHER_VALUE
        yield ComponentFault(_KIND.LOST_NAME, span, name, what, here.span)


def _check_missing_name(tree: TagTree, span: Span, code: str) -> Iterator[ComponentFault]:
    """Yield a fault for `a-b` or `a.b` if a name that it looks up does not exist."""
    names = _ALONE.findall(code) if "-" in code else [_ALONE.match(code)[0]]  # type: ignore[index]
    missing = [name for name in names if name not in EXISTING and not tree.is_local(name)]
    if missing:
        yield ComponentFault(_KIND.THROWS, span, code, missing[0])


def _check_expression(
    tree: TagTree, budget: CodeBudget, span: Span, code: str, *, is_prop: bool = False
) -> Iterator[ComponentFault]:
    """Yield a fault for the first missing name, or for `a, b`, of which only `b` is shown."""
    if is_empty_code(code) or not may_need_names(code, tree.local_names):
        return
    if not budget.may_parse(code):
        return
    names, last = evaluate_names(code)
    for name in names:
        if name not in EXISTING and not tree.is_local(name):
            kind = _KIND.PROP_THROWS if is_prop else _KIND.THROWS
            yield ComponentFault(kind, span, code, name)
            return
    if last and not is_prop:
        yield ComponentFault(_KIND.SEQUENCE, span, code, last)


def _check_props(tree: TagTree, budget: CodeBudget) -> Iterator[ComponentFault]:
    """Yield a fault for each value in braces of a tag that uses a name which does not exist."""
    for tag in tree.page.tags:
        for attribute in tag.attributes:
            span = attribute.value_span
            if attribute.is_expression and attribute.name and span is not None:
                code = _decode_code(tree.data, span)
                yield from _check_expression(tree, budget, span, code, is_prop=True)


def _decode_code(data: bytes, span: Span) -> str:
    """Return the code in the braces at a span; empty if it is too long to be worth decoding."""
    start, end = span
    is_long = end - start > _LONGEST
    return "" if is_long else data[start + 1 : end - 1].decode("utf-8", "replace").strip()


def _find_variables(tree: TagTree) -> Iterator[ComponentFault]:
    """Yield a fault for each `{{name}}` that the parser accepts and that is not code."""
    if b"{{" not in tree.data:
        return
    expressions = {expression.span for expression in tree.page.expressions}
    for match in _VARIABLE.finditer(tree.data):
        span = Span(*match.span())
        if span in expressions:
            yield ComponentFault(_KIND.VARIABLE, span, match[1].decode("utf-8", "replace"))
