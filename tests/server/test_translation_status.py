"""What an editor is told of translations that do not follow: when it is found out, and when not."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest

pytest.importorskip("dulwich")

from docs_lsp.revisions import history as commits
from docs_lsp.server import waiting_times
from docs_lsp.server.repository_polls import check_new_commits, poll_commits
from docs_lsp.settings.settings import Settings
from tests.revisions.history import History
from tests.server.test_session import HEAD, World

DOCS = (
    f'{{{HEAD}"navigation": {{"languages": ['
    '{"language": "en", "pages": ["tides", "ropes"]}, '
    '{"language": "fr", "pages": ["fr/tides", "fr/ropes"]}]}}'
)
BEFORE = {
    "docs.json": DOCS,
    "tides.mdx": "---\ntitle: Tides\n---\nHigh water is at six.\n",
    "ropes.mdx": "---\ntitle: Ropes\n---\nOf hemp.\n",
    "fr/tides.mdx": "---\ntitle: Marées\n---\nLa pleine mer est à six heures.\n",
    "fr/ropes.mdx": "---\ntitle: Cordages\n---\nDe chanvre.\n",
}
NOW = {**BEFORE, "tides.mdx": "---\ntitle: Tides\n---\nHigh water is at seven.\n"}
FOLLOWED = "---\ntitle: Marées\n---\nLa pleine mer est à sept heures.\n"


class Translated(World):
    """A site in a repository, of which one original has changed."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        root.mkdir()
        self.history = History(root)
        self.known: Any = {}
        for files in (BEFORE, NOW):
            self.history.commit(files)
        for name, text in NOW.items():
            self.write(name, text)

    def start(self, *, wanted: bool = True) -> None:
        self.want(wanted)
        self.open("docs.json")
        self.settle()

    def want(self, wanted: bool) -> None:
        self.session.set_editor_settings({None: Settings(translations=wanted)})

    def look(self) -> None:
        self.known = asyncio.run(
            check_new_commits(self.session.sites, self.work.start_translation_check, self.known)
        )
        self.settle()

    def save(self, name: str, text: str) -> None:
        self.write(name, text)
        self.happened(name)
        self.settle()

    def standing(self) -> object:
        (site,) = self.session.sites.values()
        return site.reader.translation_status

    def stale(self) -> list[str]:
        """The pages that are told to be older than their original."""
        return [name for name in BEFORE if "stale-translation" in self.found(name)]


@pytest.fixture
def world(tmp_path: Path) -> Translated:
    return Translated(tmp_path / "quay")


def test_without_the_setting_nothing_is_looked_at(world: Translated) -> None:
    world.start(wanted=False)
    world.look()
    assert world.stale() == []
    assert world.known == {}
    assert world.standing() is None


def test_a_translation_that_has_not_followed_is_information(world: Translated) -> None:
    world.start()
    assert world.stale() == ["fr/tides.mdx"]
    (filed,) = (told[world.uri("fr/tides.mdx")] for told in world.told.values())
    (finding,) = orjson.loads(filed.report.items.json)
    assert finding["severity"] == 3
    assert "`tides.mdx` has changed in 1 commit since `" in finding["message"]


def test_it_is_gone_while_the_translation_is_worked_on(world: Translated) -> None:
    world.start()
    world.save("fr/tides.mdx", FOLLOWED)
    assert world.stale() == []
    world.save("fr/tides.mdx", BEFORE["fr/tides.mdx"])
    assert world.stale() == ["fr/tides.mdx"]


def test_what_stands_in_the_editor_counts(world: Translated) -> None:
    world.start()
    world.open("fr/tides.mdx")
    world.set("fr/tides.mdx", FOLLOWED)
    world.settle()
    assert world.stale() == []


def test_other_ends_of_lines_are_no_work(world: Translated) -> None:
    world.start()
    path = world.root / "fr/tides.mdx"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    world.happened("fr/tides.mdx")
    world.settle()
    assert world.stale() == ["fr/tides.mdx"]


def test_an_original_that_is_not_committed_does_not_count(world: Translated) -> None:
    world.start()
    world.save("ropes.mdx", "---\ntitle: Ropes\n---\nOf hemp, or of steel.\n")
    assert world.stale() == ["fr/tides.mdx"]


