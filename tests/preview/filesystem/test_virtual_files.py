"""Which files the docs filesystem gets."""

from __future__ import annotations

from mcp_preview.content.skills import Skill
from mcp_preview.filesystem.virtual_files import VirtualFiles, diff_files, place_skill_files
from tests.preview.small import page_of


def test_a_page_is_a_file_with_its_title_and_what_it_is_about() -> None:
    files = VirtualFiles(
        [page_of("guides/tides", "Low water.\n", description="When to sail. ")], {}
    )

    assert dict(files) == {"/guides/tides.mdx": b"# Tides\n\nWhen to sail.\n\nLow water.\n"}


def test_other_files_are_beside_the_pages_and_come_first() -> None:
    others = {"/openapi/harbour.json": b"{}", "/b.mdx": b"other"}
    files = VirtualFiles([page_of("a"), page_of("b")], others)

    assert len(files) == 3
    assert dict(files) == {"/a.mdx": b"# A\n\n", **others}


def test_skills_are_files() -> None:
    skill = Skill("harbour", "harbour", "", "# Harbour\n")

    assert place_skill_files([skill]) == {"/skills/harbour/SKILL.md": b"# Harbour\n"}


def test_only_what_is_other_than_before_is_written() -> None:
    before = {"/a": b"1", "/b": b"2", "/c": b"3"}

    assert diff_files(before, {"/a": b"1", "/b": b"x", "/d": b"4"}) == (
        {"/b": b"x", "/d": b"4"},
        ("/c",),
    )
