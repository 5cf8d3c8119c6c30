"""Files that are too large for the service, without any such file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.evaluation.check import check_site, evaluate_whole_site
from docs_lsp.files.files import FileInfo, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.site_files import LARGEST_ASSET

DOCS = """{"theme":"mint","name":"A","colors":{"primary":"#000"},"favicon":"/big icon.png",
"navigation":{"pages":["index"]}}"""


class Large(MemoryFiles):
    """Files of which those called `big` have a byte too much, and those called `full` have not."""

    def walk(self) -> Iterator[FileInfo]:
        for info in super().walk():
            size = LARGEST_ASSET + ("big" in info.path) if "i" in info.path else info.size
            yield info._replace(size=size)


def found(files: Mapping[str, str]) -> list[Problem]:
    site = evaluate_whole_site(Path("/site"), Large({"docs.json": DOCS, **files}), Settings())
    problems = (one for each in site.get_problems().values() for one in each)
    # Of pages, only that they are not read as a whole is reported.
    assets = (one for one in problems if not one.message.startswith("This page has"))
    return [one for one in assets if one.rule == "oversized-asset"]


def test_the_places_that_name_a_file_that_is_dropped_are_shown() -> None:
    page = (
        "![A](/img/big%20harbour.png)\n\n[B](img/big%20harbour.png#top)\n\n"
        '<video src="../img/big harbour.png" />\n\n[C](/img/big)\n'
    )
    files = {"index.mdx": page, "img/big harbour.png": "", "big icon.png": "", "img/fi.png": ""}
    icon, harbour = sorted(found(files), key=lambda one: one.file)

    assert (icon.file, icon.severity) == ("big icon.png", Severity.ERROR)
    assert [(one.file, DOCS[slice(*one.span)]) for one in icon.related] == [
        ("docs.json", "/big icon.png")
    ]
    assert (harbour.file, harbour.severity) == ("img/big harbour.png", Severity.ERROR)
    assert [page[slice(*one.span)] for one in harbour.related] == [
        "/img/big%20harbour.png",
        "img/big%20harbour.png#top",
        "../img/big harbour.png",
    ]
    assert harbour.message == (
        "This file is too large (20.1 MB, at most 20) and is dropped: the 3 places that use it "
        "show nothing. Make it smaller, or link to it elsewhere by its URL."
    )


def test_a_file_that_nothing_names_is_only_worth_knowing() -> None:
    [problem] = [one for one in found({"index.mdx": "# A", "big.iso": ""})]

    assert (problem.severity, problem.related) == (Severity.INFORMATION, ())
    assert "exclude it with a line in `.mintignore`" in problem.message


@pytest.mark.parametrize("file", ["fi.png", ".vscode/big.bin", "big-index.mdx", "api/big-i.json"])
def test_what_is_small_or_no_asset_is_left_alone(file: str) -> None:
    assert found({"index.mdx": f"[A](/{file})", file: ""}) == []


def test_what_is_ignored_is_left_alone() -> None:
    assert found({"index.mdx": "# A", "big.iso": "", ".mintignore": "*.iso\n"}) == []


def test_a_large_file_is_never_read(tmp_path: Path) -> None:
    (tmp_path / "docs.json").write_text(DOCS)
    (tmp_path / "index.mdx").write_text("![A](/a.mp4)\n")
    with (tmp_path / "a.mp4").open("wb") as file:
        file.truncate(LARGEST_ASSET + 1)  # Of holes alone: the disk holds nothing of it.
    report = check_site(tmp_path / "docs.json")

    assert "oversized-asset" in [problem.rule for problem in report.problems]
    assert report.texts["a.mp4"].data == b""
