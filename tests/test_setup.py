"""The promises of the set-up: one environment, declared dependencies, honest documentation."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import docs_lsp
from docs_lsp.cli.output.report_schema import build_report_schema
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.explanation import MANUAL
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.toml_tables import Config
from tests.cli.sarif_parts import LOG as SARIF
from tests.conftest import WAITING, WINDOWED, process_for, rank_shares

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
CI = "tasks/ci"
DEPENDENCY = re.compile(r"(?P<name>[A-Za-z0-9-]+)(?:\[\w+\])?>=(?P<bound>[\d.]+),<(?P<end>[\d.]+)")
MODULES = {
    "PyYAML": {"yaml"},
    "python-frontmatter": {"frontmatter"},
    "esprima-fork": {"esprima"},
    "google-re2": {"re2"},
    "pydantic": {"pydantic", "pydantic_core"},
    "SQLAlchemy": {"sqlalchemy"},
    "argon2-cffi": {"argon2"},
    "Jinja2": {"jinja2", "markupsafe"},
}


def modules_of(requirement: str) -> set[str]:
    match = DEPENDENCY.fullmatch(requirement)
    assert match, f"{requirement} needs a lower and an upper bound, and nothing else"
    return MODULES.get(match["name"], {match["name"].replace("-", "_")})


def dependencies() -> list[str]:
    """What the language server needs, and what the preview needs beyond that."""
    optional = PROJECT["optional-dependencies"]
    return [*of_docs_lsp(), *optional["preview"], *optional["semantic"], *optional["redis"]]


def of_docs_lsp() -> list[str]:
    """What the language server and the linter need."""
    return [*PROJECT["dependencies"]]


def imported() -> Iterator[tuple[Path, str]]:
    """Every top-level module that the packages import."""
    for package in ("docs_lsp", "mcp_preview"):
        for path in ROOT.joinpath(package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    yield from ((path, alias.name.split(".")[0]) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield path, node.module.split(".")[0]


def blocks(language: str, page: str) -> list[str]:
    """The blocks of a language in a page of the manual."""
    text = (MANUAL / f"{page}.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def home_of(path: Path) -> str:
    """The package that a module belongs to; the tools for agents need what the preview needs."""
    if path.is_relative_to(ROOT / "docs_lsp/cli/mcp"):
        return "docs_lsp/cli/mcp"
    return path.relative_to(ROOT).parts[0]


@pytest.mark.parametrize(
    ("package", "requirements"),
    [
        ("docs_lsp", of_docs_lsp()),
        ("docs_lsp/cli/mcp", dependencies()),
        ("mcp_preview", dependencies()),
    ],
)
def test_whatever_is_imported_is_declared(package: str, requirements: list[str]) -> None:
    declared = {module for each in requirements for module in modules_of(each)}
    known = declared | sys.stdlib_module_names | {"docs_lsp", "mcp_preview"}
    here = ((path, module) for path, module in imported() if home_of(path) == package)

    assert {(path.name, module) for path, module in here if module not in known} == set()


def test_whatever_is_declared_is_imported() -> None:
    used = {module for _, module in imported()}

    assert [each for each in dependencies() if not modules_of(each) & used] == []


def test_every_dependency_has_a_reason() -> None:
    decisions = (ROOT / "docs_lsp/DECISIONS.md").read_text("utf-8")

    for requirement in dependencies():
        name = requirement.split(">=")[0]
        assert re.search(rf"^- `{name}`: .{{20,}}", decisions, re.MULTILINE), name


def test_every_test_dependency_has_bounds() -> None:
    for requirement in PROJECT["optional-dependencies"]["test"]:
        assert DEPENDENCY.fullmatch(requirement.split("; ")[0])  # The rest says where it is.


@pytest.mark.parametrize("script", ["docs-lsp", "mcp-preview"])
def test_each_console_script_leads_to_a_function(script: str) -> None:
    module, function = PROJECT["scripts"][script].split(":")

    assert callable(getattr(importlib.import_module(module), function))


def test_the_version_stands_in_one_place() -> None:
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", docs_lsp.__version__)


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


def test_what_drives_an_editor_or_a_browser_shares_one_process() -> None:
    tests = {path.relative_to(ROOT).as_posix(): path for path in ROOT.glob("tests/**/test_*.py")}
    windowed = r"needs\(\"(?:chromium|emacs|nvim|vim)\"|\bextension: Path"
    driving = {name for name, path in tests.items() if re.search(windowed, path.read_text("utf-8"))}

    assert len(driving) > 7
    assert {process_for(f"{name}::test_it") for name in driving} == {"windowed"}
    for prefix in WINDOWED:
        assert any(name.startswith(prefix) for name in tests), prefix
    other = process_for("tests/preview/test_serve.py::test_it[a::b]")
    assert other == "tests/preview/test_serve.py"


def test_what_waits_begins_first_and_short_files_end_the_run() -> None:
    files = ("rules/a.py", "mdx/b.py", "mdx/b.py", "e2e/c.py", "test_dist.py", "editors/d.py")
    ranks = rank_shares(f"tests/{file}::test_it" for file in files)

    assert [*ranks] == ["windowed", "tests/e2e/c.py", "tests/mdx/b.py", "tests/rules/a.py"]
    assert [*ranks.values()] == [0, 1, 2, 3]
    for folder in WAITING:
        assert ROOT.joinpath(folder).is_dir()


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("demo", "preview"),
        *((target, "preview,test") for target in ("check", "test", "dist")),
    ],
)
def test_make_sets_up_what_it_needs(target: str, parts: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "-m venv" in done.stdout
    assert f"--editable '.[{parts}]'" in done.stdout


def test_the_report_in_the_manual_is_one() -> None:
    (example,) = blocks("json", "reference/json")

    jsonschema.Draft202012Validator(build_report_schema()).validate(json.loads(example))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a site in it that has mistakes."""
    shutil.copytree(ROOT / "tests/sites/broken", tmp_path / "docs")
    return tmp_path


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does that finds the docs-lsp of this environment."""
    scripts = Path(sys.executable).parent
    path = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "GITHUB_WORKSPACE": str(folder)}
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_an_old_site_is_accepted_as_the_manual_says(project: Path) -> None:
    (block,) = blocks("sh", "tasks/baseline")
    codes = [typed(command, project).returncode for command in block.splitlines()]

    assert codes == [0, 0, 1]
    assert (project / "docs/docs-lsp-baseline.json").exists()


def test_the_workflow_in_the_manual_runs(project: Path) -> None:
    workflow, *_ = map(yaml.safe_load, blocks("yaml", CI))
    steps = workflow["jobs"]["docs"]["steps"]
    runs = [step["run"] for step in steps if step.get("run", "").startswith("docs-lsp ")]
    done = [typed(command, project) for command in runs]

    assert [each.returncode for each in done] == [1, 1]
    assert "::error file=docs/docs.json,line=" in done[0].stdout
    (upload,) = (step for step in steps if "upload-sarif" in step.get("uses", ""))
    report = json.loads((project / upload["with"]["sarif_file"]).read_text("utf-8"))
    jsonschema.Draft202012Validator(SARIF).validate(report)


MANIFEST = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


def hooks() -> list[dict[str, Any]]:
    """The hooks that the manual shows, by the repository they come from."""
    _, ours, local = map(yaml.safe_load, blocks("yaml", CI))
    return [ours["repos"][0]["hooks"][0], local["repos"][0]["hooks"][0]]


def test_the_hook_in_the_manual_is_in_the_manifest() -> None:
    hook = MANIFEST[0]
    from_here, local = hooks()

    assert from_here == {"id": hook["id"]}
    assert {key: local[key] for key in ("id", "name", "entry", "pass_filenames", "files")} == {
        key: hook[key] for key in ("id", "name", "entry", "pass_filenames", "files")
    }


def test_the_hook_for_addresses_needs_nothing_more() -> None:
    hook = MANIFEST[1]

    assert hook["entry"] == "docs-lsp diff --no-questions"
    assert "additional_dependencies" not in hook
    assert any(f"id: {hook['id']}" in block for block in blocks("yaml", CI))


def test_the_hook_runs(project: Path) -> None:
    hook = MANIFEST[0]
    done = typed(" ".join([hook["entry"], *hook.get("args", ())]), project)

    assert hook["language"] == "python"
    assert done.returncode == 1
    assert "docs/docs.json:" in done.stdout


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("docs.json", True),
        ("docs/docs.json", True),
        ("docs/guides/a.mdx", True),
        ("README.md", True),
        ("api/openapi.yaml", True),
        ("docs-lsp.toml", True),
        ("docs/.mintignore", True),
        ("src/main.py", False),
        ("pyproject.toml", False),
    ],
)
def test_the_hook_runs_when_a_file_of_a_site_has_changed(file: str, matters: bool) -> None:
    assert bool(re.search(MANIFEST[0]["files"], file)) is matters


def test_a_package_index_shows_no_pictures_or_links_of_the_repository() -> None:
    hook = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    readme = (ROOT / "README.md").read_text("utf-8")
    assert len(re.findall(r"^!\[", readme, re.MULTILINE)) > 1
    for each in hook["substitutions"]:
        readme = re.sub(each["pattern"], each["replacement"], readme)

    assert re.findall(r"\]\((?!https:|#)[^)]*\)", readme) == []
    assert "every reference:\n\n`docs-lsp explain" in readme


def test_the_settings_in_the_manual_are_all_there_are() -> None:
    text = (MANUAL / "reference/settings.md").read_text("utf-8")
    rows = set(re.findall(r"^\| `([a-z._-]+)` \|", text.partition("## Keys of")[0], re.MULTILINE))
    names = set()
    for name, field in Config.model_fields.items():
        inner = getattr(field.annotation, "model_fields", None)
        keys = [field.alias or key for key, field in inner.items()] if inner else []
        names |= {f"{name}.{key}" for key in keys} or {name}

    assert rows == names
    examples = blocks("toml", "tasks/configure")
    assert len(examples) == 2
    for example in examples:
        assert load_project_settings(example, all_rules())[1] == ()


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
        "[pytest]\nmarkers =\n  needs(program): x\n  in_ci: x\n"
        "asyncio_default_fixture_loop_scope = function\n"
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


@pytest.mark.parametrize(
    ("ci", "named", "passed"), [("true", (), 1), ("", (), 0), ("", ("test_long.py",), 1)]
)
def test_what_is_for_ci_runs_there_and_where_it_is_named(
    needy: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    ci: str,
    named: tuple[str, ...],
    passed: int,
) -> None:
    for other in needy.path.glob("test_*.py"):
        other.unlink()
    long = "import pytest\n\n@pytest.mark.in_ci\ndef test_long():\n    pass\n"
    needy.path.joinpath("test_long.py").write_text(long)
    monkeypatch.setenv("CI", ci)
    result = needy.runpytest_inprocess(*named)

    result.assert_outcomes(passed=passed, deselected=1 - passed)
