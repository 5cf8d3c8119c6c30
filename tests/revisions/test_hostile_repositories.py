"""Repositories that lead elsewhere, hold too much, or are damaged."""

from __future__ import annotations

import stat
import struct
import zlib
from hashlib import sha1
from pathlib import Path

import pytest

from docs_lsp.files.files import MAX_FILE_SIZE, FileFault
from docs_lsp.revisions.fault import RevisionFault
from tests.revisions.history import FILE, History, opened

BLOB, DELTA = 3, 7


def test_a_git_file_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    victim, site = tmp_path / "victim", tmp_path / "site"
    victim.mkdir()
    History(victim).commit({"secret": "s"})
    site.mkdir()
    for target in ("../victim/.git", str(victim / ".git"), "nowhere", ""):
        (site / ".git").write_text(f"gitdir: {target}\n", "utf-8")
        with pytest.raises(RevisionFault, match="refers to a repository elsewhere"):
            opened(site)
    # Not even when it pretends to be a work tree that the other one does not know.
    own = victim / ".git" / "worktrees" / "mine"
    own.mkdir(parents=True)
    (own / "gitdir").write_text(f"{tmp_path}/other/.git\n", "utf-8")
    (own / "commondir").write_text("../..\n", "utf-8")
    (site / ".git").write_text(f"gitdir: {own}\n", "utf-8")
    with pytest.raises(RevisionFault, match="refers to a repository elsewhere"):
        opened(site)


@pytest.mark.parametrize("inside", ["", "objects", "refs"])
def test_a_link_out_of_the_repository_is_not_followed(tmp_path: Path, inside: str) -> None:
    victim, site = tmp_path / "victim", tmp_path / "site"
    for folder in (victim, site):
        folder.mkdir()
        History(folder).commit({"a": "1"})
    moved = site / ".git" / inside
    moved.rename(tmp_path / "moved")
    moved.symlink_to(victim / ".git" / inside)

    with pytest.raises(RevisionFault, match="not read"):
        opened(site)


def test_objects_that_are_borrowed_are_not_read(history: History, tmp_path: Path) -> None:
    history.commit({"a": "1"})
    alternates = tmp_path / ".git" / "objects" / "info" / "alternates"
    alternates.write_text("/somewhere/objects\n", "utf-8")

    with pytest.raises(RevisionFault, match="uses objects of another one"):
        opened(tmp_path)


def test_a_folder_without_a_repository_has_no_revisions(tmp_path: Path) -> None:
    with pytest.raises(RevisionFault, match="not in a git repository"):
        opened(tmp_path)


@pytest.mark.parametrize(("promise", "said"), [(True, "clone is partial"), (False, "git fsck")])
def test_a_missing_object_is_a_sentence(
    history: History, tmp_path: Path, promise: bool, said: str
) -> None:
    history.commit({"a": "1", "b/c": "2"})
    objects = tmp_path / ".git" / "objects"
    blob, folder = history.blob(b"1").decode(), history.tree({b"c": "2"}).decode()
    if promise:
        (objects / "pack" / "pack-1.promisor").write_bytes(b"")
    repository = opened(tmp_path)
    (objects / blob[:2] / blob[2:]).unlink()
    files = repository.open_files(repository.require_revision("HEAD"))
    with pytest.raises(RevisionFault, match=said):
        files.read("a")
    (objects / folder[:2] / folder[2:]).unlink()
    with pytest.raises(RevisionFault, match=said):
        list(files.paths())


def test_a_loose_object_that_swells_is_not_unpacked(history: History, tmp_path: Path) -> None:
    size = MAX_FILE_SIZE + 1_000
    data = b"blob %d\0" % size + bytes(size)
    name = sha1(data).hexdigest()
    place = tmp_path / ".git" / "objects" / name[:2] / name[2:]
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(zlib.compress(data))
    history.commit({"a": "1"})
    swollen(history, name.encode())
    repository = opened(tmp_path)
    files = repository.open_files(repository.require_revision("odd"))

    with pytest.raises((FileFault, RevisionFault)):
        files.read("big")


