"""Small sites for tests of fixes."""

from __future__ import annotations

from pathlib import Path

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.settings.settings import Settings

ROOT = Path("/site")


def site_files(**pages: str) -> dict[str, str]:
    """A site whose docs.json lists no page that is not given."""
    return {f"{page}.mdx": text for page, text in pages.items()}


def docs(navigation: str, more: str = "") -> str:
    return (
        '{\n  "theme": "mint",\n  "name": "Harbour",\n  "colors": { "primary": "#0a7d5c" },\n'
        f'{more}  "navigation": {navigation}\n}}\n'
    )


def load(files: Files) -> Snapshot:
    return evaluate_whole_site(ROOT, files, Settings())
