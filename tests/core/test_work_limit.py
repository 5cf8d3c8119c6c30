"""A page or a rule that takes too long is given up, and the rest goes on."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs_lsp.core.current_work import record_file, record_rule
from docs_lsp.core.problem import Problem
from docs_lsp.core.work_limit import WorkTimeout, limit_work
from docs_lsp.evaluation import site_rules
from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.site_rules import SiteFindings
from docs_lsp.files.files import MemoryFiles
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx import body_reading, content
from docs_lsp.site.mdx.page_body import PageBody
from docs_lsp.site.overview import Overview

PATIENCE = 0.2
LINK = "---\ntitle: A\n---\n\n[away](/nowhere)\n"
FILES = {
    "docs.json": '{"theme": "mint", "name": "A", "colors": {"primary": "#123456"}, '
    '"navigation": {"pages": ["a", "slow"]}}',
    "a.mdx": LINK,
    "slow.mdx": LINK + "a text that never ends\n",
}


def run_for_ever() -> None:
    while True:
        pass


@pytest.fixture
def overview() -> Overview:
    found = read_site(Path("/site"), MemoryFiles(FILES), Settings()).get_overview()
    assert found is not None
    return found


def told(found: SiteFindings) -> list[tuple[str, str]]:
    return [(one.file, one.rule) for one in found.problems]


def test_what_stays_at_one_file_is_interrupted() -> None:
    with pytest.raises(WorkTimeout), limit_work(PATIENCE):
        record_rule("dead-link")
        record_file("a.mdx")
        run_for_ever()


def test_functions_can_be_traced_after_an_interruption() -> None:
    traced = (
        "import sys, tests.core.test_work_limit as tests\n"
        "tests.test_what_stays_at_one_file_is_interrupted()\n"
        "sys.settrace(lambda *_: None)\n"
        "tests.told(tests.SiteFindings())\n"
    )
    subprocess.run([sys.executable, "-c", traced], check=True, timeout=60)


def test_what_gets_on_is_not_interrupted_however_long_it_takes() -> None:
    record_rule("dead-link")
    with limit_work(0.02):
        for number in range(200_000):
            record_file(f"{number}.mdx")


def test_what_is_no_rule_is_not_interrupted() -> None:
    record_rule("")
    with limit_work(0.001):
        assert sum(range(2_000_000))


def test_a_page_that_takes_too_long_is_one_finding_and_the_others_are_looked_at(
    overview: Overview, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = body_reading.read_body

    def read(data: bytes, *given: int) -> PageBody:
        if b"never ends" in data:
            run_for_ever()
        return whole(data, *given)

    monkeypatch.setattr(body_reading, "read_body", read)
    with limit_work(PATIENCE):
        found = SiteFindings.find_all(overview)

    assert told(found) == [("a.mdx", "dead-link"), ("slow.mdx", "frontmatter-error")]
    assert found.problems[-1].message == content._SLOW
    assert told(SiteFindings.find_all(overview)) == told(found), "it is not read again"


def test_a_rule_that_takes_too_long_is_left_out_and_that_is_said_once(
    overview: Overview, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = site_rules.run_site_rule

    def run(rule: Rule, *given: object) -> Iterator[Problem]:
        if rule.name == "dead-link":
            run_for_ever()
        yield from whole(rule, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(site_rules, "run_site_rule", run)
    abandoned_rules: set[str] = set()
    with limit_work(PATIENCE), caplog.at_level(logging.WARNING):
        first = SiteFindings.find_all(overview, abandoned_rules=abandoned_rules)
        second = SiteFindings.find_all(overview, abandoned_rules=abandoned_rules)

    assert told(first) == told(second) == []
    assert abandoned_rules == {"dead-link"}
    assert len(caplog.records) == 1
