"""A name means one thing: no two public classes share one, and few modules do."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("docs_lsp", "mcp_preview")
# As many modules may have one file name: a search for it must stay short.
MODULES_OF_A_NAME = 2


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted(ROOT.joinpath(package).rglob("*.py"))]


def public_classes(path: Path) -> Iterator[str]:
    """The classes that others can import from a module."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def repeated(named: Iterable[tuple[str, Path]], allowed: int) -> dict[str, list[str]]:
    """The names that stand for more files than `allowed`, with these files."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, path in named:
        found[name].append(path.relative_to(ROOT).as_posix())
    return {name: paths for name, paths in found.items() if len(paths) > allowed}


def test_no_two_public_classes_share_a_name() -> None:
    named = [(name, path) for path in modules() for name in public_classes(path)]

    assert repeated(named, allowed=1) == {}, "say by the name what each of them is"


def test_few_modules_share_a_name() -> None:
    named = [(path.stem, path) for path in modules() if path.stem != "__init__"]

    assert repeated(named, MODULES_OF_A_NAME) == {}, "say by the name what is in each of them"


class _ParameterNumbers(ast.NodeTransformer):
    """Replaces the names of a function's parameters by their numbers."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._names = {arg.arg: f"_{at}" for at, arg in enumerate(function.args.args)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)


def functions(path: Path) -> Iterator[str]:
    """Yield the name and the body of each function of a module, unless that is a few characters."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            body = node.body[ast.get_docstring(node) is not None :]
            text = "\n".join(ast.unparse(_ParameterNumbers(node).visit(part)) for part in body)
            if len(text) > 20:
                yield f"{node.name.lstrip('_')}: {text}"


def test_no_function_is_written_twice() -> None:
    written = [(text, path) for path in modules() for text in functions(path)]

    assert repeated(written, allowed=1) == {}, "one module has it, and the others import it"


def test_what_is_repeated_is_named_with_its_files() -> None:
    named = [("a", ROOT / "x.py"), ("b", ROOT / "y.py"), ("a", ROOT / "z.py")]

    assert repeated(named, allowed=1) == {"a": ["x.py", "z.py"]}
