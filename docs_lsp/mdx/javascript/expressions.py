"""Checks JavaScript expressions in braces, and finds the names that must exist for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.recent_texts import cache_recent_texts
from docs_lsp.mdx.javascript.name_uses import iter_child_nodes
from docs_lsp.mdx.javascript.parser import is_empty_code, parse_module

_VALUE = "<a b={"
_SEQUENCE = "<a b={("
_SPREAD = "<a {"
_MOST_CACHED = 1 << 20
"""The number of characters, several times those of a page."""
_EXISTING_TEXT: Final = """
AbortController Array ArrayBuffer BigInt BigInt64Array BigUint64Array Blob Boolean CustomEvent
DataView Date Error EvalError Event EventTarget FinalizationRegistry Float32Array Float64Array
FormData Fragment Function HTMLElement Headers Infinity Int16Array Int32Array Int8Array
IntersectionObserver Intl Iterator JSON Map Math MutationObserver NaN Node Number Object Promise
Proxy RangeError React ReferenceError Reflect RegExp Request ResizeObserver Response Set
SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL
URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
WebSocket alert arguments atob btoa clearInterval clearTimeout confirm console crypto
createContext customElements decodeURI decodeURIComponent document encodeURI encodeURIComponent
escape eval exports fetch forwardRef getComputedStyle global globalThis history innerHeight
innerWidth isFinite isNaN lazy localStorage location matchMedia memo module name navigator open
origin parent parseFloat parseInt performance print process prompt props queueMicrotask
requestAnimationFrame require screen self sessionStorage setInterval setTimeout status
structuredClone top undefined unescape useCallback useContext useEffect useId useLayoutEffect
useMemo useReducer useRef useState user window
"""
EXISTING: Final = frozenset(_EXISTING_TEXT.split())
"""Names that exist in a page, or may, without an import."""
_WORDS_TEXT: Final = """
await delete false import in instanceof new null of super this true typeof void
"""
_WORDS: Final = frozenset(_WORDS_TEXT.split())
_STRINGS = compile_lazily(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/")
_NAME = compile_lazily(r"(?<![\w$.</])([^\W\d][\w$]*|[$][\w$]*)(?!\s*:)")
_FUNCTIONS = frozenset(("ArrowFunctionExpression", "FunctionExpression", "ClassExpression"))
_LONGEST = 2000
_DEEPEST = 100


def find_expression_fault(code: str, *, spread: bool = False) -> int | None:
    """Return the character index at which the code in braces is wrong, or None; empty code is not.

    `spread` requires `...name`. An index equal to the length of `code` means that it ends too soon.
    """
    if is_empty_code(code):
        return None
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


def may_need_names(code: str, known: frozenset[str]) -> bool:
    """Return whether code may use an unknown name or be a sequence of literals; False if long.

    Cheap, and False for most expressions; also False for long ones, which are not parsed.
    """
    if len(code) > _LONGEST or (code.startswith("<") and "{" not in code):
        return False
    names = set(_NAME.findall(_STRINGS.sub('""', code)))
    return not names <= EXISTING | _WORDS | known or ("," in code and not names)


@lru_cache(1024)
def evaluate_names(code: str) -> tuple[tuple[str, ...], str]:
    """Return the names that evaluating code always looks up, and the last part of `a, b` or "".

    The names are in order. The last part, as it is written, is all that readers see of a sequence;
    it is empty for other code.

    Names that only a function in it, or one side of `&&`, `||` or `?` looks up are left out. Empty
    for code that cannot be parsed.
    """
    parsed = parse_module(f"({code}\n)")
    if parsed.fault is not None or len(parsed.statements) != 1:
        return (), ""
    expression = getattr(parsed.statements[0], "expression", None)
    if expression is None:
        return (), ""
    last = ""
    if expression.type == "SequenceExpression":
        start, end = expression.expressions[-1].range
        last = code[start - 1 : end - 1]
    return tuple(dict.fromkeys(_iter_looked_up_names(expression, 0))), last


def _iter_looked_up_names(node: Any, depth: int) -> Iterator[str]:
    """Yield the names that evaluating a node always looks up, not those within functions."""
    kind = node.type
    if depth > _DEEPEST or kind in _FUNCTIONS:
        return
    match kind:
        case "Identifier":
            yield node.name
        case "LogicalExpression":
            yield from _iter_looked_up_names(node.left, depth + 1)
        case "ConditionalExpression":
            yield from _iter_looked_up_names(node.test, depth + 1)
        case "AssignmentExpression":
            yield from _iter_looked_up_names(node.right, depth + 1)
        case "UnaryExpression" if node.operator == "typeof":
            return
        case _:
            for child in iter_child_nodes(node):
                yield from _iter_looked_up_names(child, depth + 1)
