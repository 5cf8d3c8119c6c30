"""The promises of the set-up: one environment, declared dependencies, honest documentation."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import docs_lsp
from docs_lsp.cli.arguments import parse
from docs_lsp.config import Config, load
from docs_lsp.rules import all_rules

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
README = (ROOT / "README.md").read_text("utf-8")
DEPENDENCY = re.compile(r"(?P<name>[A-Za-z0-9-]+)>=(?P<bound>[\d.]+)")
MODULES = {
    "PyYAML": {"yaml"},
    "python-frontmatter": {"frontmatter"},
    "pydantic": {"pydantic", "pydantic_core"},
}


def modules_of(requirement: str) -> set[str]:
    match = DEPENDENCY.fullmatch(requirement)
    assert match, f"{requirement} needs a lower bound and nothing else"
    return MODULES.get(match["name"], {match["name"].replace("-", "_")})


def imported() -> Iterator[tuple[Path, str]]:
    """Every top-level module that the packages import."""
    for package in ("docs_lsp", "mcp_preview"):
        for path in ROOT.joinpath(package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    yield from ((path, alias.name.split(".")[0]) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield path, node.module.split(".")[0]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_whatever_is_imported_is_declared() -> None:
    declared = {module for each in PROJECT["dependencies"] for module in modules_of(each)}
    known = declared | sys.stdlib_module_names | {"docs_lsp", "mcp_preview"}

    assert {(path.name, module) for path, module in imported() if module not in known} == set()


def test_whatever_is_declared_is_imported() -> None:
    used = {module for _, module in imported()}

    assert [each for each in PROJECT["dependencies"] if not modules_of(each) & used] == []


def test_every_dependency_has_a_reason() -> None:
    decisions = (ROOT / "docs_lsp/DECISIONS.md").read_text("utf-8")

    for requirement in PROJECT["dependencies"]:
        name = requirement.split(">=")[0]
        assert re.search(rf"^- `{name}`: .{{20,}}", decisions, re.MULTILINE), name


def test_every_test_dependency_has_a_lower_bound() -> None:
    for requirement in PROJECT["optional-dependencies"]["test"]:
        assert DEPENDENCY.fullmatch(requirement)


@pytest.mark.parametrize("script", ["docs-lsp", "mcp-preview"])
def test_each_console_script_leads_to_a_function(script: str) -> None:
    module, function = PROJECT["scripts"][script].split(":")

    assert callable(getattr(importlib.import_module(module), function))


def test_the_version_stands_in_one_place() -> None:
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", docs_lsp.__version__)


def test_the_preview_says_that_it_is_not_there() -> None:
    done = subprocess.run([sys.executable, "-m", "mcp_preview"], capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (2, "")
    assert "not part of this version" in done.stderr


def test_ci_can_be_run_and_reads_no_input() -> None:
    script = ROOT / ".ci/run"

    assert os.access(script, os.X_OK)
    assert "exec </dev/null" in script.read_text("utf-8")
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_ci_brings_every_program_that_a_test_needs() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    listed = re.search(r'^programs="\n(.*?)^"', script, re.DOTALL | re.MULTILINE)
    assert listed
    programs = {line.split()[0] for line in listed[1].splitlines()}
    sources = [path.read_text("utf-8") for path in ROOT.joinpath("tests").rglob("test_*.py")]
    needed = {name for text in sources for name in re.findall(r"^@\S+needs\(\"(.+?)\"", text, re.M)}

    assert needed <= programs


@pytest.mark.parametrize("target", ["demo", "test"])
def test_make_sets_up_what_it_needs(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "-m venv" in done.stdout
    assert "--editable '.[test]'" in done.stdout


def test_the_commands_in_the_readme_can_be_typed() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith("docs-lsp ")]

    assert len(commands) > 4
    for command in commands:
        parse(shlex.split(command, comments=True)[1:])


def test_the_settings_in_the_readme_are_all_there_are() -> None:
    rows = set(re.findall(r"^\| `([a-z.]+)` \|", README, re.MULTILINE))
    names = set()
    for name, field in Config.model_fields.items():
        inner = getattr(field.annotation, "model_fields", None)
        names |= {f"{name}.{key}" for key in inner} if inner else {name}

    assert rows == names
    (example,) = blocks("toml")
    assert load(example, all_rules())[1] == ()


def test_a_rule_in_the_readme_exists() -> None:
    for command in re.findall(r"--select ([\w,-]+)", README):
        assert set(command.split(",")) <= all_rules().keys()


NEEDY = """
    import pytest

    @pytest.mark.needs("no-such-program")
    def test_with_it():
        pass

    @pytest.mark.needs("make")
    def test_with_make():
        pass
"""


@pytest.fixture
def needy(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest((ROOT / "tests/conftest.py").read_text("utf-8"))
    pytester.makeini(
        "[pytest]\nmarkers = needs(program): x\nasyncio_default_fixture_loop_scope = function\n"
    )
    pytester.makepyfile(NEEDY)
    return pytester


def test_what_needs_a_missing_program_skips_by_name(
    needy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    result = needy.runpytest_inprocess("-rs")

    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*needs no-such-program, which a package manager has to bring*"])


def test_in_ci_nothing_skips(needy: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = needy.runpytest_inprocess()

    result.assert_outcomes(passed=1, errors=1)
