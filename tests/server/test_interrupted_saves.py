"""A site that a docs-lsp command has left half written, in the editor."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features._actions_in_range import ActionRequest, iter_actions
from docs_lsp.features._workspace_edit import EditAbilities
from docs_lsp.features.rename import answer_rename
from docs_lsp.files.walk import JOURNAL_FILE
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.server.disk_changes import check_interrupted_saves
from tests.server.test_session import World, docs

ALL = EditAbilities(versions=True, creates=True, renames=True, deletes=True)


class Interrupted(World):
    """A site in which a journal comes and goes."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        root.mkdir()
        self.write("docs.json", docs("tides.mdx"))
        self.write("tides.mdx")
        self.open("docs.json")
        self.settle()
        self.messages: list[str] = []
        self.known: frozenset[Path] = frozenset()
        self.reported: set[Path] = set()

    def look(self) -> int:
        """Look once; how many messages there were in all."""
        self.known = asyncio.run(
            check_interrupted_saves(self.session, self.messages.append, self.known, self.reported)
        )
        return len(self.messages)

    def list_edits(self) -> list[str]:
        """The edits that are offered for all of docs.json."""
        (open_site,) = self.session.sites.values()
        view = open_site.build_view()
        assert view is not None
        whole = ActionRequest("docs.json", Span(0, len(view.text("docs.json").data)), ())
        return [action.title for action in iter_actions(view, whole, ALL) if not action.rule]

    def rename(self) -> object:
        (open_site,) = self.session.sites.values()
        view = open_site.build_view()
        assert view is not None
        at = view.text("docs.json").data.index(b"Quay") + 1
        return answer_rename(view, "docs.json", at, "Pier", Encoding.UTF16, ALL)


@pytest.fixture
def site(tmp_path: Path) -> Interrupted:
    return Interrupted(tmp_path / "quay")


def test_it_is_reported_once_with_what_repairs_it(site: Interrupted) -> None:
    assert site.look() == 0

    site.write(JOURNAL_FILE)
    assert site.look() == 0  # A command may be writing just now.
    assert [site.look(), site.look()] == [1, 1]
    assert f'Run `docs-lsp check "{site.root}"`' in site.messages[0]

    (site.root / JOURNAL_FILE).unlink()
    assert site.look() == 1
    site.write(JOURNAL_FILE)
    assert [site.look(), site.look()] == [1, 2]


def test_no_edit_is_offered_until_then(site: Interrupted) -> None:
    site.look()
    offered = site.list_edits()
    assert "Write `tides`" in offered

    site.write(JOURNAL_FILE)
    site.look()
    assert site.list_edits() == []

    (site.root / JOURNAL_FILE).unlink()
    site.look()
    assert site.list_edits() == offered


def test_nothing_is_renamed_until_then(tmp_path: Path) -> None:
    site = Interrupted(tmp_path / "quay")
    groups = '[{ "group": "Quay", "pages": ["tides"] }]'
    site.set("docs.json", f'{{ "navigation": {{ "groups": {groups} }} }}')
    site.settle()
    site.look()
    assert site.rename() is not None

    site.write(JOURNAL_FILE)
    site.look()
    with pytest.raises(ChangeRefused, match="interrupted"):
        site.rename()
