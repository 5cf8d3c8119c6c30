"""What is served of a site that changes, without a server around it."""

from __future__ import annotations

import json
from pathlib import Path

from docs_lsp.settings import Settings
from mcp_preview.live import Live


def live_of(folder: Path, pages: list[str]) -> Live:
    folder.joinpath("docs.json").write_text(
        json.dumps({"name": "Harbour", "navigation": {"pages": pages}}), "utf-8"
    )
    for page in pages:
        folder.joinpath(f"{page}.mdx").write_text("High water", "utf-8")
    return Live(folder, Settings())


def test_a_site_without_faults_has_no_trouble(tmp_path: Path) -> None:
    assert live_of(tmp_path, ["tides"]).served.trouble == ""


def test_files_that_no_command_can_read_are_told(tmp_path: Path) -> None:
    served = live_of(tmp_path, ["tides", "moor\u200bing"]).served

    assert served.trouble == (
        "The filesystem tool cannot hold 1 of the files, `/moor\\u200bing.mdx` the first of them: "
        "their folder holds too many, or their names have unusual signs."
    )
    assert [hit.path for hit in served.search.search("high water")] == ["tides", "moor\u200bing"]
