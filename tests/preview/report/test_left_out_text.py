"""What the report says of pages that are not indexed: the mistakes by name, the rest counted."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mcp_preview.report.left_out_text import left_out_text
from tests.preview.small import site_of

NAVIGATION = {
    "languages": [
        {
            "language": language,
            "groups": [
                {"group": "All", "pages": [f"{folder}a", f"{folder}quiet", f"{folder}gone"]},
                {"group": "Old", "hidden": True, "pages": [f"{folder}old"]},
            ],
        }
        for language, folder in (("en", ""), ("fr", "fr/"))
    ]
}
FILES = {
    f"{folder}{name}.mdx": f"{head}Text of {folder}{name}.\n"
    for folder in ("fr/", "")
    for name, head in (
        ("a", ""),
        ("quiet", "---\nnoindex: true\n---\n"),
        ("old", ""),
        ("draft", ""),
    )
} | {"README.md": "Read.\n", "snippets/one.mdx": "One.\n", "snippets/two.mdx": "Two.\n"}


def text(
    navigation: object = NAVIGATION, files: Mapping[str, str] = FILES, most: int | None = 12
) -> str:
    return "\n".join(left_out_text(site_of(navigation, files).pages, most))


def test_entries_without_a_page_come_first_each_with_its_place() -> None:
    assert text().split("\n\n")[0].splitlines() == [
        "Not indexed: There is no such page. Create its file, or correct the entry.",
        "  gone  (`docs.json`, line 1)",
        "  fr/gone  (`docs.json`, line 1)",
    ]


def test_copies_in_other_languages_share_a_line() -> None:
    [unlisted] = [part for part in text().split("\n\n") if "does not list it" in part]

    assert unlisted.splitlines()[1:] == ["  draft.mdx (and 1 copy)"]


def test_what_the_site_hides_is_counted_unless_all_is_wanted() -> None:
    counted = '2 by `noindex: true`, 2 below the hidden group "Old".'
    assert f"Not indexed because the site hides them: {counted}" in " ".join(text().split())
    assert "quiet.mdx" not in text()
    assert "  quiet.mdx (and 1 copy)" in text(most=None)


@pytest.mark.parametrize("most", [12, None])
def test_files_that_nobody_takes_for_pages_are_counted(most: int | None) -> None:
    counted = "2 below `snippets/` or `_snippets/`, 1 such as README."
    assert f"Files that are no pages: {counted}" in " ".join(text(most=most).split())


def test_a_page_that_is_listed_and_ignored_is_a_mistake() -> None:
    files = {".mintignore": "drafts/\n", "a.mdx": "A.\n", "drafts/b.mdx": "B.\n"}

    told = text({"pages": ["a", "drafts/b"]}, files)

    assert "The navigation lists it, but an ignore pattern excludes its file." in told
    assert "  drafts/b.mdx  (`drafts/` in `.mintignore`, line 1)" in told
    assert "Files that are no pages" not in told
