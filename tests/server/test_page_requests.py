"""Requests about the structure of a page: who answers them beside whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.files.files import MemoryFiles
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.errors import BadParams
from docs_lsp.server.requests.language_features import (
    handle_document_symbols,
    handle_folding_ranges,
    handle_selection_ranges,
)
from docs_lsp.server.requests.request import Request
from docs_lsp.settings.settings import Settings

DOCS = '{"theme": "mint", "name": "x", "navigation": {"pages": ["index", "notes"]}}'
PAGE = "# Harbour\n\n<Note>\n  Wind.\n</Note>\n"
OTHER = '{"$schema": "https://example.com/other.json", "openapi": 3}'


def request(file: str, client: str = "Neovim", docs: str = DOCS, **params: Any) -> Request:
    files = MemoryFiles({"docs.json": docs, "index.mdx": PAGE, "notes.md": PAGE})
    site = Snapshot.load(Path("/site"), files, Settings())
    return Request(View(site, files, Path("/site")), file, params, ClientFlags(name=client))


@pytest.mark.parametrize(
    ("file", "client", "ours"),
    [
        ("index.mdx", "Neovim", True),
        ("notes.md", "Neovim", True),
        ("index.mdx", "Visual Studio Code", True),
        ("notes.md", "Visual Studio Code", False),
        ("notes.md", "Cursor", False),
    ],
)
def test_only_vs_code_reads_markdown_itself(file: str, client: str, ours: bool) -> None:
    found = handle_document_symbols(request(file, client))
    assert (found is not None) is ours
    assert (handle_folding_ranges(request(file, client)) is not None) is ours
    positions = [{"line": 3, "character": 4}]
    assert (handle_selection_ranges(request(file, client, positions=positions)) is not None) is ours


def test_the_pages_of_another_tool_are_left_alone() -> None:
    assert handle_document_symbols(request("index.mdx", docs=OTHER)) is None


def test_a_request_without_its_positions_is_refused() -> None:
    with pytest.raises(BadParams):
        handle_selection_ranges(request("index.mdx"))
