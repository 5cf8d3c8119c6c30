"""Which docs.json files are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.files.discover import find_enclosing_site, find_sites


def plant(root: Path, *files: str) -> None:
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}", "utf-8")


def found(root: Path) -> list[str]:
    return [site.relative_to(root).as_posix() for site in find_sites(root)]


def test_sites_are_found_at_any_depth_and_inside_each_other(tmp_path: Path) -> None:
    plant(tmp_path, "docs.json", "b/docs/docs.json", "a/docs.json", "a/old.json", "my-docs.json")

    assert found(tmp_path) == ["a/docs.json", "b/docs/docs.json", "docs.json"]


def test_installed_and_hidden_folders_are_left_alone(tmp_path: Path) -> None:
    plant(tmp_path, "node_modules/x/docs.json", ".git/docs.json", "a/.cache/docs.json")

    assert found(tmp_path) == []


def test_a_hidden_folder_that_is_asked_for_is_searched(tmp_path: Path) -> None:
    plant(tmp_path, ".hidden/docs.json")

    assert len(find_sites(tmp_path / ".hidden")) == 1


def test_a_folder_named_docs_json_is_only_a_folder(tmp_path: Path) -> None:
    plant(tmp_path, "docs.json/docs.json")

    assert found(tmp_path) == ["docs.json/docs.json"]


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    plant(tmp_path, "a/docs.json")
    (tmp_path / "a/again").symlink_to(tmp_path, target_is_directory=True)

    assert found(tmp_path) == ["a/docs.json"]


def test_a_folder_that_cannot_be_listed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("os.scandir", refuse)
    told: list[OSError] = []

    assert find_sites(tmp_path, told.append) == []
    assert [error.strerror for error in told] == ["Permission denied"]


def test_the_site_around_a_folder(tmp_path: Path) -> None:
    plant(tmp_path, "docs.json", "guides/deep/a.mdx")

    assert find_enclosing_site(tmp_path / "guides/deep") == tmp_path
