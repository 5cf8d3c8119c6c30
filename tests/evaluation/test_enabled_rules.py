"""Only the rules that are wanted run, and only what they need is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.evaluation.check import check_site, evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.rules import all_rules
from docs_lsp.settings.settings import Settings
from docs_lsp.site.ignore import IGNORE_FILES

SITES = sorted(Path(__file__).parents[1].glob("sites/*/docs.json"))
SELECTIONS = (
    {"mdx-syntax"},
    {"mdx-syntax", "dead-link"},
    {"unknown-component", "missing-page"},
    {"missing-page", "wrong-type", "unknown-key"},
    {"dead-link"},
)
DOCS = '{"theme": "mint", "navigation": {"pages": ["index"], "openapi": "api.yaml"}}'


@pytest.mark.parametrize("names", SELECTIONS, ids=lambda names: "+".join(sorted(names)))
def test_wanted_rules_find_what_they_find_among_all(names: set[str]) -> None:
    for site in SITES:
        everything = check_site(site).problems
        alone = check_site(site, wanted=names.__contains__).problems
        assert sorted(alone) == sorted(one for one in everything if one.rule in names), site


class Noting(MemoryFiles):
    """Files that note which of them are read."""

    __slots__ = ("read_files",)

    def __init__(self, files: dict[str, str]) -> None:
        super().__init__(files)
        self.read_files: list[str] = []

    def read(self, path: str) -> bytes:
        self.read_files.append(path)
        return super().read(path)


def _only(*names: str) -> Settings:
    rules: dict[str, Severity | None] = {name: None for name in all_rules() if name not in names}
    return Settings(rules=rules)


def test_for_refused_pages_nothing_else_is_read() -> None:
    files = Noting({"docs.json": DOCS, "index.mdx": "Less <5", "api.yaml": "openapi: 3.1.0"})
    found = evaluate_whole_site(Path("/site"), files, _only("mdx-syntax")).get_problems()
    assert [one.rule for one in found["index.mdx"]] == ["mdx-syntax"]
    assert set(files.read_files) <= {"docs.json", "index.mdx", *IGNORE_FILES}
    # Once more for comments that leave findings out: only pages with findings are.
    assert files.read_files.count("index.mdx") == 2


def test_each_page_is_read_once() -> None:
    files = Noting({"docs.json": DOCS, "start.mdx": "<Card/> {a}", "other.mdx": "Plain."})
    evaluate_whole_site(Path("/site"), files, Settings())
    assert files.read_files.count("start.mdx") == 1
    assert files.read_files.count("other.mdx") == 1


def test_a_page_named_as_one_of_the_starter_kit_is_read_once_more() -> None:
    files = Noting({"docs.json": DOCS, "index.mdx": "Our own.", "quickstart.mdx": "Our own."})
    evaluate_whole_site(Path("/site"), files, Settings())
    assert files.read_files.count("index.mdx") == 2
    assert files.read_files.count("quickstart.mdx") == 2
    files.read_files.clear()
    evaluate_whole_site(Path("/site"), files, Settings(rules={"starter-kit": None}))
    assert files.read_files.count("index.mdx") == 1
