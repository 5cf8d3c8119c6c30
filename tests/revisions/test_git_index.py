"""What git has noted of files, held against what is in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from hashlib import sha1
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docs_lsp.files.files import DiskFiles, FileVersion, pack_version, unpack_version
from docs_lsp.revisions.content_names import hash_as_blob
from docs_lsp.revisions.git_index import find_unchanged_files
from docs_lsp.revisions.repository import Repository

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

NAMES = ("a.mdx", "b.mdx", "deep/a.mdx", "deep/er/c.mdx", "ö.mdx")
TEXTS = ("one\n", "two\n", "three\n", "four\r\n")
VERSIONS = ("2", "4")
"""Of the format of the index: paths are whole, or begin as the one before."""


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def later(folder: Path) -> None:
    """Let the index be written a moment after all files: none of them is in doubt then."""
    index = folder / ".git" / "index"
    moment = index.stat().st_mtime_ns + 60_000_000_000
    os.utime(index, ns=(moment, moment))


def repository_with(folder: Path, files: Mapping[str, str]) -> None:
    git(folder, "init", "-q", "-b", "main")
    write(folder, files)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "m")
    later(folder)


def write(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())


def versions(folder: Path) -> dict[str, FileVersion]:
    return {info.path: info.version for info in DiskFiles(folder).walk()}


def noted(folder: Path) -> dict[str, bytes]:
    """The names of contents by path, as far as they are certain."""
    found = find_unchanged_files(folder / ".git" / "index", "", versions(folder))
    return {path: one[0] for path, one in found.items()}


@pytest.mark.parametrize("version", VERSIONS)
def test_what_lies_there_as_it_was_noted_is_certain(tmp_path: Path, version: str) -> None:
    repository_with(tmp_path, dict.fromkeys(NAMES, "x"))
    git(tmp_path, "update-index", "--index-version", version)
    later(tmp_path)
    write(tmp_path, {"a.mdx": "y", "new.mdx": "z"})

    assert noted(tmp_path) == dict.fromkeys(NAMES[1:], hash_as_blob(b"x"))


def test_files_of_a_folder_go_by_their_paths_from_there(tmp_path: Path) -> None:
    repository_with(tmp_path, {"a.mdx": "x", "docs/a.mdx": "y", "docs2/a.mdx": "z"})
    index = tmp_path / ".git" / "index"

    found = find_unchanged_files(index, "docs/", versions(tmp_path / "docs"))

    assert {path: one[0] for path, one in found.items()} == {"a.mdx": hash_as_blob(b"y")}


def test_what_changed_as_the_index_was_written_is_not_certain(tmp_path: Path) -> None:
    repository_with(tmp_path, {"a.mdx": "x"})
    _, changed, _ = unpack_version(versions(tmp_path)["a.mdx"])
    for moment, expected in ((changed - 1, set()), (changed, set()), (changed + 1, {"a.mdx"})):
        os.utime(tmp_path / ".git" / "index", ns=(moment, moment))
        assert noted(tmp_path).keys() == expected


def test_a_revision_tells_of_a_file_as_the_folder_does(tmp_path: Path) -> None:
    repository_with(tmp_path, {"a.mdx": "x", "b.mdx": "x", "docs/c.mdx": "x"})
    write(tmp_path, {"b.mdx": "y"})
    for folder, expected in ((tmp_path, {"a.mdx", "docs/c.mdx"}), (tmp_path / "docs", {"c.mdx"})):
        now = versions(folder)
        with Repository(folder) as repository:
            files = repository.open_files(repository.require_revision("HEAD"), now)
            told = {info.path: info.version for info in files.walk() if info.mtime_ns >= 0}
        assert told == {path: now[path] for path in expected}


@st.composite
def steps(draw: st.DrawFn) -> tuple[str, ...]:
    """Something that happens to a work tree, as a word and what it is about."""
    kind = draw(st.sampled_from(("write", "write", "delete", "move", "stage", "commit", "link")))
    return kind, draw(st.sampled_from(NAMES)), draw(st.sampled_from((*NAMES, *TEXTS)))


def take(folder: Path, step: tuple[str, ...]) -> None:
    kind, name, other = step
    path = folder / name
    if kind == "stage":
        git(folder, "add", "-A")
    elif kind == "commit":
        git(folder, "commit", "-qam", "m", "--allow-empty")
    elif kind == "write" and other in TEXTS:
        if path.is_symlink():
            path.unlink()
        write(folder, {name: other})
    elif kind == "delete":
        path.unlink(missing_ok=True)
    elif kind == "move" and other in NAMES and path.exists():
        (folder / other).parent.mkdir(parents=True, exist_ok=True)
        path.replace(folder / other)
    elif kind == "link" and other in NAMES and path.parent == folder:
        path.unlink(missing_ok=True)
        path.symlink_to(other)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(TEXTS), min_size=1),
    st.lists(steps(), max_size=8),
    st.booleans(),
)
def test_what_is_told_to_be_the_same_holds_the_same(
    files: dict[str, str], work: list[tuple[str, ...]], is_later: bool
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        repository_with(folder, files)
        for step in work:
            take(folder, step)
        if is_later:
            git(folder, "status")
        disk = DiskFiles(folder)
        with Repository(folder) as repository:
            for revision in ("HEAD", "main"):
                then = repository.open_files(
                    repository.require_revision(revision), versions(folder)
                )
                plain = repository.open_files(repository.require_revision(revision))
                told = list(then.walk())
                assert [one.path for one in told] == [one.path for one in plain.walk()]
                assert [one.size for one in told] == [one.size for one in plain.walk()]
                for info in told:
                    if info.mtime_ns >= 0:
                        assert disk.read(info.path) == then.read(info.path)


def test_an_index_that_is_none_says_nothing(tmp_path: Path) -> None:
    repository_with(tmp_path, {"a.mdx": "x"})
    index = tmp_path / ".git" / "index"
    data = index.read_bytes()
    assert noted(tmp_path)

    for damaged in (b"", b"DIRC", data[:-1], data + b"x", data[:30] + b"x" + data[31:], b"x" * 99):
        index.write_bytes(damaged)
        later(tmp_path)
        assert noted(tmp_path) == {}
    index.unlink()
    assert noted(tmp_path) == {}
    index.symlink_to(tmp_path / "a.mdx")
    assert noted(tmp_path) == {}
    index.unlink()
    os.mkfifo(index)
    assert noted(tmp_path) == {}


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.sampled_from((0, 2, 3, 4, 9)), st.integers(0, 2**32 - 1))
def test_an_index_may_hold_anything(data: bytes, version: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        index = Path(name) / "index"
        head = b"DIRC" + version.to_bytes(4, "big") + count.to_bytes(4, "big")
        index.write_bytes(head + data + sha1(head + data, usedforsecurity=False).digest())
        assert find_unchanged_files(index, "", {"a.mdx": pack_version(1, 1, 1)}) == {}


def test_paths_that_grow_are_not_followed(tmp_path: Path) -> None:
    # Each entry begins as the one before it and adds a byte: the first is long already.
    entry = bytes(40 + 20 + 2)
    names = [b"\0" + b"x" * 5_000 + b"\0", *[b"\0y\0"] * 1_000]
    body = b"".join(entry + name for name in names)
    head = b"DIRC" + (4).to_bytes(4, "big") + len(names).to_bytes(4, "big")
    index = tmp_path / "index"
    index.write_bytes(head + body + bytes(20))

    assert find_unchanged_files(index, "", {"a.mdx": pack_version(0, 0, 0)}) == {}
