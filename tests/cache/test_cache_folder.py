"""What is kept of a site lies in a folder that is the user's alone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from docs_lsp.cache.folder import create_cache_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "own"))
    return tmp_path / "own"


def test_it_is_made_for_the_user_alone(cache: Path) -> None:
    assert create_cache_folder("indexes") == cache / "indexes"
    assert mode_of(cache / "indexes") == 0o700


def test_each_kind_has_its_own(cache: Path) -> None:
    assert create_cache_folder("indexes") != create_cache_folder("vectors")
    assert create_cache_folder("indexes") == create_cache_folder("indexes")


def test_it_lies_in_the_cache_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOCS_LSP_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")

    assert create_cache_folder("indexes") == tmp_path / "docs-lsp/indexes"


def test_a_relative_place_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_LSP_CACHE", "here")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")

    assert create_cache_folder("indexes") == tmp_path / "docs-lsp/indexes"


def test_what_others_could_do_is_taken_from_them(cache: Path) -> None:
    (cache / "indexes").mkdir(parents=True)
    (cache / "indexes").chmod(0o755)
    cache.chmod(0o777)

    create_cache_folder("indexes")

    assert mode_of(cache / "indexes") == 0o700
    assert mode_of(cache) == 0o755


def test_a_folder_that_lies_elsewhere_is_refused(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    cache.mkdir()
    (cache / "indexes").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match="not a folder"):
        create_cache_folder("indexes")


def test_a_folder_of_another_user_is_refused(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create_cache_folder("indexes")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)

    with pytest.raises(OSError, match="another user"):
        create_cache_folder("indexes")


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("DOCS_LSP_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", homeless)

    with pytest.raises(OSError, match="no home folder"):
        create_cache_folder("indexes")


def test_a_file_in_its_place_is_an_error(cache: Path) -> None:
    cache.write_text("not a folder")

    with pytest.raises(OSError, match="own"):
        create_cache_folder("indexes")
