"""Files that are not read again, because they are certainly what they were; and all others, which
are."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.files.files import DiskFiles, FileInfo, MemoryFiles
from docs_lsp.site.mdx import contents, page_body_cache
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.mdx.contents import ReadingOptions, read_contents
from docs_lsp.site.mdx.page_body_cache import PageBodyCache
from docs_lsp.site.specifications.facts import scan_site

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files have no numbers in lists there")
NAMES = ("a.mdx", "b.mdx", "c/d.mdx", "plain.mdx")
SHORT = 20_000_000
"""Nanoseconds for which files rest here; no system that tests run on has coarser times."""


@pytest.fixture(autouse=True, scope="module")
def cache() -> Iterator[None]:
    """An empty folder for what is kept, in which the smallest site is worth keeping."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("DOCS_LSP_CACHE", f"{folder}/cache")
        patch.setattr(contents, "LEAST_CACHED", 1)
        patch.setattr(page_body_cache, "LEAST_SETTLED", 1)
        patch.setattr(page_body_cache, "RESTING", SHORT)
        yield


def _write(file: Path, number: int) -> None:
    file.parent.mkdir(exist_ok=True)
    links = "" if file.name == "plain.mdx" else f"# Part {number % 10}\n\n[x](/to-{number % 10})\n"
    file.write_text(f"---\ntitle: {number % 10}\n---\n{links}")


def _rest() -> None:
    time.sleep(2 * SHORT / 1e9)


def _keep_times(file: Path, number: int) -> None:
    before = file.stat()
    _write(file, number)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _write_of_tomorrow(file: Path, number: int) -> None:
    _write(file, number)
    tomorrow = time.time_ns() // 10**15 * 10**15 + 10**15
    os.utime(file, ns=(tomorrow, tomorrow))


def _replace(file: Path, number: int) -> None:
    other = file.with_name("other.txt")
    _write(other, number)
    shutil.copystat(file, other)
    other.replace(file)


def _swap(file: Path, _: int) -> None:
    other = file.parent / "b.mdx" if file.name == "a.mdx" else file.parent / "a.mdx"
    if other.is_file():
        file.replace(file.with_name("third.txt"))
        other.replace(file)
        file.with_name("third.txt").replace(other)


def _remove(file: Path, _: int) -> None:
    file.unlink()


def _leave(_file: Path, _: int) -> None:
    pass


CHANGES = (_write, _keep_times, _write_of_tomorrow, _replace, _swap, _remove, _leave)


def _read(root: Path) -> Mapping[str, PageContent]:
    """The pages of a site, as a check reads and keeps them."""
    files = DiskFiles(root, at_once=True)
    bodies = PageBodyCache(root)
    contents = read_contents(
        scan_site(files), files, ReadingOptions(bodies.read_page, recall=bodies.recall)
    )
    bodies.save(contents)
    return contents


def _said(page: PageContent) -> object:
    return (
        page.fields,
        list(page.links),
        page.anchor_texts.list_heading_ids(),
        page.is_empty,
        page.imports,
    )


def _fresh(root: Path) -> dict[str, object]:
    there = [name for name in NAMES if (root / name).is_file()]
    return {name: _said(read_page((root / name).read_bytes(), name)) for name in there}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(CHANGES), st.sampled_from(NAMES), st.integers(0, 9), st.booleans()
        ),
        max_size=6,
    )
)
def test_every_change_is_seen(
    changes: list[tuple[Callable[[Path, int], None], str, int, bool]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for name in NAMES:
            _write(root / name, 0)
        _rest()
        _read(root)
        for change, name, number, rests in changes:
            if (root / name).is_file():
                change(root / name, number)
            else:
                _write(root / name, number)
            if rests:
                _rest()
            assert {name: _said(page) for name, page in _read(root).items()} == _fresh(root)


READ = DiskFiles.read


def _refuse(files: DiskFiles, path: str) -> bytes:
    if path in NAMES:
        raise AssertionError(f"{path} is read")
    return READ(files, path)


def test_a_file_that_rests_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES:
        _write(tmp_path / name, 1)
    _rest()
    _read(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(DiskFiles, "read", _refuse)
        again = _read(tmp_path)
        assert set(again) == set(NAMES)
    assert {name: _said(page) for name, page in again.items()} == _fresh(tmp_path)
    assert again["a.mdx"].reread_bytes() == (tmp_path / "a.mdx").read_bytes()


def test_a_file_that_has_just_changed_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_body_cache, "RESTING", 3_600_000_000_000)
    _write(tmp_path / "a.mdx", 1)
    _read(tmp_path)
    monkeypatch.setattr(DiskFiles, "read", _refuse)
    with pytest.raises(AssertionError):
        _read(tmp_path)


def test_a_file_without_a_number_is_always_read() -> None:
    files = MemoryFiles({"a.mdx": "# A\n"})
    root = Path("/nowhere")
    for _ in range(2):
        bodies = PageBodyCache(root)
        assert bodies.recall(FileInfo("a.mdx", 4, 0)) is None
        bodies.save(read_contents(scan_site(files), files, ReadingOptions(bodies.read_page)))


def test_what_cannot_be_read_as_a_page_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.mdx").write_text("---\ntitle: [\n---\n# A\n")
    (tmp_path / "b.mdx").write_bytes(b"---\ntitle: \xff\n---\n")
    _rest()
    before = [(page.fault, page.fields) for page in _read(tmp_path).values()]
    assert [(page.fault, page.fields) for page in _read(tmp_path).values()] == before
