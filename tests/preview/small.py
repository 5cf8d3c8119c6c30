"""Small sites for the tests of the preview, made of a few files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Auth, PreviewSettings, Settings
from docs_lsp.site.pages import escape_path
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.content.stored_text import StoredText

PAGE = IndexedPage(
    path="tides",
    url="/tides",
    file="tides.mdx",
    title="Tides",
    description="",
    keywords=(),
    language=None,
    versions=(),
    boost=1.0,
    breadcrumbs=(),
    text=StoredText(""),
)


def files_of(navigation: object, files: Mapping[str, str], **top: object) -> MemoryFiles:
    """A docs.json with this navigation, and files beside it."""
    docs = {"theme": "mint", "name": "Harbour", "colors": {"primary": "#000000"}, **top}
    return MemoryFiles({"docs.json": json.dumps({**docs, "navigation": navigation}), **files})


def set_to(auth: Auth | None, *, enabled: bool = True) -> Settings:
    """Settings with an access mode; None where nobody has set one."""
    return Settings(preview=PreviewSettings(auth=auth, enabled=enabled))


def site_of(
    navigation: object, files: Mapping[str, str], *, auth: Auth | None = None, **top: object
) -> PreviewSite:
    """The preview of a site with this navigation and these files, and maybe an access mode."""
    return load_site(files_of(navigation, files, **top), set_to(auth))


def page_of(path: str, markdown: str = "", **given: Any) -> IndexedPage:
    """A page with this text."""
    named = {"title": path.rpartition("/")[2].capitalize(), **given}
    return replace(
        PAGE,
        path=path,
        url=f"/{escape_path(path)}",
        file=f"{path}.mdx",
        text=StoredText(markdown),
        **named,
    )
