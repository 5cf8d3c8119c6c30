"""What sites are compared with in the editor: when it is read, and what is found then."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest

pytest.importorskip("dulwich")

from docs_lsp.server import waiting_times
from docs_lsp.server.repository_polls import poll_revisions, update_comparisons
from docs_lsp.settings.settings import Settings
from tests.revisions.history import History
from tests.server.test_session import World, docs

PAGE = "---\ntitle: Tides\n---\nHigh water is at six, and again at half past six.\n"
BEFORE = {"docs.json": docs("tides", "ropes"), "tides.mdx": PAGE, "ropes.mdx": "Ropes."}


class Compared(World):
    """A site in a repository, in which a page has just been moved by somebody."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        root.mkdir()
        self.history = History(root)
        self.history.commit(BEFORE)
        self.write("docs.json", docs("harbour/tides", "ropes"))
        self.write("harbour/tides.mdx", PAGE)
        self.write("ropes.mdx", "Ropes.")
        self.known: Any = {}

    def start(self, revision: str = "HEAD") -> None:
        self.set_revision(revision)
        self.open("docs.json")
        self.settle()
        self.look()

    def set_revision(self, revision: str) -> None:
        self.session.set_editor_settings({None: Settings(compare_with=revision)})

    def look(self) -> None:
        self.known = asyncio.run(
            update_comparisons(self.session.sites, self.work.start_comparison, self.known)
        )
        self.settle()

    def severities(self) -> list[int]:
        items = [filed[self.uri("docs.json")].report.items.json for filed in self.told.values()]
        return [one["severity"] for item in items for one in orjson.loads(item)]


@pytest.fixture
def compared(tmp_path: Path) -> Compared:
    return Compared(tmp_path / "quay")


def test_without_the_setting_nothing_is_looked_at(compared: Compared) -> None:
    compared.start("")
    assert compared.found() == []
    assert not any(trace for _, trace in compared.known.values())


def test_what_readers_lose_since_a_revision_is_information(compared: Compared) -> None:
    compared.start()
    assert (compared.found(), compared.severities()) == (["lost-address"], [3])


def test_it_is_read_after_the_pages(compared: Compared) -> None:
    compared.set_revision("HEAD")
    compared.open("docs.json")
    asyncio.run(update_comparisons(compared.session.sites, compared.work.start_comparison, {}))
    assert not any(key[0] == "earlier" for key in compared.background.jobs)  # type: ignore[index]


def test_a_commit_is_noticed(compared: Compared) -> None:
    compared.start()
    compared.history.commit({"docs.json": docs("harbour/tides", "ropes"), "ropes.mdx": "Ropes."})
    compared.look()
    assert compared.found() == []


def test_nothing_is_read_again_for_the_same_commit(compared: Compared) -> None:
    compared.start()
    (site,) = compared.session.sites.values()
    earlier = site.reader.earlier
    refs = compared.root / ".git/packed-refs"
    refs.write_text("# pack-refs with: peeled fully-peeled sorted\n")
    compared.look()
    assert site.reader.earlier is earlier is not None


def test_the_setting_can_be_taken_back(compared: Compared) -> None:
    compared.start()
    compared.set_revision("")
    compared.look()
    assert compared.found() == []


def test_another_word_of_the_project_counts(compared: Compared) -> None:
    compared.write("docs-lsp.toml", '[rules]\nlost-address = "warning"\n')
    compared.start()
    assert compared.severities() == [2]


def test_a_redirect_that_is_typed_mends_it(compared: Compared) -> None:
    compared.start()
    compared.replace("docs.json", '"name"', '"redirects": [], "name"')
    assert compared.found() == ["lost-address"], "it stays until there is time to look again"
    redirect = {"source": "/tides", "destination": "/harbour/tides"}
    compared.set("docs.json", docs("harbour/tides", "ropes", redirects=[redirect]))
    compared.settle()
    assert compared.found() == []


def test_pages_that_go_later_are_compared_by_what_they_were(compared: Compared) -> None:
    compared.start()
    (compared.root / "ropes.mdx").rename(compared.root / "harbour/knots.mdx")
    compared.happened("ropes.mdx", "harbour/knots.mdx")
    compared.set("docs.json", docs("harbour/tides", "harbour/knots"))
    compared.settle()
    (problems,) = (
        site.site.get_problems() for site in compared.session.sites.values() if site.site
    )
    remedies = [one.message.rpartition(". ")[2] for one in problems["docs.json"]]
    assert remedies == [
        "Redirect `/ropes` to `/harbour/knots`.",
        "Redirect `/tides` to `/harbour/tides`.",
    ]


def test_a_folder_without_a_repository_has_nothing_to_compare(
    compared: Compared, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.move(compared.root / ".git", compared.root / "git")
    with caplog.at_level("INFO"):
        compared.start()
    assert compared.found() == []
    assert "is not in a git repository" in caplog.text
    shutil.move(compared.root / "git", compared.root / ".git")
    compared.look()
    assert compared.found() == ["lost-address"]


def test_the_first_commit_is_noticed(tmp_path: Path) -> None:
    compared = Compared(tmp_path / "quay")
    compared.history.repo.refs.set_symbolic_ref(b"HEAD", b"refs/heads/unborn")
    compared.start()
    assert compared.found() == []
    compared.history.commit(BEFORE, branch="unborn")
    compared.look()
    assert compared.found() == ["lost-address"]


def test_an_earlier_docs_json_that_tells_nothing(
    compared: Compared, caplog: pytest.LogCaptureFixture
) -> None:
    compared.history.commit({**BEFORE, "docs.json": '{"navigation": '})
    with caplog.at_level("INFO"):
        compared.start()
    assert compared.found() == []
    assert "so it is not known what readers have lost since then" in caplog.text


@pytest.mark.parametrize("name", ["nowhere", "--all", "HEAD~9", "..", "a:b", "../../x", "\0"])
def test_names_that_mean_nothing(compared: Compared, name: str) -> None:
    compared.start(name)
    assert compared.found() == []


@pytest.mark.asyncio
async def test_it_is_looked_for_again_and_again(
    compared: Compared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "REVISION_POLL", 0.01)
    compared.set_revision("HEAD")
    compared.open("docs.json")
    compared.settle()
    following = asyncio.create_task(
        poll_revisions(compared.session.sites, compared.work.start_comparison)
    )
    async with asyncio.timeout(10):
        while not compared.background.jobs:
            await asyncio.sleep(0.01)
    compared.settle()
    assert compared.found() == ["lost-address"]
    await asyncio.sleep(0.1)
    assert not compared.background.jobs, "nothing has changed since"
    following.cancel()
