"""Reading and listing files, wherever they are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from docs_lsp.files import files, walk
from docs_lsp.files.files import (
    BufferedFiles,
    CachedFiles,
    DiskFiles,
    FileFault,
    FileInfo,
    Files,
    MemoryFiles,
    escape_path,
    pack_version,
    read_text,
    unpack_version,
)

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="Windows forbids such files")


def plant(root: Path, content: dict[str, str]) -> DiskFiles:
    for path, text in content.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return DiskFiles(root)


def fault(site: Files, path: str) -> str:
    with pytest.raises(FileFault) as caught:
        site.read(path)
    assert not site.exists(path)
    return str(caught.value)


CONTENT = {"docs.json": "{}", "guides/start.mdx": "# Start", "guides/deep/é ü.md": "x"}


@pytest.mark.parametrize("kind", ["disk", "at once", "memory", "overlay", "read once"])
def test_all_kinds_of_files_answer_alike(tmp_path: Path, kind: str) -> None:
    site: Files = MemoryFiles(CONTENT) if kind == "memory" else plant(tmp_path, CONTENT)
    if kind == "overlay":
        site = BufferedFiles(site, {})
    if kind == "read once":
        site = CachedFiles(site)
    if kind == "at once":
        site = DiskFiles(tmp_path, at_once=True)

    assert sorted(site.paths()) == sorted(CONTENT)
    assert {info.path: info.size for info in site.walk()} == {
        path: len(text.encode()) for path, text in CONTENT.items()
    }
    assert site.read("guides/start.mdx") == b"# Start"
    assert site.exists("docs.json")
    assert not site.exists("guides")
    assert not site.exists("none.mdx")
    assert fault(site, "none.mdx") == "`none.mdx` does not exist."
    assert fault(site, "none.mdx") == "`none.mdx` does not exist."
    assert site.read("guides/start.mdx") == b"# Start"


def test_who_looks_at_once_lists_the_files_once(tmp_path: Path) -> None:
    plant(tmp_path, CONTENT)
    once, again = DiskFiles(tmp_path, at_once=True), DiskFiles(tmp_path)
    first = [*once.walk()]
    assert first == [*again.walk()]
    plant(tmp_path, {"new.mdx": ""})

    assert [*once.walk()] == first
    assert [*once.paths()] == [info.path for info in first]
    assert "new.mdx" in [*again.paths()]


def test_a_file_that_cannot_be_read_has_an_empty_text() -> None:
    site = MemoryFiles(CONTENT)

    assert read_text(site, "guides/start.mdx").data == b"# Start"
    assert read_text(site, "none.mdx").data == b""


def test_git_and_node_folders_are_never_entered(tmp_path: Path) -> None:
    site = plant(tmp_path, {"a.mdx": "", ".git/b.mdx": "", "x/node_modules/c.mdx": "", ".d/e": ""})

    assert sorted(site.paths()) == [".d/e", "a.mdx"]


def test_a_site_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    site = DiskFiles(tmp_path / "none")

    assert list(site.walk()) == []
    assert "does not exist" in fault(site, "docs.json")


def test_a_folder_named_like_a_file_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "docs.json").mkdir()

    assert "is a folder" in fault(DiskFiles(tmp_path), "docs.json")


def test_a_file_used_as_a_folder_does_not_exist(tmp_path: Path) -> None:
    assert "does not exist" in fault(plant(tmp_path, CONTENT), "docs.json/x")


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of root, who may read everything."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@posix_only
def test_a_file_without_permission_is_said_so() -> None:
    with TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        root = Path(folder)
        root.chmod(0o755)
        site = plant(root, {"a.mdx": "x", "closed/b.mdx": "x"})
        (root / "a.mdx").chmod(0)
        (root / "closed").chmod(0)
        with nobody():
            with pytest.raises(FileFault, match="permission denied"):
                site.read("a.mdx")
            assert list(site.paths()) == ["a.mdx"]
        (root / "closed").chmod(0o700)


def test_a_refusal_of_the_system_becomes_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = plant(tmp_path, CONTENT)

    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(files, "FileIO", refuse)
    with pytest.raises(FileFault) as caught:
        site.read("docs.json")
    assert str(caught.value) == (
        "`docs.json` cannot be read: permission denied. Change its permissions."
    )


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "big.json").open("wb") as file:
        file.truncate(files.MAX_FILE_SIZE + 1)
    site = DiskFiles(tmp_path)

    with pytest.raises(FileFault, match="is 50MB; files over 50 MB are not read"):
        site.read("big.json")
    assert site.exists("big.json")


@pytest.mark.parametrize(
    "path", ["../secret", "a/../../secret", "/etc/passwd", "", "..", "a\0b", "x" * 5000]
)
def test_paths_that_leave_the_site_or_make_no_sense_are_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret").write_text("no", "utf-8")
    (tmp_path / "site" / "a").mkdir(parents=True)

    fault(DiskFiles(tmp_path / "site"), path)


def test_dots_within_the_site_are_fine(tmp_path: Path) -> None:
    assert plant(tmp_path, CONTENT).read("guides/../docs.json") == b"{}"


@posix_only
class TestLinks:
    def test_a_link_out_of_the_site_is_refused_and_not_listed(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        plant(outside, {"secret.mdx": "no"})
        site = plant(tmp_path / "site", {"a.mdx": ""})
        (tmp_path / "site" / "file.mdx").symlink_to(outside / "secret.mdx")
        (tmp_path / "site" / "folder").symlink_to(outside)

        assert list(site.paths()) == ["a.mdx"]
        assert "link to a file outside the site" in fault(site, "file.mdx")
        assert "link to a file outside the site" in fault(site, "folder/secret.mdx")

    def test_a_link_beside_a_file_that_has_been_read_is_refused_too(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        plant(outside, {"secret.mdx": "no", "b.mdx": "no"})
        plant(tmp_path / "site", {"x/a.mdx": "A", "a.mdx": ""})
        (tmp_path / "site" / "x" / "secret.mdx").symlink_to(outside / "secret.mdx")
        (tmp_path / "site" / "x" / "y").symlink_to(outside)
        site = DiskFiles(tmp_path / "site", at_once=True)

        assert site.read("x/a.mdx") == b"A"
        assert "link to a file outside the site" in fault(site, "x/secret.mdx")
        assert "link to a file outside the site" in fault(site, "x/y/b.mdx")
        assert "outside the site" in fault(site, "x/../../outside/b.mdx")

    def test_a_neighbour_whose_name_begins_like_the_site_is_outside(self, tmp_path: Path) -> None:
        plant(tmp_path / "site-old", {"a.mdx": ""})
        site = plant(tmp_path / "site", {})
        (tmp_path / "site").mkdir()
        (tmp_path / "site" / "old").symlink_to(tmp_path / "site-old")

        assert list(site.paths()) == []

    def test_links_within_the_site_are_followed(self, tmp_path: Path) -> None:
        site = plant(tmp_path, {"shared/a.mdx": "A"})
        (tmp_path / "en").symlink_to("shared")
        (tmp_path / "fr").symlink_to("shared")
        (tmp_path / "b.mdx").symlink_to("shared/a.mdx")

        assert sorted(site.paths()) == ["b.mdx", "en/a.mdx", "fr/a.mdx", "shared/a.mdx"]
        assert site.read("fr/a.mdx") == b"A"
        assert {info.size for info in site.walk()} == {1}

    def test_links_in_circles_end(self, tmp_path: Path) -> None:
        site = plant(tmp_path, {"x/a.mdx": "", "y/b.mdx": ""})
        (tmp_path / "self.mdx").symlink_to("self.mdx")
        (tmp_path / "x" / "up").symlink_to("..")
        (tmp_path / "x" / "other").symlink_to("../y")
        (tmp_path / "y" / "other").symlink_to("../x")

        listed = sorted(site.paths())

        assert {"x/a.mdx", "y/b.mdx", "x/other/b.mdx", "y/other/a.mdx"} <= set(listed)
        assert len(listed) == len(set(listed)) < 10
        fault(site, "self.mdx")

    def test_many_links_at_each_other_do_not_multiply_for_ever(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(walk, "_MAX_FOLLOWED_LINKS", 50)
        names = [f"f{number}" for number in range(8)]
        site = plant(tmp_path, {f"{name}/a.mdx": "" for name in names})
        for name in names:
            for other in names:
                (tmp_path / name / f"to-{other}").symlink_to(tmp_path / other)

        assert len(list(site.paths())) == len(names) + 50

    def test_a_broken_link_is_left_out(self, tmp_path: Path) -> None:
        site = plant(tmp_path, {"a.mdx": ""})
        (tmp_path / "b.mdx").symlink_to("gone.mdx")

        assert [info.path for info in site.walk()] == ["a.mdx"]
        assert "does not exist" in fault(site, "b.mdx")

    def test_a_root_that_is_a_link_is_the_folder_behind_it(self, tmp_path: Path) -> None:
        plant(tmp_path / "real", {"a.mdx": "x"})
        (tmp_path / "link").symlink_to("real")
        site = DiskFiles(tmp_path / "link")

        assert list(site.paths()) == ["a.mdx"]
        assert site.read("a.mdx") == b"x"
        assert site.to_site_path(str(tmp_path / "link" / "a.mdx")) == "a.mdx"
        assert site.to_site_path(str(tmp_path / "real" / "a.mdx")) == "a.mdx"

    def test_a_pipe_is_neither_listed_nor_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.mdx")
        site = DiskFiles(tmp_path)

        assert list(site.paths()) == []
        assert "not a regular file" in fault(site, "pipe.mdx")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_not_utf8_is_left_out(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/caf\xe9.mdx", "wb"):  # noqa: PTH123 - a name in bytes
        pass
    site = plant(tmp_path, {"a.mdx": ""})

    assert list(site.paths()) == ["a.mdx"]
    assert "`none\\udce9.mdx`" in fault(site, "none\udce9.mdx")


def test_shown_paths_can_always_be_sent() -> None:
    assert escape_path("a/é 文.mdx") == "a/é 文.mdx"
    assert escape_path("a\n\udce9\x1b.mdx") == "a\\n\\udce9\\x1b.mdx"


def test_a_path_of_the_disk_is_told_as_one_of_the_site(tmp_path: Path) -> None:
    site = DiskFiles(tmp_path)

    assert site.to_site_path(str(tmp_path / "a" / "b.mdx")) == "a/b.mdx"
    assert site.to_site_path(f"{tmp_path}-other/b.mdx") is None


class TestOverlay:
    def test_a_buffer_counts_before_the_file(self) -> None:
        site = BufferedFiles(MemoryFiles({"a.mdx": "saved", "b.mdx": "b"}), {"a.mdx": b"typed!"})

        assert site.read("a.mdx") == b"typed!"
        assert site.read("b.mdx") == b"b"
        assert sorted(site.walk()) == [FileInfo("a.mdx", 6, -1), FileInfo("b.mdx", 1, 0)]
        assert sorted(site.paths()) == ["a.mdx", "b.mdx"]

    def test_an_unsaved_buffer_is_a_file(self) -> None:
        site = BufferedFiles(MemoryFiles({}), {"new.mdx": b""})

        assert site.exists("new.mdx")
        assert site.read("new.mdx") == b""
        assert list(site.paths()) == ["new.mdx"]

    def test_an_overlay_shows_what_its_buffers_hold_now(self) -> None:
        buffers = {"a.mdx": b"1"}
        site = BufferedFiles(MemoryFiles({}), buffers)
        buffers["a.mdx"] = b"2"

        assert site.read("a.mdx") == b"2"

    def test_the_source_of_a_file_holds_no_other_buffer(self) -> None:
        base = MemoryFiles({"b.mdx": "b"})
        site = BufferedFiles(base, {"docs.json": b"{}", "a.mdx": b"typed"})

        assert site.get_source("b.mdx") is base
        source = site.get_source("a.mdx")
        assert source.read("a.mdx") == b"typed"
        assert not source.exists("docs.json")


@pytest.mark.skipif(sys.platform == "win32", reason="there it is the time of creation")
def test_a_file_that_another_of_its_size_and_age_replaces_is_another(tmp_path: Path) -> None:
    page = tmp_path / "page.mdx"
    page.write_text("old text")
    (before,) = DiskFiles(tmp_path).walk()
    times = (page.stat().st_atime_ns, page.stat().st_mtime_ns)
    other = tmp_path / "page.new"
    other.write_text("new text")
    os.utime(other, ns=times)
    other.replace(page)
    (after,) = DiskFiles(tmp_path).walk()
    assert (after.path, after.size) == (before.path, before.size)
    assert after.mtime_ns > before.mtime_ns


def test_a_version_tells_files_apart_whatever_numbers_a_disk_gives() -> None:
    size, time, number = 5, 1_700_000_000_000_000_000, 77
    versions = {
        pack_version(size, time, number),
        pack_version(size + 1, time, number),
        pack_version(size, time + 1, number),
        pack_version(size, time, number + 1),
        pack_version(size, -1, 0),
        pack_version(size, 1 << 64, 1 << 127),
    }

    assert len(versions) == 6
    assert unpack_version(pack_version(size, time, number)) == (size, time, number)
    assert unpack_version(FileInfo("a", size, time, number).version) == (size, time, number)
    assert FileInfo("a", 0, -1).version == files.NO_VERSION
