"""Reading all pages of a site, and reading again no more than has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from docs_lsp.files.files import (
    BufferedFiles,
    DiskFiles,
    FileFault,
    FileInfo,
    MemoryFiles,
    unpack_version,
)
from docs_lsp.site.mdx.anchors import AnchorStatus
from docs_lsp.site.mdx.contents import (
    ReadingOptions,
    look_up_anchor,
    read_contents,
    reread_touched,
    with_snippets,
)
from docs_lsp.site.pages import NonPageReason
from docs_lsp.site.site_files import ScanCancelled
from docs_lsp.site.specifications.facts import SiteFacts, scan_site

SITE = {
    "docs.json": "{}",
    "index.mdx": 'import Fees from "/shared/fees.mdx"\n\n# Home',
    "guides/start.md": "---\ntitle: Start\n---\n",
    "shared/fees.mdx": 'import Boat from "./boat.jsx"\n## Fees',
    "shared/boat.jsx": "export const Boat = 1",
    "snippets/tides.mdx": "## Tides",
    "drafts/a.mdx": "# A",
    ".mintignore": "drafts/",
    "README.md": "# About",
    "skill.md": "# Skill",
}


class Reads(MemoryFiles):
    """Files that remember what was read of them, and of which some cannot be read."""

    __slots__ = ("asked", "broken")

    def __init__(self, files: Mapping[str, str], broken: str = "") -> None:
        super().__init__(files)
        self.asked: list[str] = []
        self.broken = broken

    def read(self, path: str) -> bytes:
        self.asked.append(path)
        if path == self.broken:
            raise FileFault(f"`{path}` may not be read.")
        return super().read(path)


def test_pages_and_snippets_are_read_and_nothing_else() -> None:
    files = Reads(SITE)
    facts = scan_site(files)
    files.asked.clear()
    contents = read_contents(facts, files)

    assert list(contents) == [
        "guides/start.md",
        "index.mdx",
        "shared/boat.jsx",
        "shared/fees.mdx",
        "snippets/tides.mdx",
    ]
    assert files.asked == [file for file in contents if not file.endswith(".jsx")]
    assert contents["guides/start.md"].fields == {"title": "Start"}


def test_what_cannot_be_read_is_a_problem_of_that_page() -> None:
    files = Reads(SITE, broken="index.mdx")
    contents = read_contents(scan_site(files), files)

    problem = contents["index.mdx"].frontmatter.problem
    assert problem is not None
    assert problem.message == "`index.mdx` may not be read."
    assert contents["guides/start.md"].frontmatter.problem is None


def test_files_with_the_same_size_and_time_are_not_read_again(tmp_path: Path) -> None:
    for name in ("a.mdx", "b.mdx", "c.mdx"):
        (tmp_path / name).write_text("# A", "utf-8")
    disk = DiskFiles(tmp_path)
    before = read_contents(scan_site(disk), disk)
    (tmp_path / "b.mdx").write_text("# Longer", "utf-8")
    (tmp_path / "c.mdx").unlink()
    (tmp_path / "d.mdx").write_text("# D", "utf-8")
    after = read_contents(scan_site(disk), disk, ReadingOptions(known=before))

    assert list(after) == ["a.mdx", "b.mdx", "d.mdx"]
    assert after["a.mdx"] is before["a.mdx"]
    assert after["b.mdx"].anchor_texts.list_heading_ids() == ("longer",)


def test_buffers_are_read_each_time() -> None:
    base = MemoryFiles({"a.mdx": "# A", "b.mdx": "# B"})
    facts = scan_site(base)
    before = read_contents(facts, BufferedFiles(base, {"a.mdx": b"# X"}))
    after = read_contents(
        facts, BufferedFiles(base, {"a.mdx": b"# Y"}), ReadingOptions(known=before)
    )
    saved = read_contents(facts, base, ReadingOptions(known=after))

    assert after["b.mdx"] is before["b.mdx"]
    assert after["a.mdx"].anchor_texts.list_heading_ids() == ("y",)
    assert saved["a.mdx"].anchor_texts.list_heading_ids() == ("a",)


def test_only_what_was_touched_is_read_again() -> None:
    files = Reads(SITE)
    facts = scan_site(files)
    before = read_contents(facts, files)
    files.asked.clear()
    after = reread_touched(before, facts, files, ["index.mdx", "docs.json", "drafts/a.mdx"])

    assert files.asked == ["index.mdx"]
    assert after["index.mdx"] is not before["index.mdx"]
    assert after["guides/start.md"] is before["guides/start.md"]
    assert list(after) == list(before)
    assert reread_touched(before, facts, files, ["docs.json", "README.md"]) is before


def test_progress_is_told_and_reading_can_be_cancelled() -> None:
    files = MemoryFiles({f"{number}.mdx": "" for number in range(200)})
    facts = scan_site(files)
    told: list[tuple[int, int]] = []

    read_contents(facts, files, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 200), (64, 200), (128, 200), (192, 200)]

    answers: Iterator[bool] = iter([False, True])
    with pytest.raises(ScanCancelled):
        read_contents(facts, files, cancelled=lambda: next(answers))


def known(facts: SiteFacts) -> set[str]:
    return {page.page for page in facts.pages}


def test_what_pages_import_is_no_page() -> None:
    files = MemoryFiles(SITE)
    facts = scan_site(files)
    contents = read_contents(facts, files)
    fuller = with_snippets(facts, contents)

    assert known(facts) == {"guides/start", "index", "shared/fees"}
    assert known(fuller) == {"guides/start", "index"}
    assert fuller.pages.find_non_page_reason("shared/fees") is NonPageReason.IMPORTED
    assert with_snippets(fuller, contents) is fuller


def test_what_nobody_imports_any_more_is_a_page_again() -> None:
    files = MemoryFiles(SITE)
    facts = scan_site(files)
    contents = read_contents(facts, files)
    fuller = with_snippets(facts, contents)
    changed = BufferedFiles(files, {"index.mdx": b"# Home"})
    later = with_snippets(fuller, reread_touched(contents, fuller, changed, ["index.mdx"]))

    assert list(later.pages) == list(facts.pages)
    assert later.pages.find_non_page_reason("shared/fees") is None


@pytest.mark.parametrize(
    ("file", "fragment", "where"),
    [
        ("index.mdx", "home", AnchorStatus.THERE),
        ("guides/start.md", "home", AnchorStatus.NOWHERE),
        ("snippets/tides.mdx", "tides", AnchorStatus.THERE),
        ("snippets/tides.mdx", "winds", AnchorStatus.NOWHERE),
        ("index.mdx", "fees", AnchorStatus.THERE),
        # A component may bring anything.
        ("index.mdx", "winds", AnchorStatus.UNSEEN),
        ("gone.mdx", "winds", AnchorStatus.THERE),
    ],
)
def test_an_anchor_may_come_from_what_is_imported(
    file: str, fragment: str, where: AnchorStatus
) -> None:
    files = MemoryFiles(SITE)

    assert look_up_anchor(read_contents(scan_site(files), files), file, fragment).where is where


def test_a_page_may_have_hundreds_of_parts() -> None:
    parts = {f"{at}.mdx": f"# Part {at}" for at in range(300)}
    page = "".join(f'import A{at} from "./{at}.mdx"\n' for at in range(300))
    files = MemoryFiles({"a.mdx": page, **parts})

    assert (
        look_up_anchor(read_contents(scan_site(files), files), "a.mdx", "part-299").where
        is AnchorStatus.THERE
    )


def test_imports_may_go_in_circles() -> None:
    files = MemoryFiles(
        {"a.mdx": 'import B from "./b.mdx"\n# A', "b.mdx": 'import A from "./a.mdx"\n# B'}
    )
    contents = read_contents(scan_site(files), files)

    assert look_up_anchor(contents, "a.mdx", "b").where is AnchorStatus.THERE
    assert look_up_anchor(contents, "a.mdx", "c").where is AnchorStatus.NOWHERE


def test_parts_of_a_page_count_their_headings_together() -> None:
    files = MemoryFiles(
        {"a.mdx": 'import B from "./b.mdx"\n# A\n# C\n# C', "b.mdx": "# A\n# B\n# C {#d}"}
    )
    contents = read_contents(scan_site(files), files)

    def where(fragment: str) -> AnchorStatus:
        return look_up_anchor(contents, "a.mdx", fragment).where

    assert where("a-2") is where("c-2") is where("b") is AnchorStatus.THERE
    assert where("b-2") is where("c-3") is where("d-2") is AnchorStatus.NOWHERE


def test_an_operation_brings_places_that_are_not_known() -> None:
    files = MemoryFiles({"a.mdx": "---\nopenapi: GET /boats\n---\n"})

    assert (
        look_up_anchor(read_contents(scan_site(files), files), "a.mdx", "response-name").where
        is AnchorStatus.THERE
    )


def test_walking_tells_sizes() -> None:
    """What is kept for the next time is what `walk` says then."""
    files = MemoryFiles({"a.mdx": "# A"})
    contents = read_contents(scan_site(files), files)

    assert list(files.walk()) == [FileInfo("a.mdx", *unpack_version(contents["a.mdx"].version))]
