"""What `python -m tests.new_rule` lays out is whole, and says what is left to do."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_rule import ROOT, blanks, lay_out, list_files

pytestmark = pytest.mark.in_ci
COPIED = ("docs_lsp", "tests", "pyproject.toml")
KINDS = {"odd-label": [], "odd-page": ["--site"]}
FILES = [file.relative_to(ROOT) for name in KINDS for file in list_files(name)]


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=root, capture_output=True, text=True
    )


@pytest.fixture(scope="module", params=[[], ["--fix"]], ids=["without-fix", "with-fix"])
def laid_out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which both kinds of rules have been laid out."""
    root = tmp_path_factory.mktemp("project")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name)
        else:
            shutil.copy2(source, root / name)
    for name, options in KINDS.items():
        done = run(root, "tests.new_rule", name, *options, *request.param)
        assert done.returncode == 0, done.stderr
        assert f"pytest tests/rules tests/mutations -k {name}\n" in done.stdout
    return root


def failed(root: Path) -> tuple[set[str], str]:
    """Which tests of the new rules fail, and what is said."""
    tests = [f"tests/rules/test_{name}.py" for name in ("rules", "examples", "blanks")]
    tests += ["tests/mutations/test_mutations.py"]
    tests += ["tests/fixes/test_fix_laws.py", "tests/fixes/test_accepted_laws.py"]
    options = ["-q", "-k", "odd-label or odd-page or has_a_mutator", "-p", "no:cacheprovider"]
    done = run(root, "pytest", *tests, *options)
    assert " passed" in done.stdout, done.stdout + done.stderr
    return set(re.findall(r"^FAILED \S+::(\S+)", done.stdout, re.MULTILINE)), done.stdout


def test_all_that_fails_are_the_blanks(laid_out: Path) -> None:
    found, said = failed(laid_out)

    assert found == {f"test_no_blank_is_left[{name}]" for name in KINDS}
    for file in FILES:
        left = list(blanks(laid_out / file))
        assert len(left) > 2
        assert all(blank in said for blank in left)


def test_what_is_laid_out_is_lint_clean(laid_out: Path) -> None:
    modules = [str(file) for file in FILES if file.suffix == ".py"]

    for check in (["check"], ["format", "--check"]):
        done = run(laid_out, "ruff", *check, *modules)
        assert done.returncode == 0, done.stdout + done.stderr


def test_once_the_blanks_are_filled_in_everything_passes(laid_out: Path, tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(laid_out, root)
    for file in FILES:
        text = (root / file).read_text("utf-8")
        (root / file).write_text(
            text.replace("FILL IN", "Quay").replace("FILL-IN", "quay"), "utf-8"
        )

    assert failed(root)[0] == set()


@pytest.mark.parametrize("name", ["Odd-Label", "odd_label", "odd-", "../odd", "", "missing-page"])
def test_a_name_that_will_not_do_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "docs_lsp/rules").mkdir(parents=True)
    (tmp_path / "docs_lsp/rules/missing_page.py").touch()
    with pytest.raises(SystemExit) as ended:
        lay_out(name, site=False, fix=False, root=tmp_path)

    assert f"`{name}`" in str(ended.value)
    assert [path.name for path in tmp_path.rglob("*.py")] == ["missing_page.py"]
