"""The fixes of many problems read a page once, and find their place without going through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.mdx import reading
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.rules.framework.fix_context import LastReadings
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.content import PageContent

DOCS = (
    '{"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": {"pages": ["a"]}}'
)
COUNT = 20


def looked_at(page: str, rule: str) -> tuple[Snapshot, MemoryFiles, list[Problem]]:
    files = MemoryFiles({"docs.json": DOCS, "a.mdx": page, "quays.mdx": "# Quays\n"})
    site = read_site(Path("/site"), files, Settings()).run_site_rules()
    return site, files, [one for one in site.get_problems()["a.mdx"] if one.rule == rule]


def test_tags_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    site, files, problems = looked_at("<Crad>Text</Crad>\n\n" * COUNT, "unknown-component")
    read = []

    def count(data: bytes) -> MdxPage:
        read.append(data)
        return real(data)

    real = reading.parse_page
    monkeypatch.setattr(reading, "parse_page", count)
    readings = LastReadings()
    found = [list_offered_fixes(site, files, problem, readings) for problem in problems]

    assert len(problems) == COUNT
    assert all(fix[0].title == "Write `Card`" for fix in found)
    assert len({fix[0].changes for fix in found}) == COUNT
    assert len(read) == 1


def test_links_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    site, files, problems = looked_at("[a](/quay) " * COUNT, "dead-link")
    listed = []
    links = PageContent.links.fget  # type: ignore[attr-defined]  # a property

    def count(content: PageContent) -> object:
        listed.append(content)
        return links(content)

    monkeypatch.setattr(PageContent, "links", property(count))
    readings = LastReadings()
    found = [list_offered_fixes(site, files, problem, readings) for problem in problems]

    assert len(problems) == COUNT
    assert all(fix[0].title == "Link to `/quays`" for fix in found)
    assert len(listed) <= 3


def test_the_last_reading_of_each_kind_is_kept() -> None:
    read: list[str] = []

    def first(source: str) -> str:
        read.append(source)
        return source[:1]

    readings = LastReadings()

    assert [readings.get_or_read(one, first) for one in ("ab", "ab", "cd", "ab")] == [
        "a",
        "a",
        "c",
        "a",
    ]
    assert read == ["ab", "cd", "ab"]
    assert readings.get_or_read("ab", len) == 2
    assert readings.get_or_read("ef", first, "ab") == "a"
