"""Two builds side by side: a change of one rule is reported, and nothing else."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.ecosystem.__main__ import ROOT, compare_builds
from tests.ecosystem.builds import Build
from tests.ecosystem.changes import Change, compare_results
from tests.ecosystem.report import write_markdown, write_text
from tests.ecosystem.results import Edit, Finding, Offer, SiteResult, parse_diff

FINDING = Finding("odd-label", "a/docs.json", (2, 1, 2, 9), "error", "This is odd.")
NO_EDITS: dict[str, dict[Edit, str]] = {"fix": {}, "fix --unsafe": {}}
SECONDS = {"check": 1.0, "fix": 2.0, "fix --unsafe": 0.5}


@pytest.mark.skipif(sys.platform == "win32", reason="processor time is asked for as on Unix")
def test_a_change_of_one_rule_is_reported_exactly(tmp_path: Path, sites: Path) -> None:
    changed = Build(tmp_path / "build", tmp_path / "new")
    shutil.copytree(ROOT / "docs_lsp", changed.folder / "docs_lsp")
    rule = changed.folder / "docs_lsp/rules/page_extension.py"
    code = rule.read_text("utf-8")
    code = code.replace("safe=True", "safe=False").replace("a file extension", "a file ending")
    rule.write_text(code, "utf-8")

    comparison = compare_builds(
        Build(ROOT, tmp_path / "old"), changed, [sites / "broken" / "docs.json"]
    )

    assert comparison.faults == []
    assert {rule: sorted(kinds) for rule, kinds in comparison.rules.items()} == {
        "page-extension": ["check", "fix", "fix --unsafe"]
    }
    (finding,) = comparison.rules["page-extension"]["check"]
    assert finding.place == "broken/docs.json:20:20"
    assert finding.old.startswith("error: `guides/mooring.mdx` has a file extension")
    assert finding.new == finding.old.replace("a file extension", "a file ending")
    gone = Change("broken/docs.json:20", '"guides/mooring.mdx", → "guides/mooring",', "")
    assert comparison.rules["page-extension"]["fix"] == [gone]
    assert comparison.rules["page-extension"]["fix --unsafe"] == [gone]


def test_a_fix_that_is_offered_in_another_way_is_a_change() -> None:
    old = result({FINDING: (Offer("Write `a`", True, True, "[]"), Offer("Remove it", *offered()))})
    new = result({FINDING: (Offer("Write `a`", *offered()), Offer("Remove it", *offered()))})

    assert list(write_text(compare_results([old], [new]), 10))[1:4] == [
        "\nodd-label",
        "  offered fixes: 1 changed",
        "    - a/docs.json:2:1 This is odd. safe: Write `a`",
    ]


def test_a_build_that_fails_is_named_and_compared_no_further() -> None:
    broken = result({}, faults={"check": "KeyError: 'a'"})

    lines = list(write_text(compare_results([result({FINDING: ()})], [broken]), 10))

    assert lines[:2] == [
        "1 sites with 0 findings: no differences.",
        "! `check` failed on a (new: KeyError: 'a')",
    ]


def test_the_report_for_a_pull_request_folds_the_differences() -> None:
    text = "\n".join(write_markdown(compare_results([result({FINDING: ()})], [result({})]), 10))

    assert "| odd-label | 1 gone |  |  |  |" in text
    assert "<details><summary>odd-label</summary>" in text
    assert "`````diff\n- a/docs.json:2:1 error: This is odd.\n`````" in text
    assert "| `fix` | 2.0 s | 2.0 s | 1.00 |" in text


def test_samples_come_from_all_differences() -> None:
    many: dict[Finding, tuple[Offer, ...]] = {
        FINDING._replace(span=(line, 1, line, 2)): () for line in range(1, 101)
    }

    lines = list(write_text(compare_results([result({})], [result(many)]), 4))

    assert [line.split()[1] for line in lines if "This is odd" in line] == [
        *("a/docs.json:1:1", "a/docs.json:26:1", "a/docs.json:51:1", "a/docs.json:76:1")
    ]
    assert "      … and 96 more" in lines


DIFF = """\
--- a/docs.json
+++ b/docs.json
@@ -1,5 +1,6 @@
 {
-  "a": 1,
-  "b": 2
+  "a": 3,
+  "b": 4
 }
--- not a header, but a line that went
+and one that came
+and one more
--- a/old.mdx
+++ /dev/null
@@ -1 +0,0 @@
-# A
--- /dev/null
+++ b/new.mdx
@@ -0,0 +1 @@
+# A
"""


def test_the_edits_of_a_diff() -> None:
    assert parse_diff(DIFF, "site") == [
        Edit("site/docs.json", 2, ('  "a": 1,',), ('  "a": 3,',)),
        Edit("site/docs.json", 3, ('  "b": 2',), ('  "b": 4',)),
        Edit(
            "site/docs.json",
            5,
            ("-- not a header, but a line that went",),
            ("and one that came", "and one more"),
        ),
        Edit("site/old.mdx", 1, ("# A",), ()),
        Edit("site/new.mdx", 0, (), ("# A",)),
    ]


def offered() -> tuple[bool, bool, str]:
    return False, False, "[]"


def result(
    offers: dict[Finding, tuple[Offer, ...]], faults: dict[str, str] | None = None
) -> SiteResult:
    return SiteResult("a", offers, NO_EDITS, SECONDS, faults or {})