@pytest.mark.parametrize("copies", [20, 6_000])
def test_an_object_made_of_copies_is_bounded_before_it_is_made(
    history: History, tmp_path: Path, copies: int
) -> None:
    base = bytes(65_536)
    size = copies * len(base)
    delta = number(len(base)) + number(size) + b"\x80" * copies
    whole = sha1(b"blob %d\0" % size)
    for _ in range(copies):
        whole.update(base)
    based_on = sha1(b"blob %d\0" % len(base) + base).digest()
    write_pack(
        tmp_path / ".git" / "objects" / "pack",
        [(based_on, BLOB, b"", base), (whole.digest(), DELTA, based_on, delta)],
    )
    history.commit({"a": "1"})
    swollen(history, whole.hexdigest().encode())
    repository = opened(tmp_path)
    files = repository.open_files(repository.require_revision("odd"))

    [listed] = files.walk()
    assert (listed.size == size) or (listed.size > MAX_FILE_SIZE < size)
    if size <= MAX_FILE_SIZE:
        assert files.read("big") == bytes(size)
    else:
        with pytest.raises(FileFault, match="375 MB;"):
            files.read("big")


def test_objects_made_from_each_other_end(history: History, tmp_path: Path) -> None:
    one, other = b"\x01" * 20, b"\x02" * 20
    delta = number(1) + number(1) + b"\x01a"
    write_pack(
        tmp_path / ".git" / "objects" / "pack",
        [(one, DELTA, other, delta), (other, DELTA, one, delta)],
    )
    history.commit({"a": "1"})
    swollen(history, one.hex().encode())
    repository = opened(tmp_path)

    with pytest.raises(RevisionFault, match="delta of itself"):
        repository.open_files(repository.require_revision("odd")).read("big")


def test_folders_that_hold_each_other_many_times_end(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("docs_lsp.revisions.commit_files.MOST_FILES", 1_000)
    history.commit({"a": "1"})
    inner = history.repo[history.tree({b"leaf": "1"})]
    for _ in range(8):
        outer = history.repo[history.tree({})]
        for name in range(10):
            outer.add(b"%d" % name, stat.S_IFDIR, inner.id)
        history.repo.object_store.add_object(outer)
        inner = outer
    commit = history.repo[history.repo.head()]
    commit.tree = inner.id
    history.repo.object_store.add_object(commit)
    history.repo.refs[b"refs/heads/odd"] = commit.id
    repository = opened(tmp_path)
    files = repository.open_files(repository.require_revision("odd"))

    assert files.exists("1/2/3/4/5/6/7/8/leaf")
    with pytest.raises(RevisionFault, match="more than 1,000 files"):
        list(files.paths())


def swollen(history: History, name: bytes) -> None:
    """A branch whose file `big` is an object of this name."""
    tree = history.repo[history.tree({})]
    tree.add(b"big", FILE, name)
    history.repo.object_store.add_object(tree)
    commit = history.repo[history.repo.head()]
    commit.tree = tree.id
    history.repo.object_store.add_object(commit)
    history.repo.refs[b"refs/heads/odd"] = commit.id


def number(value: int) -> bytes:
    """A number as packs write it."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*found, value))


def write_pack(folder: Path, entries: list[tuple[bytes, int, bytes, bytes]]) -> None:
    """A pack with its index: of each entry its name, kind, what it is based on, and its data."""
    pack = bytearray(struct.pack(">4sLL", b"PACK", 2, len(entries)))
    offsets = {}
    for name, kind, base, data in entries:
        offsets[name] = len(pack)
        low, high = len(data) & 15, len(data) >> 4
        pack += bytes([kind << 4 | low | 0x80]) + number(high) + base + zlib.compress(data)
    pack += sha1(pack).digest()
    names = sorted(offsets)
    index = bytearray(b"\xfftOc" + struct.pack(">L", 2))
    for first in range(256):
        index += struct.pack(">L", sum(name[0] <= first for name in names))
    index += b"".join(names) + bytes(4 * len(names))
    index += b"".join(struct.pack(">L", offsets[name]) for name in names)
    index += pack[-20:]
    index += sha1(index).digest()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"pack-{'1' * 40}.pack").write_bytes(pack)
    (folder / f"pack-{'1' * 40}.idx").write_bytes(index)
