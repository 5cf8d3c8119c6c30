"""Findings that a project puts off are not there for anybody who looks at the site."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from docs_lsp.core.text import Text
from docs_lsp.evaluation.check import check_site, read_project_settings
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.baseline import Baseline, identify_problem
from docs_lsp.settings.baseline_file import render_baseline
from docs_lsp.settings.settings import BASELINE_FILE, Settings

DOCS = {
    "theme": "mnit",
    "name": "N",
    "colors": {"primary": "#123"},
    "navigation": {"groups": [{"group": "A", "pages": ["a"], "serchable": True}]},
}
FILES = MemoryFiles({"docs.json": json.dumps(DOCS, indent=2)})


def rules(site: Snapshot) -> list[str]:
    return [problem.rule for found in site.get_problems().values() for problem in found]


def everything(site: Snapshot) -> Baseline:
    """All that is wrong with a site, put off."""
    problems = (problem for found in site.get_problems().values() for problem in found)
    entries = Counter(identify_problem(one, site.parts.get(one.file)) for one in problems)
    return Baseline.from_entries(entries.items())


def test_a_snapshot_leaves_out_what_is_put_off() -> None:
    site = Snapshot.load(Path("/site"), FILES, Settings())
    after = site.with_settings(Settings(baseline=everything(site)))

    assert rules(site) == ["invalid-value", "unknown-key"]
    assert rules(after) == []


def test_what_is_typed_anew_is_told_at_once() -> None:
    site = Snapshot.load(Path("/site"), FILES, Settings())
    after = site.with_settings(Settings(baseline=everything(site)))
    text = FILES.read("docs.json").decode()
    line_more = after.replace_part("docs.json", Text.from_data("\n" + text.replace('"A"', '"B"')))
    worse = after.replace_part(
        "docs.json", Text.from_data(text.replace('"name"', '"nmae": 1, "name"'))
    )

    assert rules(line_more) == []
    assert rules(worse) == ["unknown-key"]


def test_a_project_has_its_baseline_with_its_settings() -> None:
    site = Snapshot.load(Path("/site"), FILES, Settings())
    files = MemoryFiles(
        {
            "docs-lsp.toml": "[rules]\nmissing-page = 'off'\n",
            BASELINE_FILE: render_baseline(everything(site)),
        }
    )
    settings, faults = read_project_settings(files)

    assert faults == ()
    assert settings.rules == {"missing-page": None}
    assert settings.baseline == everything(site)
    assert read_project_settings(MemoryFiles({})) == (Settings(), ())


def test_a_check_tells_what_is_put_off_apart(sites: Path) -> None:
    plain = check_site(sites / "broken/docs.json")
    assert plain.site is not None
    report = check_site(sites / "broken/docs.json", baseline=everything(plain.site))

    assert report.problems == ()
    assert Counter(report.put_off) == Counter(plain.problems)
    assert report.site is not None
    assert rules(report.site) == rules(plain.site)
