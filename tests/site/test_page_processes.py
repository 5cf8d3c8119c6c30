"""Reading pages in several processes comes to the same as reading them in one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles, FileVersion, MemoryFiles
from docs_lsp.site.mdx import page_processes
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.mdx.contents import Contents, ParallelReader, ReadingOptions, read_contents
from docs_lsp.site.mdx.page_processes import make_page_processes
from docs_lsp.site.specifications.facts import scan_site

PAGE = """---
title: Page {0}
---
import Fees from "/snippets/fees.mdx"

## Heading {0}

[a](/page-{0}) <Card href="/b" /> <Unknown> {{a}}
"""
PAGES = 12
HERE = os.getpid()
OPEN = Path("/proc/self/fd")


def _site(folder: Path) -> DiskFiles:
    for number in range(PAGES):
        (folder / f"page-{number}.mdx").write_text(PAGE.format(number), encoding="utf-8")
    (folder / "plain.mdx").write_text("Text.", encoding="utf-8")
    (folder / "broken.mdx").write_bytes(b"---\ntitle: @\n---\n\xff <5")
    (folder / "parts.jsx").write_text("export const A = () => <b/>", encoding="utf-8")
    return DiskFiles(folder, at_once=True)


def _told(contents: Contents) -> list[object]:
    """All that is known of pages, in their order."""
    return [
        (
            *(file, page.head, page.imports, page.is_empty, page.fault, page.version, page.fields),
            *(
                list(page.links),
                page.anchor_texts.list_heading_ids(),
                page.body.syntax,
                page.reread_bytes(),
            ),
        )
        for file, page in contents.items()
    ]


_OPTIONS = ReadingOptions(read_page)


def _read(files: DiskFiles, elsewhere: ParallelReader | None) -> Contents:
    return read_contents(scan_site(files), files, _OPTIONS, elsewhere)


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even a small site be worth several processes."""
    monkeypatch.setattr(page_processes, "_FORKED_SIZE", 1000)
    monkeypatch.setattr(page_processes, "_SPAWNED_SIZE", 10_000)
    monkeypatch.setattr(page_processes, "count_processors", lambda: 3)


@pytest.mark.usefixtures("small_shares")
def test_the_same_is_known_of_all_pages(tmp_path: Path) -> None:
    files = _site(tmp_path)
    assert _told(_read(files, make_page_processes(files, _OPTIONS))) == _told(_read(files, None))


@pytest.mark.usefixtures("small_shares")
def test_pages_are_taken_and_given_back(tmp_path: Path) -> None:
    files = _site(tmp_path)
    processes = make_page_processes(files, _OPTIONS)
    assert processes is not None
    infos = sorted(info for info in files.walk() if info.path.endswith(".mdx"))
    own = {one.path for one in processes.start_reading(infos)}
    assert processes.collect_pages().keys() == {one.path for one in infos} - own


def _dies_elsewhere(data: bytes, file: str, version: FileVersion) -> PageContent:
    if os.getpid() != HERE:
        os._exit(1)
    return read_page(data, file, version)


@pytest.mark.usefixtures("small_shares")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is not forked has no parent id")
def test_what_a_process_fails_to_read_is_read_here(tmp_path: Path) -> None:
    files = _site(tmp_path)
    options = ReadingOptions(_dies_elsewhere)
    processes = make_page_processes(files, options)
    contents = read_contents(scan_site(files), files, options, processes)
    assert _told(contents) == _told(_read(files, None))


@pytest.mark.usefixtures("small_shares")
def test_where_no_process_starts_all_is_read_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_processes, "start_process", lambda *_: None)
    monkeypatch.setattr(page_processes, "start_fork", lambda *_: None)
    files = _site(tmp_path)
    assert _told(_read(files, make_page_processes(files, _OPTIONS))) == _told(_read(files, None))


def test_a_small_site_is_read_in_one_process(tmp_path: Path) -> None:
    files = _site(tmp_path)
    processes = make_page_processes(files, _OPTIONS)
    infos = list(files.walk())
    assert processes is not None
    assert processes.start_reading(infos) == infos
    assert make_page_processes(MemoryFiles({}), _OPTIONS) is None


@pytest.mark.usefixtures("small_shares")
@pytest.mark.skipif(not OPEN.is_dir(), reason="open files are counted on Linux")
@pytest.mark.parametrize("is_wanted", [True, False])
def test_nothing_stays_open(tmp_path: Path, is_wanted: bool) -> None:
    files = _site(tmp_path)
    infos = sorted(info for info in files.walk() if info.path.endswith(".mdx"))
    _read(
        files, make_page_processes(files, _OPTIONS)
    )  # What is imported may open something for good.
    before = len([*OPEN.iterdir()])
    processes = make_page_processes(files, _OPTIONS)
    assert processes is not None
    own = processes.start_reading(infos)
    if is_wanted:
        assert len([*own]) + len(processes.collect_pages()) == len(infos)
    else:
        processes.stop()
    assert len([*OPEN.iterdir()]) == before
