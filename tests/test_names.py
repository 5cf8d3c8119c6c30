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


def test_what_is_repeated_is_named_with_its_files() -> None:
    named = [("a", ROOT / "x.py"), ("b", ROOT / "y.py"), ("a", ROOT / "z.py")]

    assert repeated(named, allowed=1) == {"a": ["x.py", "z.py"]}
