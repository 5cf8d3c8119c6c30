"""Several processes find in a whole site what one finds."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.core.forks import can_fork
from docs_lsp.core.problem import Problem
from docs_lsp.evaluation import check, rules_in_processes
from docs_lsp.evaluation.check import check_site, evaluate_whole_site, read_site
from docs_lsp.evaluation.enabled_rules import collect_page_queries
from docs_lsp.evaluation.rules_in_processes import run_rules_in_processes
from docs_lsp.evaluation.site_rules import SiteFindings
from docs_lsp.files.files import DiskFiles
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx import page_processes
from docs_lsp.site.mdx.content import PageContent, read_page
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.overview import Overview

HERE = os.getpid()
SITES = ("broken", "ferry", "languages", "notebook", "observatory", "plain")


@pytest.fixture(autouse=True)
def _worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even a small site be worth several processes."""
    monkeypatch.setattr(rules_in_processes, "LEAST_PAGES", 0)
    monkeypatch.setattr(rules_in_processes, "count_processors", lambda: 3)
    monkeypatch.setattr(page_processes, "count_processors", lambda: 3)
    monkeypatch.setattr(page_processes, "_FORKED_SIZE", 1000)


def _overview(site: Path) -> Overview:
    read = read_site(site, DiskFiles(site), Settings(), options=ReadingOptions(read_page))
    overview = read.get_overview()
    assert overview is not None
    return overview


def _told(found: SiteFindings) -> object:
    return found.in_docs_json, list(found.in_other_files.problems_by_file.items())


@pytest.mark.parametrize("site", SITES)
def test_the_same_is_found_in_the_same_order(sites: Path, site: str) -> None:
    overview = _overview(sites / site)
    assert _told(run_rules_in_processes(overview)) == _told(SiteFindings.find_all(overview))


@pytest.mark.skipif(not can_fork(), reason="forks are for Linux alone")
def test_what_a_process_fails_to_ask_is_asked_here(
    sites: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def dies_elsewhere(_: Overview) -> Iterator[Problem]:
        if os.getpid() != HERE:
            os._exit(1)
        asked.append("here")
        yield from ()

    overview = _overview(sites / "broken")
    expected = _told(SiteFindings.find_all(overview))
    rules = {name: rule for name, rule in all_rules().items() if rule.site}
    silent = next(rule for rule in rules.values() if not any(rule.site(overview)))  # type: ignore[misc]
    rules[silent.name] = silent._replace(site=dies_elsewhere)
    monkeypatch.setattr("docs_lsp.evaluation.enabled_rules.all_rules", lambda: rules)
    assert _told(run_rules_in_processes(overview)) == expected
    assert asked == ["here"]


@pytest.mark.parametrize("site", SITES)
def test_a_check_whose_pages_are_read_before_docs_json_finds_the_same(
    sites: Path, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs_json = sites / site / "docs.json"
    expected = check_site(docs_json).problems
    monkeypatch.setattr(check, "_LARGE", 0)
    assert check_site(docs_json).problems == expected


@pytest.mark.skipif(not can_fork(), reason="forks are for Linux alone")
def test_pages_of_another_tool_are_read_no_further(
    sites: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = tmp_path / "read"

    def noted(data: bytes, file: str, version: bytes) -> PageContent:
        with read.open("a") as report:
            report.write(f"{os.getpid()}\n")
        return read_page(data, file, version)

    monkeypatch.setattr(check, "_LARGE", 0)
    monkeypatch.setattr(check, "read_page", noted)
    report = check_site(sites / "other-tool" / "docs.json")
    assert not report.ours
    assert str(HERE) not in (read.read_text() if read.exists() else "")


def _asked_here(_: PageContent) -> bool:
    return os.getpid() == HERE


class _LateHere(DiskFiles):
    """Files that this process gets late, so that its forks are quicker on any machine."""

    def read(self, path: str) -> bytes:
        if os.getpid() == HERE:
            time.sleep(0.1)
        return super().read(path)


@pytest.mark.skipif(not can_fork(), reason="forks are for Linux alone")
def test_pages_are_asked_where_they_are_read(sites: Path) -> None:
    folder = sites / "ferry"
    files = _LateHere(folder, at_once=True)
    options = ReadingOptions(read_page, questions=[_asked_here])
    site = read_site(folder, files, Settings(), options=options)
    answers = {page._made[_asked_here] for page in (site.contents or {}).values()}
    assert False in answers


def test_what_rules_ask_of_each_page_is_asked_beforehand(sites: Path) -> None:
    (question,) = collect_page_queries(Settings())
    site = evaluate_whole_site(
        sites / "ferry", DiskFiles(sites / "ferry", at_once=True), Settings()
    )
    assert all(question in page._made for page in (site.contents or {}).values())
