"""Small sites for the tests of the preview, made of a few files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from docs_lsp.files import MemoryFiles
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import PreviewSite, load

PAGE = IndexedPage(
    path="tides",
    url="/tides",
    file="tides.mdx",
    title="Tides",
    description="",
    keywords=(),
    language=None,
    version=None,
    boost=1.0,
    breadcrumbs=(),
    markdown="",
    public=True,
    groups=(),
    barred=(),
)


def files_of(navigation: object, files: Mapping[str, str], **top: object) -> MemoryFiles:
    """A docs.json with this navigation, and files beside it."""
    docs = {"theme": "mint", "name": "Harbour", "colors": {"primary": "#000000"}, **top}
    return MemoryFiles({"docs.json": json.dumps({**docs, "navigation": navigation}), **files})


def site_of(
    navigation: object, files: Mapping[str, str], *, authenticated: bool = False, **top: object
) -> PreviewSite:
    """The preview of a site with this navigation and these files."""
    return load(files_of(navigation, files, **top), authenticated=authenticated)


def page_of(path: str, markdown: str = "", **given: Any) -> IndexedPage:
    """A page with this text."""
    named = {"title": path.rpartition("/")[2].capitalize(), **given}
    return replace(PAGE, path=path, url=f"/{path}", file=f"{path}.mdx", markdown=markdown, **named)
