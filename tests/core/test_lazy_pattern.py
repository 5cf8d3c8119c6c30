"""Expressions of modules are compiled at the first use, and each of them can be compiled."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import docs_lsp
from docs_lsp.core import lazy_pattern
from docs_lsp.core.lazy_pattern import compile_lazily

PACKAGE = Path(docs_lsp.__file__).parent


def iter_lazy_patterns(value: object) -> Iterator[re.Pattern[bytes]]:
    """Yield the lazy patterns that a constant of a module is or holds."""
    if isinstance(value, lazy_pattern._LazyPattern):
        yield value  # type: ignore[misc]
    elif isinstance(value, dict):
        for item in value.values():
            yield from iter_lazy_patterns(item)
    elif isinstance(value, (tuple, list, frozenset)):
        for item in value:
            yield from iter_lazy_patterns(item)


def test_a_lazy_pattern_matches_as_a_compiled_one() -> None:
    lazy = compile_lazily(r"(?P<word>[a-z]+)", re.IGNORECASE)
    compiled = re.compile(r"(?P<word>[a-z]+)", re.IGNORECASE)

    assert lazy.findall("One two") == compiled.findall("One two") == ["One", "two"]
    assert lazy.sub("x", "1 a") == "1 x"
    assert (lazy.pattern, lazy.flags) == (compiled.pattern, compiled.flags)
    assert lazy.groupindex == {"word": 1}


def test_it_is_compiled_at_the_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_now = re.compile

    def record(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compile_now(pattern, flags)

    monkeypatch.setattr(re, "compile", record)
    lazy = compile_lazily("a+")
    assert (lazy.pattern, compiled) == ("a+", [])
    for _ in range(3):
        assert lazy.match("aa")
        assert lazy.search("ba")
    assert compiled == ["a+"]


def test_a_method_that_patterns_lack_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        compile_lazily("a").nothing  # type: ignore[attr-defined]  # noqa: B018


def test_every_expression_of_a_module_can_be_compiled() -> None:
    count = 0
    for module in pkgutil.walk_packages([str(PACKAGE)], "docs_lsp."):
        if module.name == "docs_lsp.__main__":
            continue
        for value in vars(importlib.import_module(module.name)).values():
            for pattern in iter_lazy_patterns(value):
                assert pattern.groups >= 0
                count += 1
    assert count > 400


def test_no_module_compiles_an_expression_while_it_is_imported() -> None:
    eager = []
    for path in sorted(PACKAGE.rglob("*.py")):
        statements = ast.parse(path.read_text("utf-8")).body
        constants = [node for node in statements if isinstance(node, (ast.Assign, ast.AnnAssign))]
        for node in constants:
            if any(ast.unparse(part) == "re.compile" for part in ast.walk(node)):
                eager.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")

    assert eager == [], "write `compile_lazily`"
