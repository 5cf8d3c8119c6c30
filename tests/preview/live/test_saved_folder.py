"""What is kept between two runs is whole, or it is not there."""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from docs_lsp.cache.limits import MOST_DAYS
from mcp_preview.live import saved_folder
from mcp_preview.live.saved_folder import SavedFolder


def kept(home: Path, **files: str) -> None:
    """Keep some files, in a run of its own."""
    folder = SavedFolder(home, "harbour")
    folder.clear()
    for name, text in files.items():
        (folder.path / "inner").mkdir(exist_ok=True)
        (folder.path / "inner" / name).write_text(text, "utf-8")
    assert folder.save_copy()
    folder.remove_copy()


def found(home: Path, name: str = "harbour") -> dict[str, str]:
    folder = SavedFolder(home, name)
    files = (path for path in folder.path.rglob("*") if path.is_file())
    content = {path.relative_to(folder.path).as_posix(): path.read_text("utf-8") for path in files}
    assert folder.is_restored is bool(content)
    folder.remove_copy()
    return content


def only(home: Path, pattern: str) -> Path:
    (path,) = home.glob(f"*/kept-*/{pattern}")
    return path


def test_what_is_kept_is_there_the_next_time(tmp_path: Path) -> None:
    assert found(tmp_path) == {}
    kept(tmp_path, a="1", b="2")

    assert found(tmp_path) == {"inner/a": "1", "inner/b": "2"}
    assert found(tmp_path, "elsewhere") == {}


def test_the_last_one_counts_and_no_other_stays(tmp_path: Path) -> None:
    kept(tmp_path, a="1")
    kept(tmp_path, a="2")

    assert found(tmp_path) == {"inner/a": "2"}
    assert len(list(tmp_path.glob("*/*"))) == 1


@pytest.mark.parametrize("damage", [b"", b"x", b"11", None])
@pytest.mark.parametrize("name", ["inner/a", "parts.json"])
def test_what_is_damaged_is_not_used(tmp_path: Path, name: str, damage: bytes | None) -> None:
    kept(tmp_path, a="1")
    file = only(tmp_path, name)
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)

    assert found(tmp_path) == {}
    kept(tmp_path, a="2")
    assert found(tmp_path) == {"inner/a": "2"}


def test_a_file_more_is_damage(tmp_path: Path) -> None:
    kept(tmp_path, a="1")
    only(tmp_path, "inner/a").with_name("z").write_text("1")

    assert found(tmp_path) == {}


def test_two_runs_at_once_do_not_meet(tmp_path: Path) -> None:
    kept(tmp_path, a="1")
    one, other = SavedFolder(tmp_path, "harbour"), SavedFolder(tmp_path, "harbour")
    for number, folder in enumerate((one, other)):
        (folder.path / "inner" / "a").unlink()
        (folder.path / "inner" / "a").write_text(f"changed {number}")

    assert (one.path / "inner" / "a").read_text() == "changed 0"
    assert one.save_copy() and other.save_copy()
    assert found(tmp_path) == {"inner/a": "changed 1"}
    one.remove_copy()
    other.remove_copy()


@pytest.mark.skipif(sys.platform == "win32", reason="there the age of a folder tells")
def test_what_a_killed_run_has_left_is_removed(tmp_path: Path) -> None:
    place = SavedFolder(tmp_path, "harbour").path
    dead = place.with_name("work-4194999-abc")
    dead.mkdir()

    SavedFolder(tmp_path, "harbour").remove_copy()

    assert not dead.exists()
    assert place.exists()


def test_what_nobody_has_used_for_long_is_removed(tmp_path: Path) -> None:
    kept(tmp_path, a="1")
    old = next(tmp_path.glob("*/kept-*"))
    long_ago = time.time() - (MOST_DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))

    other = SavedFolder(tmp_path, "quay")
    (other.path / "b").write_text("2")
    other.save_copy()

    assert not old.exists()


def test_what_is_too_much_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path, a="1" * 100)
    monkeypatch.setattr(saved_folder, "MOST_INDEX_BYTES", 50)

    other = SavedFolder(tmp_path, "quay")
    (other.path / "b").write_text("2")
    other.save_copy()

    assert found(tmp_path) == {}
    assert found(tmp_path, "quay") == {"b": "2"}


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_nobody_else_can_read_any_of_it(tmp_path: Path) -> None:
    kept(tmp_path, a="1")

    modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*") if path.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*/kept-*")} == {0o700}
