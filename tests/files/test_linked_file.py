"""The settings of a site may be a link, as long as the file stays in the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles, FileFault
from docs_lsp.files.linked_file import read_file_or_link


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The folder of a site in a repository with a file beside it, which is not in the site."""
    folder = tmp_path / "repository/docs"
    folder.mkdir(parents=True)
    (tmp_path / "repository/shared.toml").write_text("a = 1\n")
    (tmp_path / "outside.toml").write_text("a = 2\n")
    return folder


@pytest.mark.parametrize(
    ("target", "has_repository", "expected"),
    [
        ("../shared.toml", True, b"a = 1\n"),
        ("../shared.toml", False, "a file outside the site, so it is not read"),
        ("../../outside.toml", True, "a file outside the git repository, so it is not read"),
        ("../missing.toml", True, "a file that does not exist"),
    ],
)
def test_link(site: Path, target: str, has_repository: bool, expected: bytes | str) -> None:
    if has_repository:
        (site.parent / ".git").mkdir()
    (site / "docs-lsp.toml").symlink_to(target)
    if isinstance(expected, bytes):
        assert read_file_or_link(DiskFiles(site), "docs-lsp.toml") == expected
        return
    with pytest.raises(FileFault, match=expected):
        read_file_or_link(DiskFiles(site), "docs-lsp.toml")


def test_plain_file_and_none(site: Path) -> None:
    assert read_file_or_link(DiskFiles(site), "docs-lsp.toml") is None
    (site / "docs-lsp.toml").write_text("a = 3\n")
    assert read_file_or_link(DiskFiles(site), "docs-lsp.toml") == b"a = 3\n"
