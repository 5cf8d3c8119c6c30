"""What runs on GitHub: it can be read, asks for little, and agrees with the project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from editors.vscode.scripts.pins import read_pins
from tests.test_setup import typed

ROOT = Path(__file__).parents[1]
HERE = ROOT / ".github"
ACTION = HERE / "actions/check/action.yml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = sorted((HERE / "workflows").glob("*.yml"))
MAJOR = re.compile(r"[\w-]+/[\w./-]+@(v\d+|release/v\d+)")


def read(path: Path) -> dict[str, Any]:
    content = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(content, dict)
    # YAML 1.1 takes the key `on` for a truth value.
    return {"on" if key is True else key: value for key, value in content.items()}


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    return dict(read(path)["jobs"])


def steps(path: Path) -> Iterator[dict[str, Any]]:
    if path == ACTION:
        yield from read(path)["runs"]["steps"]
    else:
        for job in jobs(path).values():
            yield from job["steps"]


def test_all_are_there() -> None:
    assert [path.stem for path in WORKFLOWS] == ["release", "tests", "updates"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_and_ends(path: Path) -> None:
    workflow = read(path)

    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["concurrency"]["group"].startswith(f"{path.stem}-")
    assert all(job["timeout-minutes"] <= 45 for job in jobs(path).values())
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_only_a_release_may_do_more() -> None:
    more = {
        (path.stem, name): job["permissions"]
        for path in WORKFLOWS
        for name, job in jobs(path).items()
        if "permissions" in job
    }

    assert more == {
        ("release", "publish"): {"id-token": "write"},
        ("release", "page"): {"contents": "write"},
    }
    assert read(HERE / "workflows/release.yml")["on"] == {"push": {"tags": ["v*"]}}


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.stem)
def test_what_is_used_is_pinned_and_what_runs_is_there(path: Path) -> None:
    for step in steps(path):
        assert MAJOR.fullmatch(step["uses"]) if "uses" in step else step["run"]
        for target in re.findall(r"\bmake (\w+)", step.get("run", "")):
            makefile = (ROOT / "Makefile").read_text("utf-8")
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
        for file in re.findall(r"(?<!\S)(?:\.ci|tests)/[\w./]+", step.get("run", "")):
            assert (ROOT / file).exists(), file
        # What somebody else can choose comes by way of the environment, where it is no command.
        assert "${{" not in step.get("run", "")


def test_the_tests_run_on_every_python_and_system_that_is_promised() -> None:
    matrix = jobs(HERE / "workflows/tests.yml")["portable"]["strategy"]["matrix"]
    pattern = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    promised = [match[1] for line in PROJECT["classifiers"] if (match := pattern.fullmatch(line))]

    assert matrix["python"] == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_a_release_has_the_extension_for_every_system_that_it_is_promised_for() -> None:
    matrix = jobs(HERE / "workflows/release.yml")["extensions"]["strategy"]["matrix"]["include"]
    targets = {row["target"] for row in matrix} | {"linux-x64"}  # which `make dist` makes

    assert targets == read_pins().sha256.keys() - {"alpine-arm64"}


def test_what_has_been_released_since_is_looked_at_every_week() -> None:
    workflow = read(HERE / "workflows/updates.yml")

    assert workflow["on"].keys() == {"schedule", "workflow_dispatch"}
    (audit,) = (
        step["run"]
        for step in steps(HERE / "workflows/updates.yml")
        if "pip_audit" in step.get("run", "")
    )
    lists = (ROOT / "editors/vscode/requirements").glob("*.txt")
    assert set(re.findall(r"-r (\S+)", audit)) == {path.name for path in lists}


def action_step(name: str) -> dict[str, Any]:
    (found,) = (step for step in steps(ACTION) if step.get("id") == name)
    return found


@pytest.mark.skipif(os.name == "nt", reason="needs a shell like that of the runners")
def test_the_action_shows_findings_beside_their_lines(tmp_path: Path) -> None:
    check = action_step("check")
    environment = read(ACTION)["inputs"]
    assert {name: value["default"] for name, value in environment.items()}["paths"] == "."
    prelude = "export DOCS_LSP=docs-lsp PATHS=$'docs\\n' ARGUMENTS='--select=missing-page'\n"
    subprocess.run(["cp", "-r", ROOT / "tests/sites/broken", tmp_path / "docs"], check=True)

    done = typed(prelude + check["run"], tmp_path)

    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=docs/docs.json,line=19,")
    assert "missing-page" in done.stdout and "page-extension" not in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="needs a shell like that of the runners")
@pytest.mark.parametrize(
    ("since", "code", "shown"), [("HEAD~1", 1, "/guides/b"), ("HEAD", 0, "Nothing")]
)
def test_the_action_tells_what_readers_notice(
    tmp_path: Path, since: str, code: int, shown: str
) -> None:
    pytest.importorskip("dulwich")
    from tests.revisions.history import History

    groups = [{"group": "All", "pages": ["guides/a", "guides/b"]}]
    docs = {"theme": "mint", "name": "Quay", "navigation": {"groups": groups}}
    docs["colors"] = {"primary": "#0d9373"}
    now = {"docs.json": json.dumps(docs), "guides/a.mdx": "# A\n"}
    history = History(tmp_path)
    history.commit({**now, "guides/b.mdx": "# B\n"})
    history.commit(now)
    (tmp_path / "guides").mkdir()
    for path, text in now.items():
        (tmp_path / path).write_text(text, "utf-8")
    prelude = f"export DOCS_LSP=docs-lsp PATHS=. AGAINST={since} GITHUB_STEP_SUMMARY=said.txt\n"

    done = typed(prelude + action_step("diff")["run"], tmp_path)

    assert done.returncode == code, done.stderr
    assert shown in done.stdout
    assert (tmp_path / "said.txt").read_text("utf-8") == done.stdout


@pytest.mark.skipif(os.name == "nt", reason="needs a shell like that of the runners")
@pytest.mark.parametrize(
    ("known", "call"),
    [
        ("", "api --silent repos/a/b/issues/7/comments -F body=@./docs-lsp.md"),
        ("31", "api --silent -X PATCH repos/a/b/issues/comments/31 -F body=@./docs-lsp.md"),
    ],
)
def test_the_action_keeps_one_comment(known: str, call: str, tmp_path: Path) -> None:
    subprocess.run(["cp", "-r", ROOT / "tests/sites/broken", tmp_path / "docs"], check=True)
    answer = f'case "$*" in *--jq*) echo \'{known}\';; *) echo "$*" >> calls.txt;; esac'
    prelude = (
        f"gh() {{ {answer}; }}\n"
        "export DOCS_LSP=docs-lsp PATHS=docs ARGUMENTS=--select=missing-page RUNNER_TEMP=.\n"
        "export COMMENTS=repos/a/b/issues/7/comments COMMENT=repos/a/b/issues/comments\n"
    )

    done = typed(prelude + action_step("comment")["run"], tmp_path)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "calls.txt").read_text("utf-8") == f"{call}\n"
    lines = (tmp_path / "docs-lsp.md").read_text("utf-8").splitlines()
    assert lines[:2] == ["<!-- docs-lsp -->", "### docs-lsp"]
    assert any(line.startswith("| error | `missing-page` | docs/docs.json:19") for line in lines)


def test_no_template_is_empty() -> None:
    for path in HERE.rglob("*.md"):
        assert path.read_text("utf-8").strip(), path
