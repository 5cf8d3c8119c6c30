"""Checks JavaScript expressions in braces."""

from __future__ import annotations

from docs_lsp.core.recent_texts import cache_recent_texts
from docs_lsp.mdx.javascript.parser import parse_module
from docs_lsp.mdx.javascript.tokens import is_empty_code

_VALUE = "<a b={"
_SEQUENCE = "<a b={("
_SPREAD = "<a {"
_MOST_CACHED = 1 << 20
"""The number of characters, several times those of a page."""


def find_expression_fault(
    code: str, *, spread: bool = False, allow_empty: bool = True
) -> int | None:
    """Return the character index at which the code in braces is wrong, or None.

    `spread` requires `...name`. An index equal to the length of `code` means that it ends too soon.
    """
    if is_empty_code(code):
        return None if allow_empty else 0
    return _find_spread_fault(code) if spread else _find_value_fault(code)


@cache_recent_texts(_MOST_CACHED)
def _find_value_fault(code: str) -> int | None:
    """Return the index at which code is wrong as an attribute's value, or None."""
    # An attribute accepts any expression but `a, b`; its braces show where the code ends.
    fault = _find_attribute_fault(_VALUE, code, "}/>", "JSXAttribute")
    if fault is None or fault == len(code) or code[fault] != ",":
        return fault
    in_brackets = _find_attribute_fault(_SEQUENCE, code, ")}/>", "JSXAttribute")
    return None if in_brackets is None else max(in_brackets, fault)


@cache_recent_texts(_MOST_CACHED)
def _find_spread_fault(code: str) -> int | None:
    """Return the index at which code is wrong as a spread attribute, or None."""
    return _find_attribute_fault(_SPREAD, code, "}/>", "JSXSpreadAttribute")


def _find_attribute_fault(before: str, code: str, after: str, attribute: str) -> int | None:
    """Return the index at which code is wrong as an attribute between two texts, or None."""
    parsed = parse_module(before + code + after)
    if parsed.fault is not None:
        return min(max(0, parsed.fault - len(before)), len(code))
    if not parsed.statements:
        return None
    # Code such as `a} c={b` ends the attribute before its own end.
    element = parsed.statements[0].expression
    attributes = element.openingElement.attributes if element.type == "JSXElement" else ()
    whole = len(before) + len(code) + len(after) - len("/>")
    if not attributes or attributes[0].type != attribute:
        return 0
    end = attributes[0].range[1]
    return None if end == whole else max(0, end - len(before) - 1)
