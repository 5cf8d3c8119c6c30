"""A site beside its state at a revision: as much is found where pages are shared as where not."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings

pytest.importorskip("dulwich")

from docs_lsp.cli.earlier_site import open_earlier_sites
from docs_lsp.comparison.site_comparison import SiteComparison, compare_sites
from docs_lsp.evaluation.check import check_site
from docs_lsp.site.overview import Overview
from docs_lsp.site.site import EarlierSite
from tests.comparison.test_site_comparison import Pages, Redirects, histories
from tests.revisions.test_git_index import git, repository_with

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def files_of(pages: Pages, redirects: Redirects) -> dict[str, str]:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0d9373"},
        "navigation": {"groups": [{"group": "All", "pages": sorted(pages)}]},
        "redirects": [{"source": old, "destination": new} for old, new in redirects],
    }
    return {"docs.json": json.dumps(docs), **{f"{page}.mdx": pages[page] for page in pages}}


def looked_at(folder: Path) -> tuple[list[object], SiteComparison, EarlierSite, Overview]:
    """The problems since HEAD, all that is compared, and both states."""
    with open_earlier_sites("HEAD") as build_reader:
        report = check_site(folder / "docs.json", earlier=build_reader(folder / "docs.json"))
        assert report.site is not None
        now = report.site.get_overview()
        assert now is not None and now.earlier is not None
        before = now.earlier.site.cached(Overview.from_site)
        assert before is not None
        return list(report.problems), compare_sites(before, now), now.earlier, now


def shared(found: tuple[list[object], SiteComparison, EarlierSite, Overview]) -> set[str]:
    """The pages that both states have in common, as one."""
    _, _, earlier, now = found
    before, after = earlier.site.contents or {}, now.contents or {}
    return {file for file, page in before.items() if after.get(file) is page}


def changed(folder: Path, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Write what differs, as somebody who works on a site does."""
    for path in before.keys() - after.keys():
        (folder / path).unlink()
    for path, text in after.items():
        if before.get(path) != text:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)


@settings(max_examples=25, deadline=None)
@given(histories())
def test_sharing_pages_changes_nothing(
    history: tuple[Pages, Redirects, Pages, Redirects, Mapping[str, str]],
) -> None:
    pages, redirects, pages_now, redirects_now, _ = history
    before, after = files_of(pages, redirects), files_of(pages_now, redirects_now)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        repository_with(folder, before)
        changed(folder, before, after)
        quick = looked_at(folder)
        assert shared(quick) == {one for one in before if before[one] == after.get(one)} - {
            "docs.json"
        }
        (folder / ".git" / "index").unlink()
        slow = looked_at(folder)
        assert not shared(slow)
        assert quick[:2] == slow[:2]


def test_a_page_with_other_ends_of_lines_is_the_one_on_the_disk(tmp_path: Path) -> None:
    pages = {"a": "---\ntitle: A\n---\n\n## One\n", "b": "---\ntitle: B\n---\n\n[A](/a#one)\n"}
    repository_with(tmp_path, {".gitattributes": "*.mdx text eol=crlf\n", **files_of(pages, [])})
    for page in pages:
        (tmp_path / f"{page}.mdx").unlink()
    git(tmp_path, "checkout", ".")
    assert b"\r\n" in (tmp_path / "a.mdx").read_bytes()
    git(tmp_path, "status")

    problems, found, *_ = looked_at(tmp_path)

    assert not problems
    assert found == SiteComparison()
