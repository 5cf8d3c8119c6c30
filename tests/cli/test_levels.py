"""What is shown, and what makes a check fail."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from docs_lsp.cli import main

# Two warnings, one information and one hint.
PAGES = {"a": "<Badge nothing>A</Badge>\n\n[Lost](/lost) [Gone](/gone)\n", "unlisted": "# A\n"}


@pytest.fixture(autouse=True)
def _site(tmp_path: Path) -> None:
    write(tmp_path, PAGES)


def write(root: Path, pages: dict[str, str], listed: tuple[str, ...] = ("a",)) -> None:
    for name, text in pages.items():
        (root / f"{name}.mdx").write_text(text, "utf-8")
    docs = {
        "theme": "mint",
        "name": "N",
        "colors": {"primary": "#123"},
        "navigation": {"pages": list(listed)},
    }
    (root / "docs.json").write_text(json.dumps(docs), "utf-8")


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["check", *arguments])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--fail-on", "error"), 0),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "never"), 0),
        (("--exit-zero",), 0),
        (("--max-warnings", "2"), 0),
        (("--max-warnings", "1"), 1),
        (("--max-warnings", "2", "--fail-on", "warning"), 1),
        (("--max-warnings", "1", "--exit-zero"), 0),
        (("--select", "unlisted-page", "--fail-on", "information"), 1),
        (("--select", "unlisted-page"), 0),
        (("--select", "unknown-prop", "--fail-on", "information"), 0),
        # The severity that is shown has no say in it.
        (("--severity", "error"), 1),
    ],
)
def test_the_exit_code_follows_the_levels(
    arguments: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(capsys, *arguments)[0] == code


@pytest.mark.parametrize(("setting", "code"), [("error", 0), ("never", 0), ("information", 1)])
def test_a_project_sets_what_fails(
    setting: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs-lsp.toml").write_text(f'[check]\nfail-on = "{setting}"\n', "utf-8")

    assert check(capsys)[0] == code
    assert check(capsys, "--fail-on", "warning")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        ((), {"dead-link", "unlisted-page"}),
        (("--severity", "warning"), {"dead-link"}),
        (("--severity", "error"), set()),
        (("--hints",), {"dead-link", "unlisted-page", "unknown-prop"}),
        (("--quiet",), {"dead-link", "unlisted-page", "unknown-prop"}),
        (("--quiet", "--severity", "warning"), {"dead-link"}),
        (("--format", "json"), {"dead-link", "unlisted-page", "unknown-prop"}),
        (("--format", "json", "--severity", "warning"), {"dead-link"}),
    ],
)
def test_only_what_is_as_bad_is_shown(
    arguments: tuple[str, ...], rules: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    out = check(capsys, *arguments)[1]
    names = ("dead-link", "unlisted-page", "unknown-prop")

    assert {name for name in names if name in out} == rules


def test_one_hidden_finding_is_not_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "unlisted.mdx").unlink()
    write(tmp_path, {"a": "[A](/nowhere)\n"})
    out = check(capsys, "--severity", "error")[1]

    assert out == "No problems. 1 less severe problem hidden (`--all` shows it).\n"


def test_what_is_hidden_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    out = check(capsys, "--severity", "error")[1]

    assert out == "No problems. 4 less severe problems hidden (`--all` shows them).\n"


def test_only_what_is_new_since_a_revision_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "docs-lsp-baseline.json").write_text('{"version": 1, "findings": []}', "utf-8")
    assert check(capsys, "--since", "main") == (
        0,
        "No new problems in 1 site, plus 4 from before main.\n",
    )

    write(tmp_path, {"b": "[New](/new)\n"}, ("a", "b"))
    code, out = check(capsys, "--since", "main")
    assert (code, out.count("dead-link"), "`/new`" in out) == (1, 1, True)


def test_a_comment_in_a_page_leaves_a_finding_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    comment = "{/* docs-lsp-ignore dead-link: they come later */}\n"
    write(tmp_path, {"a": PAGES["a"].replace("[Lost]", f"{comment}[Lost]")})

    assert "dead-link" not in check(capsys)[1]
    assert check(capsys, "--select", "unlisted-page")[1].count("unused-suppression") == 0
