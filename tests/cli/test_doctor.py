"""`docs-lsp doctor`: what it finds, and what it keeps to itself."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import docs_lsp
from docs_lsp.cache.folder import MODEL_FILE, MODEL_NAME, TOKENIZER_FILE, create_cache_folder
from docs_lsp.cli import main
from docs_lsp.cli.doctor import installation
from docs_lsp.cli.doctor.installation import RequiredPackage, check_packages

REQUIRED = ["orjson>=3.10", "PyYAML>=6.0.1", 'starlette>=1.0; extra == "preview"', "x; y == 'z'"]


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's machine: a home with a site, a program on the PATH, and no editor so far."""
    home = tmp_path / "home/olga"
    (home / "docs").mkdir(parents=True)
    (home / "bin").mkdir()
    program = home / "bin/docs-lsp"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr(sys, "executable", str(home / "bin/python"))
    monkeypatch.setenv("PATH", str(home / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.setattr(metadata, "requires", lambda name: REQUIRED)
    monkeypatch.chdir(home / "docs")
    return home


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what is told, and what is to be pasted."""
    code = main(["doctor", *arguments])
    told, _, pasted = capsys.readouterr().out.partition("```text\n")
    assert pasted.endswith("```\n")
    return code, told, pasted


def site(folder: Path, sites: Path, settings: str | None = None) -> None:
    shutil.copytree(sites / "plain", folder, dirs_exist_ok=True)
    if settings is not None:
        (folder / "docs-lsp.toml").write_text(settings)


def test_a_sound_machine(machine: Path, sites: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site(machine / "docs", sites)
    code, told, pasted = doctor(capsys)

    assert code == 0
    assert told == "No problems were found.\n\nInclude this in a bug report:\n\n"
    assert pasted.startswith(f"docs-lsp {docs_lsp.__version__}\n  installed in ")
    assert "\n  on the PATH: ~/bin/docs-lsp\n" in pasted
    assert f"\n  orjson {metadata.version('orjson')}\n" in pasted
    assert f"packages of the preview\n  starlette {metadata.version('starlette')}\n" in pasted
    assert "\nsites: 1\n  docs.json: 8 pages, nothing found\n    no docs-lsp.toml: as " in pasted


def test_it_says_whether_the_preview_ranks_by_meaning(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = machine / "cache"
    monkeypatch.setenv("DOCS_LSP_CACHE", str(cache))
    cache.mkdir()
    _, _, before = doctor(capsys)
    model = create_cache_folder("models") / MODEL_NAME
    model.mkdir()
    for name in (MODEL_FILE, TOKENIZER_FILE):
        (model / name).touch()
    _, _, after = doctor(capsys)

    assert "\n  search by meaning: off; `mcp-preview model install` adds it" in before
    assert f"\n  search by meaning: on, with {MODEL_NAME}\n" in after


def test_the_home_of_the_user_is_told_nowhere(
    machine: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site(machine / "docs", sites, "[rules]\nmissing-pgae = 1\n")
    _, told, pasted = doctor(capsys, str(machine / "docs"))

    assert "olga" not in told + pasted
    assert "~/bin/python" in pasted


def test_settings_in_force_and_their_faults(
    machine: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = """\
check.ignored = ["old/", "legacy/"]
languages.extra = ["tlh"]
rename.redirect = false
preview.port = 4100
[rules]
missing-page = "warning"
unlisted-page = "off"
mising = "off"
[[ignore]]
rule = "page-slash"
[[sync]]
element = "Guides"
folder = "guides"
"""
    site(machine / "docs", sites, settings)
    code, told, pasted = doctor(capsys)

    assert code == 1
    assert told.startswith("To fix:\n- docs-lsp.toml:8:1 ")
    assert "No problems were found" not in told
    [line] = [line for line in pasted.splitlines() if "docs-lsp.toml: " in line]
    assert line.strip() == (
        "docs-lsp.toml: missing-page = warning, unlisted-page = off, ignore: 1 entry, "
        "sync: 1 entry, "
        "preview.port = 4100, extra_languages = tlh, ignored = legacy/ old/, "
        "rename_redirect = false"
    )


def test_findings_are_counted_and_other_tools_left_alone(
    sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, pasted = doctor(capsys, str(sites / "broken"), str(sites / "other-tool"))

    assert code == 0
    assert "broken/docs.json: 10 pages, 14 errors, 2 warnings, 1 information\n" in pasted
    assert "other-tool/docs.json: belongs to another tool\n" in pasted


def test_a_docs_json_that_cannot_be_read_stands_in_the_way(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "docs" / "docs.json").symlink_to("nowhere.json")
    code, told, pasted = doctor(capsys)

    assert code == 1
    assert told.startswith("To fix:\n- docs.json: `docs.json` does not exist.\n")
    assert "docs.json: 0 pages, 1 error\n" in pasted


def test_many_sites_are_cut_short(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("docs_lsp.cli.doctor.sites.MOST", 2)
    for name in "abc":
        (machine / "docs" / name).mkdir()
        (machine / "docs" / name / "docs.json").write_text("{}")
    _, _, pasted = doctor(capsys)

    assert "\nsites: 3\n" in pasted
    assert "\n  and 1 more\n" in pasted


def test_no_site_and_no_program_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    code, told, pasted = doctor(capsys)

    assert code == 0
    assert "- `docs-lsp` is not on the PATH" in told
    assert "give the editor the whole path, `~/bin/docs-lsp`, or add" in told
    assert "- There is no docs.json here" in told
    assert "on the PATH: no\n" in pasted


def test_another_docs_lsp_on_the_path_is_told(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(machine / "bin", machine / "other")
    monkeypatch.setenv("PATH", str(machine / "other"))
    _, told, _ = doctor(capsys)

    assert "would start `~/other/docs-lsp`, which is not the one that runs here" in told


@pytest.mark.parametrize(
    ("requirement", "trouble"),
    [
        ("no-such-package-here>=1", "no-such-package-here: not installed"),
        ("orjson>=99.1", "orjson: older than 99.1"),
    ],
)
def test_a_package_that_is_missing_or_old_is_a_fault(
    requirement: str,
    trouble: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(metadata, "requires", lambda name: [requirement])
    code, told, pasted = doctor(capsys)

    assert code == 1
    assert f"- {trouble}; reinstall docs-lsp" in told
    assert trouble.split(": ")[1] in pasted


def test_the_preview_may_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["orjson>=3.10", *(f'no-such-{one}>=1; extra == "preview"' for one in "ab")]
    monkeypatch.setattr(metadata, "requires", lambda name: lines)
    _, preview = check_packages()

    assert preview.faults == ()
    assert "cannot start: no-such-a, no-such-b (not installed). " in preview.notes[0]


def test_a_module_that_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ImportError("made for another Python")

    monkeypatch.setattr(importlib, "import_module", fail)
    own, _ = check_packages()

    assert "orjson: cannot be loaded: ImportError: made for another Python" in own.faults[0]


def test_javascript_that_cannot_be_judged_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_packages()[0].notes == ()

    monkeypatch.setattr(installation, "is_available", lambda: False)
    own, _ = check_packages()

    assert own.faults == ()
    assert "JavaScript in pages is not checked" in own.notes[0]


def test_an_installation_without_metadata_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", fail)
    own, preview = check_packages()

    assert own.facts == preview.facts == ("unknown",)
    assert own.faults == preview.faults == ()


def test_a_package_says_what_there_is_of_it() -> None:
    assert RequiredPackage("a", "1.2").description == "a 1.2"
    assert RequiredPackage("a", None, "is not installed").description == "a - (is not installed)"


def test_the_editor_that_was_there_last(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client: dict[str, Any] = {
        "name": "Neovim",
        "pulls": False,
        "most_folds": None,
        "refreshes": ["workspace/codeLens/refresh"],
        "dialect": {"encoding": "utf-8", "related": True},
    }
    said: dict[str, Any] = {
        "at": "2026-01-02T03:04:05+00:00",
        "server": "0.0.9",
        "python": "3.12.1",
    }
    said |= {"version": "0.11.4", "folders": 1, "client": client}
    (machine / "cache/docs-lsp").mkdir(parents=True)
    (machine / "cache/docs-lsp/client.json").write_text(json.dumps(said))
    _, told, pasted = doctor(capsys)

    assert "- The editor last started docs-lsp 0.0.9, and this is " in told
    assert pasted.split("last editor\n")[1] == (
        "  Neovim 0.11.4, folders: 1\n"
        "  2026-01-02T03:04:05+00:00, docs-lsp 0.0.9, Python 3.12.1\n"
        "  can: dialect.related\n"
        "  cannot: pulls\n"
        "  most_folds = None\n"
        "  refreshes = workspace/codeLens/refresh\n"
        "  dialect.encoding = utf-8\n"
        "```\n"
    )


def test_the_vendors_extension_is_named(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client = {"name": "Visual Studio Code", "has_vendor_extension": True}
    (machine / "cache/docs-lsp").mkdir(parents=True)
    file = machine / "cache/docs-lsp/client.json"
    file.write_text(json.dumps({"server": docs_lsp.__version__, "client": client}))
    _, told, _ = doctor(capsys)

    assert "mintlify.mintlify-snippets: unknown components and props are left to it" in told


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"client": 1}', "\udcff"])
def test_what_was_kept_may_be_anything(
    machine: Path, kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine / "cache/docs-lsp").mkdir(parents=True)
    (machine / "cache/docs-lsp/client.json").write_bytes(kept.encode("utf-8", "surrogateescape"))
    code, _, pasted = doctor(capsys)

    assert code == 0
    assert "no editor has started docs-lsp yet" in pasted


def test_a_folder_that_is_not_there_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "nowhere"]) == 2
    assert "`nowhere` does not exist" in capsys.readouterr().err


def test_what_a_site_can_be_compared_with(
    machine: Path, sites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("dulwich")
    from tests.revisions.history import History

    site(machine / "docs", sites)
    where = "\n    compareWith, translations, --against, diff: "
    assert f"{where}This folder is not in a git repository" in doctor(capsys)[2]
    history = History(machine / "docs")
    assert f"{where}The checked-out branch has no commit yet." in doctor(capsys)[2]
    commit = history.commit({"docs.json": "{}"})
    assert f"{where}HEAD is {commit[:10].decode()}\n" in doctor(capsys)[2]
