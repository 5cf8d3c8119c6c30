"""A site as the protocol sees it, without a file: what tests of single parts are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mcp_preview.pages import IndexedPage, LeftOut, Pages
from mcp_preview.served import Served


@dataclass(frozen=True)
class Section:
    title: str
    url: str
    path: str
    content: str


class Search:
    """Finds one section that says what was asked, unless that was nothing."""

    def search(
        self, query: str, *, language: str | None = None, version: str | None = None
    ) -> Sequence[Section]:
        if query == "break":
            raise RuntimeError("a secret of ours")
        if query == "nothing":
            return []
        return [Section("Boats", "/boats#mooring", "boats", f"{query} {language} {version}")]


@dataclass(frozen=True)
class Printed:
    text: str


class Filesystem:
    async def run(self, command: str) -> Printed:
        return Printed(f"$ {command}\n" if command != "flood" else "line of text\n" * 10_000)


BOATS = IndexedPage(
    path="boats",
    url="/boats",
    file="boats.mdx",
    title="Boats",
    description="All about boats.",
    keywords=(),
    language=None,
    version=None,
    boost=1.0,
    breadcrumbs=("Guides",),
    markdown="A boat floats.\n",
    public=True,
    groups=(),
    barred=(),
)
PAGES = Pages(
    {"boats": BOATS},
    (LeftOut("drafts/quay", "drafts/quay.mdx", "/drafts/quay", "It is ignored.", "`drafts/`"),),
)
SITE = Served("Harbour Docs", "Everything afloat.", (), (), PAGES, Search(), Filesystem())


def site(**changes: Any) -> Served:
    return replace(SITE, **changes)
