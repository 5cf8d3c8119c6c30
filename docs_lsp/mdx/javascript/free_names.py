"""The names that JavaScript looks up as soon as it is evaluated, and that must exist for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.mdx.javascript.name_uses import iter_child_nodes
from docs_lsp.mdx.javascript.parser import parse_module

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


class ExpressionNames(NamedTuple):
    """Facts about an expression in braces."""

    names: tuple[str, ...]
    """The names that are looked up whenever it is evaluated, in order."""
    last: str = ""
    """The last part of `a, b`, as it is written, which is all that it is worth; else empty."""


def may_need_names(code: str, known: frozenset[str]) -> bool:
    """Return whether an expression may look up a name that neither exists anywhere nor is known.

    For most expressions that is quickly ruled out.
    """
    if len(code) > _LONGEST or (code.startswith("<") and "{" not in code):
        return False
    names = set(_NAME.findall(_STRINGS.sub('""', code)))
    return not names <= EXISTING | _WORDS | known or ("," in code and not names)


@lru_cache(1024)
def evaluate_names(code: str) -> ExpressionNames:
    """Return the names that evaluating code always looks up, and the last part of `a, b`.

    What only a function in it, or one side of `&&`, `||` or `?` would look up is left out, and so
    is code that cannot be read.
    """
    parsed = parse_module(f"({code}\n)")
    if parsed.fault is not None or len(parsed.statements) != 1:
        return ExpressionNames(())
    expression = getattr(parsed.statements[0], "expression", None)
    if expression is None:
        return ExpressionNames(())
    last = ""
    if expression.type == "SequenceExpression":
        start, end = expression.expressions[-1].range
        last = code[start - 1 : end - 1]
    return ExpressionNames(tuple(dict.fromkeys(_iter_looked_up_names(expression, 0))), last)


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