def test_commits_are_noticed(world: Translated) -> None:
    world.start()
    followed = {**NOW, "fr/tides.mdx": FOLLOWED}
    world.save("fr/tides.mdx", FOLLOWED)
    world.history.commit(followed)
    world.look()
    assert world.stale() == []
    steel = "---\ntitle: Ropes\n---\nOf steel.\n"
    world.save("ropes.mdx", steel)
    world.history.commit({**followed, "ropes.mdx": steel})
    world.look()
    assert world.stale() == ["fr/ropes.mdx"]


def test_nothing_is_read_again_for_the_same_commit(
    world: Translated, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start()
    standing = world.standing()
    monkeypatch.setattr(commits.History, "find_changes", None)
    world.save("tides.mdx", "---\ntitle: Tides\n---\nHigh water is at eight.\n")
    world.replace("docs.json", "Quay", "Pier")
    world.settle()
    world.look()
    assert world.standing() is standing is not None


def test_who_asks_while_it_is_found_out_gets_what_was_found(
    world: Translated, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start(wanted=False)
    world.want(True)
    (site,) = world.session.sites.values()
    world.background.jobs.clear()
    world.work.start_translation_check(site)
    running = world.background.begin()
    world.work.start_translation_check(site)
    for deliver in running:
        deliver()
    standing = world.standing()
    monkeypatch.setattr(commits.History, "find_changes", None)
    world.settle()
    assert world.standing() is standing is not None


def test_a_page_that_is_listed_later_is_looked_at(world: Translated) -> None:
    world.write("docs.json", DOCS.replace('"tides", ', ""))
    world.start()
    assert world.stale() == []
    world.set("docs.json", DOCS)
    world.settle()
    assert world.stale() == ["fr/tides.mdx"]


def test_the_setting_can_be_taken_back(world: Translated) -> None:
    world.start()
    world.want(False)
    world.settle()
    assert world.stale() == []
    assert world.standing() is None


def test_the_project_can_switch_the_rule_off(world: Translated) -> None:
    world.write("docs-lsp.toml", '[rules]\nstale-translation = "off"\n')
    world.start()
    assert world.stale() == []


def test_a_stamp_is_believed(world: Translated) -> None:
    stamp = f"x-i18n:\n  source_hash: {'a' * 64}\n"
    stamped = {**NOW, "fr/ropes.mdx": f"---\ntitle: Cordages\n{stamp}---\nDe chanvre.\n"}
    world.write("fr/ropes.mdx", stamped["fr/ropes.mdx"])
    world.history.commit(stamped)
    world.start()
    assert world.stale() == ["fr/tides.mdx", "fr/ropes.mdx"]


def test_a_folder_without_a_repository(world: Translated, caplog: pytest.LogCaptureFixture) -> None:
    shutil.move(world.root / ".git", world.root / "git")
    with caplog.at_level("INFO"):
        world.start()
        world.look()
    assert world.stale() == []
    assert "is not in a git repository" in caplog.text
    shutil.move(world.root / "git", world.root / ".git")
    world.look()
    assert world.stale() == ["fr/tides.mdx"]


def test_a_walk_that_nobody_wants_any_more_ends(world: Translated) -> None:
    world.start(wanted=False)
    world.want(True)
    world.background.jobs.clear()
    (site,) = world.session.sites.values()
    world.work.start_translation_check(site)
    (job, _) = world.background.jobs["translations", world.root]
    assert job(lambda: True) is None
    assert job(lambda: False) is not None


@pytest.mark.asyncio
async def test_it_is_looked_for_again_and_again(
    world: Translated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "REVISION_POLL", 0.01)
    world.start()
    following = asyncio.create_task(
        poll_commits(world.session.sites, world.work.start_translation_check)
    )
    async with asyncio.timeout(10):
        while not world.background.jobs:
            await asyncio.sleep(0.01)
        world.settle()
        world.history.commit({**NOW, "fr/tides.mdx": FOLLOWED})
        world.save("fr/tides.mdx", FOLLOWED)
        while not world.background.jobs:
            await asyncio.sleep(0.01)
    world.settle()
    assert world.stale() == []
    await asyncio.sleep(0.1)
    assert not world.background.jobs, "nothing has changed since"
    following.cancel()
