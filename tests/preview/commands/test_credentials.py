"""`mcp-preview credentials`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_preview.cli import main
from mcp_preview.store.opening import compute_site_key, open_store


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "docs.json").write_text('{"name": "Docs"}', "utf-8")
    return folder


def credentials(site: Path, action: str, *arguments: str) -> int:
    return main(["credentials", action, "--site", str(site), *arguments])


def created(site: Path, label: str, output: pytest.CaptureFixture[str]) -> dict[str, str]:
    assert credentials(site, "create", "--label", label, "--format", "json") == 0
    made: dict[str, str] = json.loads(output.readouterr().out)
    return made


def listed(site: Path, output: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert credentials(site, "list", "--format", "json") == 0
    told: list[dict[str, Any]] = json.loads(output.readouterr().out)["credentials"]
    return told


def test_what_is_created_is_listed_without_its_secret(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = created(site, "nightly build", capsys)
    (shown,) = listed(site, capsys)

    assert set(made) == {"client_id", "client_secret"}
    assert set(shown) == {"client_id", "label", "created"}
    assert (shown["client_id"], shown["label"]) == (made["client_id"], "nightly build")


def test_the_secret_is_the_one_that_the_store_takes(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = created(site, "a", capsys)
    store = open_store(None, compute_site_key(site))

    given = (made["client_id"], made["client_secret"])
    assert store.check_secret(*given, 0, address="::1").is_right
    store.close()


def test_people_read_it_as_well(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert credentials(site, "list") == 0
    assert capsys.readouterr().out == "This site has no client credentials.\n"

    assert credentials(site, "create", "--label", "nightly build") == 0
    first, second, *rest = capsys.readouterr().out.splitlines()
    assert [first.split()[0], second.split()[0]] == ["client_id", "client_secret"]
    assert rest == ["", "Save the secret now, and keep it like a password: it is not shown again."]

    assert credentials(site, "list") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{first.split()[1]}  20")
    assert line.endswith("  nightly build")


def test_what_is_deleted_is_gone(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, kept = created(site, "a", capsys), created(site, "b", capsys)

    assert credentials(site, "delete", made["client_id"]) == 0
    assert capsys.readouterr().out == "Deleted. Its tokens are revoked.\n"
    assert [each["client_id"] for each in listed(site, capsys)] == [kept["client_id"]]

    assert credentials(site, "delete", made["client_id"]) == 2
    assert "has no such client credential" in capsys.readouterr().err


def test_each_site_has_its_own(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "docs.json").write_text("{}", "utf-8")
    made = created(site, "a", capsys)

    assert listed(other, capsys) == []
    assert credentials(other, "delete", made["client_id"]) == 2
    assert len(listed(site, capsys)) == 1


def test_a_site_is_found_however_its_folder_is_named(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    created(site, "a", capsys)
    link = site.with_name("link")
    link.symlink_to(site)
    monkeypatch.chdir(site)

    assert len(listed(link, capsys)) == 1
    assert len(listed(Path(), capsys)) == 1


@pytest.mark.parametrize("label", ["", "  ", "a" * 101, "two\nlines", "\x1b[31mred"])
def test_a_label_that_is_none_is_refused(
    site: Path, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert credentials(site, "create", "--label", label) == 2
    assert capsys.readouterr().err.startswith("mcp-preview: a ")
    assert listed(site, capsys) == []


def test_where_the_folder_cannot_be_written_the_option_is_named(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.with_name("state").write_text("a file where a folder should be", "utf-8")

    assert credentials(site, "create", "--label", "a") == 2
    fault = capsys.readouterr().err
    assert "cannot be written" in fault
    assert fault.endswith(" Choose another store with `--store URL`.\n")


def test_another_place_can_be_named(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--store", f"sqlite:///{tmp_path}/own.db")

    assert credentials(site, "create", "--label", "there", *place) == 0
    capsys.readouterr()
    assert listed(site, capsys) == []
    assert credentials(site, "list", *place) == 0
    assert "there" in capsys.readouterr().out


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:seCret@127.0.0.1:1/docs",
        "postgresql://user:seCret@127.0.0.1:port/docs",
        "postgresql://user:seC/ret@127.0.0.1/docs",
        "postgresql://127.0.0.1:1/docs?password=seCret",
        "postgresql://user:seCret@127.0.0.1",
        "mysql://user:seCret@127.0.0.1/docs",
        "sqlite://user:seCret@127.0.0.1/docs",
        "seCret",
        "",
    ],
)
def test_a_password_is_not_repeated(
    site: Path, url: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    assert credentials(site, "list", "--store", url) == 2
    output = capsys.readouterr()
    assert output.err.startswith("mcp-preview: ")
    assert "Traceback" not in output.err
    assert "seC" not in output.err + output.out + caplog.text


def test_replicas_share_what_belongs_to_their_address(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "replica"
    other.mkdir()
    (other / "docs.json").write_text("{}", "utf-8")
    shared = (
        *("--store", f"sqlite:///{tmp_path}/shared.db"),
        *("--public-url", "https://docs.example/"),
    )

    assert credentials(site, "create", "--label", "one", *shared) == 0
    capsys.readouterr()
    assert credentials(other, "list", *shared[:3], "https://docs.example") == 0
    assert capsys.readouterr().out.endswith("  one\n")


def test_no_store_and_no_template_is_imported_until_it_is_needed() -> None:
    """They take most of a second, and most commands need none of them."""
    script = """
import sys
import mcp_preview.cli, mcp_preview.commands.serve, mcp_preview.store.records
late = ("sqlalchemy", "alembic", "argon2", "psycopg", "jinja2")
print([name for name in late if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"
