"""What settings say about a finding, and which of two win."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.settings.baseline import Baseline
from docs_lsp.settings.settings import Settings, Suppression, merge_settings


@pytest.mark.parametrize(
    ("suppression", "covered"),
    [
        (Suppression(rule="page-url"), True),
        (Suppression(rule="missing-page"), False),
        (Suppression(pointer="/navigation/tabs/2"), True),
        (Suppression(pointer="/navigation/tabs/2/pages/0"), True),
        (Suppression(pointer="/navigation/tabs/2/pages/0/x"), False),
        (Suppression(pointer="/navigation/tab"), False),
        (Suppression(path="docs.json"), True),
        (Suppression(path="guides/"), False),
        (Suppression(rule="page-url", pointer="/navigation", path="*.json"), True),
        (Suppression(rule="page-url", pointer="/navigation", path="*.mdx"), False),
        (Suppression(), True),
    ],
)
def test_all_that_is_given_must_fit(suppression: Suppression, covered: bool) -> None:
    settings = Settings(suppressions=(suppression,))

    assert (
        settings.suppresses_finding("page-url", "docs.json", "/navigation/tabs/2/pages/0")
        is covered
    )


def test_a_pointer_does_not_cover_a_finding_without_one() -> None:
    settings = Settings(suppressions=(Suppression(pointer="/navigation"),))

    assert not settings.suppresses_finding("unlisted-page", "guides/a.mdx", None)


@pytest.mark.parametrize(
    ("file", "ignored"),
    [
        ("legacy/a.mdx", True),
        ("guides/legacy/b.mdx", True),
        ("keep.tmp.mdx", False),
        ("a.tmp.mdx", True),
        ("docs.json", False),
    ],
)
def test_ignored_paths_are_written_as_in_gitignore(file: str, ignored: bool) -> None:
    assert Settings(ignored=("legacy/", "*.tmp.mdx", "!keep.tmp.mdx")).ignores_file(file) is ignored


def test_nothing_is_ignored_by_default() -> None:
    assert not Settings().ignores_file("docs.json")
    assert not Settings().suppresses_finding("page-url", "docs.json", "")


@pytest.mark.parametrize("rule", ["unknown-component", "unknown-prop"])
def test_components_are_left_to_the_vendors_extension_where_it_is(rule: str) -> None:
    beside = Settings(has_vendor_extension=True)
    explicit = Settings(has_vendor_extension=True, rules={rule: Severity.HINT})
    off = Settings(has_vendor_extension=True, beside_vendor="off")

    assert beside.get_severity(rule, Severity.WARNING) is None
    assert merge_settings(beside, Settings()).get_severity(rule, Severity.WARNING) is None
    assert explicit.get_severity(rule, Severity.WARNING) is Severity.HINT
    assert off.get_severity(rule, Severity.WARNING) is Severity.WARNING
    assert Settings().get_severity(rule, Severity.WARNING) is Severity.WARNING
    assert beside.get_severity("missing-page", Severity.ERROR) is Severity.ERROR


def test_a_rule_keeps_its_severity_unless_it_is_set() -> None:
    settings = Settings(rules={"page-url": None, "page-case": Severity.HINT})

    assert settings.get_severity("page-url", Severity.ERROR) is None
    assert settings.get_severity("page-case", Severity.ERROR) is Severity.HINT
    assert settings.get_severity("missing-page", Severity.ERROR) is Severity.ERROR


def test_a_finding_has_its_own_severity_unless_the_project_sets_that_of_its_rule() -> None:
    settings = Settings(rules={"page-url": None, "page-case": Severity.WARNING})
    rules = ("page-url", "page-case", "missing-page")
    own = [settings.get_severity(rule, Severity.ERROR, Severity.HINT) for rule in rules]

    assert own == [None, Severity.WARNING, Severity.HINT]
    assert settings.get_severity("missing-page", None, Severity.HINT) is None, "it is off"


def test_the_project_wins_where_both_set_something() -> None:
    editor = Settings(
        rules={"page-url": Severity.HINT, "page-case": None},
        suppressions=(Suppression(rule="page-url"),),
        extra_languages=frozenset({"eo"}),
        elsewhere=("/mine/",),
        base="/mine",
        origin="https://mine.example",
        ignored=("mine/",),
        json_server="absent",
        trace="messages",
    )
    project = Settings(
        rules={"page-url": None},
        extra_languages=frozenset({"tlh"}),
        elsewhere=("/api/",),
        base="",
        baseline_file="known.json",
        baseline=Baseline(),
    )

    assert merge_settings(editor, project) == Settings(
        rules={"page-url": None, "page-case": None},
        suppressions=(Suppression(rule="page-url"),),
        extra_languages=frozenset({"tlh"}),
        elsewhere=("/api/",),
        base="",
        origin="https://mine.example",
        ignored=("mine/",),
        baseline_file="known.json",
        baseline=Baseline(),
        json_server="absent",
        trace="messages",
    )


def test_what_another_json_server_shows_is_left_to_it() -> None:
    beside = Settings(json_server="present")

    assert beside.get_severity("syntax-error", Severity.ERROR) is None
    assert beside.get_severity("missing-page", Severity.ERROR) is Severity.ERROR
    assert Settings().get_severity("syntax-error", Severity.ERROR) is Severity.ERROR
