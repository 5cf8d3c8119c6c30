"""What is read again while a site is fixed in a draft."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docs_lsp.cli import fix_plan
from docs_lsp.cli.fix_plan import plan_fixes
from docs_lsp.files.files import DiskFiles
from docs_lsp.fixes.fixing_rounds import FixedSite
from docs_lsp.settings.settings import Settings
from tests.cli.test_fix import write_site


class Readings:
    """Notes each time that a site is evaluated, and each time that cached pages are opened."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.notes: list[str] = []
        for name, note in (
            ("evaluate_whole_site", self._name_whole_look),
            ("evaluate_changed_parts", lambda *_, **__: "parts"),
            ("open_body_cache", lambda *_: "cache"),
        ):
            self._watch(patch, name, note)

    def _watch(self, patch: pytest.MonkeyPatch, name: str, note: Any) -> None:
        function = getattr(fix_plan, name)

        def call(*arguments: Any, **options: Any) -> Any:
            self.notes.append(note(*arguments, **options))
            return function(*arguments, **options)

        patch.setattr(fix_plan, name, call)

    def _name_whole_look(self, *arguments: Any, **_options: Any) -> str:
        return "all" if arguments[4] is None else "changed pages"


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    return Readings(monkeypatch)


def write_linking_site(root: Path) -> Path:
    """A site with a misspelt link in a page."""
    docs = write_site(root, ["a", "harbour"])
    (root / "harbour.mdx").write_text("Harbour\n", "utf-8")
    (root / "a.mdx").write_text("[Harbour](/harbor)\n", "utf-8")
    return docs


def plan(docs_json: Path, *rules: str, **options: Any) -> FixedSite:
    disk = DiskFiles(docs_json.parent)
    return plan_fixes(docs_json, disk, Settings(), lambda *_: True, rules, **options)


def test_a_change_of_docs_json_reads_no_page_again(tmp_path: Path, readings: Readings) -> None:
    docs = write_site(tmp_path, ["a.mdx", "b"])
    fixed = plan(docs, "page-extension")

    assert fixed.draft.changed.keys() == {"docs.json"}
    assert readings.notes == ["all", "parts"]


def test_a_change_of_a_page_reads_that_page_again(tmp_path: Path, readings: Readings) -> None:
    docs = write_linking_site(tmp_path)
    fixed = plan(docs, "dead-link")

    assert fixed.draft.changed.keys() == {"a.mdx"}
    assert readings.notes == ["all", "changed pages"]


def test_only_pages_of_the_disk_are_cached(tmp_path: Path, readings: Readings) -> None:
    docs = write_linking_site(tmp_path)
    plan(docs, "dead-link", saves_page_bodies=True)

    assert readings.notes == ["cache", "all", "changed pages"]


def test_docs_json_can_be_fixed_alone(tmp_path: Path, readings: Readings) -> None:
    docs = write_site(tmp_path, ["a.mdx", "b"])

    assert plan(docs, "page-extension", reads_files=False).done
    assert readings.notes == []
