"""Mutants of one module, small changes of its meaning, and a pytest plugin that imports them.

The plugin (`-p tests.mutants`) reads two variables of the environment. `MUTANT_MODULE` names the
module; `MUTANT_NUMBER` says which mutant of it is imported in its place, or, if it is missing, that
the tests which call each function are written to the file `MUTANT_CALLS`. No file is changed.
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


class Mutant(NamedTuple):
    """One changed place of a module."""

    function: str
    """The qualified name of the function that holds it; empty outside of functions."""
    line: int
    before: str
    after: str


class _Place(NamedTuple):
    function: str
    parent: ast.AST
    field: str
    slot: int | None
    """The number of the node in the field, if that is a list."""
    node: ast.AST
    replacement: ast.AST


def list_mutants(source: str) -> list[Mutant]:
    """Return the mutants of a module, in the order of the text."""
    return [_describe(place) for place in _iter_places(ast.parse(source))]


def compile_mutant(source: str, number: int, file: str) -> CodeType:
    """Compile a module with one of its mutants in it."""
    tree = ast.parse(source)
    place = list(_iter_places(tree))[number]
    if place.slot is None:
        setattr(place.parent, place.field, place.replacement)
    else:
        getattr(place.parent, place.field)[place.slot] = place.replacement
    return compile(ast.fix_missing_locations(tree), file, "exec")


def _describe(place: _Place) -> Mutant:
    before, after = ast.unparse(place.node), ast.unparse(place.replacement)
    return Mutant(place.function, getattr(place.node, "lineno", 0), before, after)


def _iter_places(tree: ast.AST, scope: str = "", function: str = "") -> Iterator[_Place]:
    for field, value in ast.iter_fields(tree):
        children = value if isinstance(value, list) else [value]
        for number, child in enumerate(children):
            if not isinstance(child, ast.AST) or _is_declaration(tree, field, child):
                continue
            slot = number if isinstance(value, list) else None
            for replacement in _mutate(child):
                yield _Place(function, tree, field, slot, child, replacement)
            match child:
                case ast.ClassDef(name):
                    yield from _iter_places(child, f"{scope}{name}.", function)
                case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                    yield from _iter_places(child, f"{scope}{name}.", f"{scope}{name}")
                case _:
                    yield from _iter_places(child, scope, function)


def _is_declaration(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Whether a node says nothing about what the program does: types, docstrings, imports."""
    if field in {"annotation", "returns", "decorator_list", "bases"}:
        return True
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or (isinstance(parent, ast.If) and _is_for_types(parent.test))


def _is_for_types(test: ast.expr) -> bool:
    return ast.unparse(test) == "TYPE_CHECKING"


def _mutate(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may be exchanged for."""
    replacements = _mutate_statement(node) if isinstance(node, ast.stmt) else _mutate_value(node)
    for replacement in replacements:
        yield ast.copy_location(replacement, node)


def _mutate_value(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
            yield ast.Compare(left, [COMPARISONS[type(operator)]()], [right])
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield copy.copy(values[0])
        case ast.UnaryOp(ast.Not(), operand):
            yield copy.copy(operand)
        case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
            if not any(isinstance(part, ast.JoinedStr) for part in (left, right)):
                yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.IfExp(_, body, orelse):
            yield copy.copy(body)
            yield copy.copy(orelse)


def _mutate_statement(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Continue():
            yield ast.Break()
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
            yield ast.Pass()
        case ast.If(test, body, orelse) if not _is_for_types(test):
            yield ast.If(ast.Constant(True), body, orelse)


class _Instrument(ast.NodeTransformer):
    """Makes each function report that it is called."""

    def __init__(self) -> None:
        self._names: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._visit_scope(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._visit_function(node)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        name = ".".join([*self._names, node.name])
        report = f"__import__('tests.mutants').mutants.note_call({name!r})"
        self._visit_scope(node)
        node.body.insert(0, ast.parse(report).body[0])
        return node

    def _visit_scope(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()
        return node


_calls: defaultdict[str, set[str]] = defaultdict(set)


def note_call(function: str) -> None:
    """Remember that the test which runs now calls a function."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    if test:
        _calls[function].add(test.rpartition(" ")[0])


class _Loader(importlib.abc.InspectLoader):
    def __init__(self, path: Path) -> None:
        self._path = path

    def get_source(self, _name: str) -> str:
        return self._path.read_text("utf-8")

    def is_package(self, _name: str) -> bool:
        return False

    def exec_module(self, module: ModuleType) -> None:
        source, file = self.get_source(module.__name__), str(self._path)
        module.__file__ = file
        number = os.environ.get("MUTANT_NUMBER")
        if number is not None:
            code = compile_mutant(source, int(number), file)
        else:
            tree = ast.fix_missing_locations(_Instrument().visit(ast.parse(source)))
            code = compile(tree, file, "exec")
        exec(code, module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, module: str, path: Path) -> None:
        self._module = module
        self._path = path

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._module:
            return None
        return importlib.util.spec_from_loader(name, _Loader(self._path), origin=str(self._path))


def path_of(module: str) -> Path:
    """Return the file of a module of this repository, which is not imported."""
    return Path(__file__).parents[1].joinpath(*module.split(".")).with_suffix(".py")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Install the mutant, or the instrumented module, before a conftest or a test imports it."""
    module = os.environ.get("MUTANT_MODULE")
    if module:
        assert module not in sys.modules, f"{module} is imported already"
        sys.meta_path.insert(0, _Finder(module, path_of(module)))


def pytest_sessionfinish() -> None:
    """Write which tests call which function."""
    file = os.environ.get("MUTANT_CALLS")
    if file and "MUTANT_NUMBER" not in os.environ:
        calls = {function: sorted(tests) for function, tests in _calls.items()}
        Path(file).write_text(json.dumps(calls), "utf-8")
