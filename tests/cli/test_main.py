"""The command line from outside: what is printed, where, and the exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import docs_lsp
from docs_lsp.cli import main

HEAVY = {"pygls", "lsprotocol", "pydantic", "jsonschema", "mcp_preview"}


def loaded_after(statement: str) -> set[str]:
    """The top-level modules that an interpreter holds after a statement."""
    program = f"import sys\n{statement}\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "docs_lsp", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])

    assert ended.value.code == 0
    assert capsys.readouterr().out == f"docs-lsp {docs_lsp.__version__}\n"


def test_the_version_costs_no_import_but_the_arguments() -> None:
    loaded = loaded_after(
        "from docs_lsp.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass"
    )

    assert not loaded & (HEAVY | {"orjson", "yaml", "frontmatter", "pathspec", "json", "asyncio"})


def test_help_states_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "--help"])

    out = capsys.readouterr().out
    assert ended.value.code == 0
    assert "exit codes:\n  0  no errors or warnings" in out


def test_an_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("docs_lsp.cli.rules.run", interrupt)

    assert main(["rules"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_mistake_of_ours_is_no_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(arguments: object) -> int:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("docs_lsp.cli.rules.run", break_down)

    assert main(["rules"]) == 2
    err = capsys.readouterr().err
    assert "ZeroDivisionError: ours" in err
    assert err.endswith("please report it.\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE to imitate")
def test_a_reader_who_leaves_is_no_trouble() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "docs_lsp", "schema"]
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)

    assert (done.returncode, done.stderr) == (141, "")


def test_what_a_narrow_encoding_cannot_write_stops_nothing(sites: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docs_lsp", "check", "--all", str(sites / "broken")],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )

    assert done.returncode == 1
    lines = done.stdout.splitlines()
    [at] = [at for at, line in enumerate(lines) if b"\\u044f" in line]  # a group in Cyrillic
    assert lines[at][lines[at + 1].index(b"^") :].startswith(b"uk/tides")


def test_the_schema_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    schema = json.loads(capsys.readouterr().out)

    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "navigation" in schema["properties"]


def test_the_settings_have_a_schema_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--settings"]) == 0
    schema = json.loads(capsys.readouterr().out)

    assert "missing-page" in schema["properties"]["rules"]["properties"]


@pytest.mark.parametrize(
    ("option", "title"),
    [("--report", "docs-lsp check --format json"), ("--baseline", "docs-lsp-baseline.json")],
)
def test_what_is_written_has_a_schema(
    option: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schema", option]) == 0
    schema = json.loads(capsys.readouterr().out)

    assert schema["title"] == title


@pytest.mark.parametrize("site", ["plain", "broken", "languages"])
def test_check_imports_neither_the_protocol_nor_pydantic(sites: Path, site: str) -> None:
    loaded = loaded_after(
        f"from docs_lsp.cli import main\nmain(['check', {str(sites / site)!r}, '--quiet'])"
    )

    assert "docs_lsp" in loaded
    assert not loaded & HEAVY


def test_a_check_of_a_plain_page_imports_only_what_it_needs(tmp_path: Path) -> None:
    tmp_path.joinpath("docs.json").write_text(
        '{"name": "Harbour", "theme": "mint", "colors": {"primary": "#123456"},'
        ' "navigation": {"pages": ["tides"]}}'
    )
    tmp_path.joinpath("tides.mdx").write_text("---\ntitle: Tides\n---\nThe tide is high at noon.\n")
    program = f"""
import sys
from docs_lsp.cli import main
assert main(["check", {str(tmp_path)!r}, "--quiet"]) == 0
print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    # The parsers of pages, comparisons, lists that keep themselves and the cache of large sites.
    unneeded = (
        *("docs_lsp.mdx.reading", "docs_lsp.mdx.blocks", "docs_lsp.comparison"),
        *("docs_lsp.site.sync", "docs_lsp.site.mdx.page_body_cache", "pickle", "hashlib"),
    )

    imported = done.stdout.split()
    assert "docs_lsp.rules.missing_page" in imported
    assert [module for module in unneeded if module in imported] == []


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "junit"])
def test_a_form_costs_no_import_of_another(sites: Path, form: str) -> None:
    arguments = ["check", str(sites / "broken"), "--format", form]
    program = f"""
import contextlib, io
from docs_lsp.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    main({arguments!r})
names = (name.rpartition('.')[2] for name in sys.modules if name.startswith('docs_lsp.cli.output.'))
print(*{{*names}})
"""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    forms = set(done.stdout.split()) & {"text", "json", "sarif", "github", "junit"}

    assert forms == {form}


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0:2087", "192.168.1.5:2087", "example.com:1", "2087", "localhost:99999", ":x"],
)
def test_only_this_machine_may_connect(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "--tcp", address]) == 2
    assert capsys.readouterr().err.startswith("docs-lsp: `")
