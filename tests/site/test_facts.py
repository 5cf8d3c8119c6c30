"""What a scan finds out, and specifications read later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.site.pages import NonPageReason
from docs_lsp.site.site_files import ScanCancelled
from docs_lsp.site.specifications.facts import load_specs, scan_site

SITE = {
    "docs.json": "{}",
    "index.mdx": "",
    "guides/start.md": "",
    "drafts/a.mdx": "",
    "notes/b.mdx": "",
    "old/c.mdx": "",
    "api.json": '{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}',
    ".mintignore": "drafts/\nold/",
    ".siteignore": "!old/",
}


class Reads(MemoryFiles):
    """Files that remember what was read of them."""

    __slots__ = ("asked",)

    def __init__(self, files: dict[str, str]) -> None:
        super().__init__(files)
        self.asked: list[str] = []

    def read(self, path: str) -> bytes:
        self.asked.append(path)
        return super().read(path)


def test_a_scan_knows_pages_files_and_what_is_ignored() -> None:
    facts = scan_site(MemoryFiles(SITE))

    assert [page.page for page in facts.pages] == ["guides/start", "index", "notes/b", "old/c"]
    assert facts.pages.find_non_page_reason("drafts/a") is NonPageReason.IGNORED
    assert facts.files == SITE.keys() - {"drafts/a.mdx"}
    assert (
        facts.ignore.describe_excluding_pattern("drafts/a.mdx")
        == "`drafts/` in `.mintignore`, line 1"
    )
    assert facts.specs == {}


def test_a_scan_reads_nothing_but_the_ignore_files() -> None:
    files = Reads(SITE)
    scan_site(files)

    assert files.asked == [".mintignore", ".siteignore"]


def test_a_site_without_ignore_files_is_fine() -> None:
    assert len(scan_site(MemoryFiles({"a.mdx": ""})).pages) == 1
    assert len(scan_site(MemoryFiles({})).pages) == 0


def test_the_disk_says_the_same(tmp_path: Path) -> None:
    for path, text in SITE.items():
        target = tmp_path / path
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")
    facts, expected = scan_site(DiskFiles(tmp_path)), scan_site(MemoryFiles(SITE))

    assert list(facts.pages) == list(expected.pages)
    assert facts.files == expected.files


def test_progress_is_told_and_a_scan_can_be_cancelled() -> None:
    files = MemoryFiles({f"{number}.mdx": "" for number in range(2000)})
    told: list[int] = []

    assert len(scan_site(files, on_progress=told.append).pages) == 2000
    assert told == sorted(told)
    assert len(told) > 1

    answers: Iterator[bool] = iter([False, True])
    told.clear()
    with pytest.raises(ScanCancelled):
        scan_site(files, on_progress=told.append, cancelled=lambda: next(answers))
    assert len(told) == 1


def test_facts_are_equal_only_to_themselves() -> None:
    files = MemoryFiles(SITE)
    facts = scan_site(files)

    assert facts in {facts}
    assert facts != scan_site(files)


def test_specifications_are_added_when_wanted() -> None:
    files = Reads(SITE)
    facts = load_specs(scan_site(files), files, ["api.json", "gone.json", "api.json"])
    files.asked.clear()

    assert facts.specs["api.json"].usable
    assert not facts.specs["gone.json"].usable
    assert facts.specs["gone.json"].faults[0].message == "`gone.json` does not exist."
    assert load_specs(facts, files, ["api.json", "gone.json"]) is facts
    assert files.asked == []


def test_adding_a_specification_leaves_the_old_facts_alone() -> None:
    files = MemoryFiles(SITE)
    facts = scan_site(files)
    more = load_specs(facts, files, ["api.json"])

    assert facts.specs == {}
    assert more.pages is facts.pages
    assert more.files is facts.files
