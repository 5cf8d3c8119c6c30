"""The pages that the service lists for AI tools are the same to the rules and to the preview."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.overview import Overview
from docs_lsp.site.site_files import LARGEST
from docs_lsp.site.specifications.facts import scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.summaries.expected_llms_entries import list_llms_entries
from mcp_preview.content.preview_site import load_site

SITES = Path(__file__).parents[1] / "sites"


@pytest.mark.parametrize("name", ["ferry", "languages", "observatory", "plain"])
def test_the_preview_lists_the_same_pages(name: str) -> None:
    folder = next((SITES / name).rglob("docs.json")).parent
    files = DiskFiles(folder)
    overview = Overview.from_site(evaluate_whole_site(folder, files, Settings()))
    assert overview is not None
    listed = (one for one in load_site(files).readable if one.of_default and one.file)

    assert [one.page for one in list_llms_entries(overview)] == [
        one.path for one in listed if one.audience.public
    ]


def test_the_lists_of_a_site_are_read() -> None:
    files = MemoryFiles(
        {
            "llms.txt": "# A",
            "a/llms.txt": "# B",
            "llms-full.txt": "x" * (LARGEST + 1),
            "LLMS.txt": "# C",
            "b/llms.txt": "# D",
            ".mintignore": "b/",
        }
    )

    assert add_file_survey(scan_site(files), files).lists == {
        "llms.txt": b"# A",
        "a/llms.txt": b"# B",
    }
