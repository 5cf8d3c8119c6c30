"""What is made in other processes equals what is made in one, whatever becomes of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from queue import SimpleQueue

import pytest

from docs_lsp.core import line_process
from docs_lsp.settings.settings import Settings
from mcp_preview.live import site_loading, text_workers
from mcp_preview.live.live_site import LiveSite
from mcp_preview.live.server_state import ServerState
from mcp_preview.live.text_workers import TextWorkers

FILES = {
    "tides.mdx": "---\ntitle: Tides\n---\n## High\n\nHigh water of {{sea}}, see [it](/knots)\n",
    "knots.mdx": "---\ntitle: Knots\nkeywords: [rope]\n---\nOf rope\n\n# One\n\n## Two\n\nHitch\n",
    "quay.mdx": 'import S from "/snippets/s.mdx"\n\n<S />\n\nThe quay\n',
    "half.mdx": 'Half of a character: {"\\ud800"}\n',
    "de/tides.mdx": "---\ntitle: Flut\n---\nHohe Fluten\n",
    "zh/tides.mdx": "---\ntitle: 潮汐\n---\n高潮时间\n",
    "api.mdx": "---\nopenapi: GET /berths\n---\nSaid above\n",
    "refused.mdx": "---\ntitle: Refused\n---\n<Note>\n",
    "empty.mdx": "---\ntitle: Empty\n---\n",
    "hidden.mdx": "---\nnoindex: true\n---\nNot on any list\n",
    "snippets/s.mdx": "A snippet of rope\n",
}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {"/berths": {"get": {"summary": "Find a berth", "description": "Where it is deep."}}},
}
QUERIES = ("high water", "rope", "hitch", "berth deep", "quay", "Fluten", "潮时", "refused")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    pages = [name.removesuffix(".mdx") for name in FILES if not name.startswith(("sn", "hi"))]
    more = {f"more/{at}.mdx": f"---\ntitle: Page {at}\n---\nWord{at} of rope\n" for at in range(40)}
    languages = [
        {"language": "en", "pages": [page for page in pages if "/" not in page]},
        {"language": "de", "pages": ["de/tides"]},
        {"language": "zh", "pages": ["zh/tides", *(name[:-4] for name in more)]},
    ]
    docs = {"name": "H", "navigation": {"languages": languages}, "variables": {"sea": "North"}}
    made = {"docs.json": json.dumps(docs), "spec.json": json.dumps(SPEC)}
    for name, text in {**FILES, **more, **made}.items():
        folder.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        folder.joinpath(name).write_text(text, "utf-8")
    return folder


@pytest.fixture(autouse=True)
def from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_workers, "_FEW", 0)


def loaded(folder: Path, monkeypatch: pytest.MonkeyPatch, processes: int) -> ServerState:
    monkeypatch.setattr(site_loading, "choose_process_count", lambda: processes)
    return LiveSite.from_folder(folder, Settings()).state


def served(state: ServerState) -> object:
    """All that processes may have had to do with."""
    found = {
        query: [(hit.url, hit.content, getattr(hit, "score", 0)) for hit in hits]
        for query in QUERIES
        for hits in [state.search.search(query)]
    }
    return state.pages, [page.markdown for page in state.pages.indexed.values()], found


def test_several_processes_serve_the_same(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = served(loaded(site, monkeypatch, 0))

    assert served(loaded(site, monkeypatch, 2)) == alone
    assert len(loaded(site, monkeypatch, 1).search.search("hitch")) == 1


def test_processes_make_the_pages_and_end(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[TextWorkers] = []
    made: list[str] = []
    text = TextWorkers.wait_for_text

    def noted(self: TextWorkers, file: str) -> object:
        used.append(self)
        found = text(self, file)
        if found is not None:
            made.append(file)
            assert (found.markdown is None) is (self.get_last_words(file) is None)
        return found

    monkeypatch.setattr(TextWorkers, "wait_for_text", noted)
    loaded(site, monkeypatch, 2)

    assert {*FILES} - {*made} == {"api.mdx", "hidden.mdx", "snippets/s.mdx"}
    assert len(made) == 40 + len(FILES) - 3
    assert [one._process.process.returncode for one in used[0]._processes or ()] == [-9, -9]


def test_a_process_that_ends_costs_no_page(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = served(loaded(site, monkeypatch, 0))
    text = TextWorkers.wait_for_text

    def without_the_first(self: TextWorkers, file: str) -> object:
        processes = self._processes or []
        if processes and file == "more/20.mdx":
            processes[0]._process.process.kill()
            processes[0]._process.process.wait()
        return text(self, file)

    monkeypatch.setattr(TextWorkers, "wait_for_text", without_the_first)

    assert served(loaded(site, monkeypatch, 1)) == alone
    assert served(loaded(site, monkeypatch, 2)) == alone


def test_a_broken_answer_costs_no_page(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = served(loaded(site, monkeypatch, 0))
    broken: list[bytes] = []

    class CutOff(SimpleQueue[bytes]):
        """Cuts off the first answer where it stands, before those that came meanwhile."""

        def get(self, block: bool = True, timeout: float | None = None) -> bytes:
            line = super().get(block, timeout)
            if broken:
                return line
            broken.append(line)
            return line[: len(line) // 2] + b"\n"

    monkeypatch.setattr(line_process, "SimpleQueue", CutOff)

    assert served(loaded(site, monkeypatch, 1)) == alone
    assert len(broken) == 1


@pytest.mark.parametrize("most", [0, 1])
def test_what_processes_have_no_time_for_is_made_all_the_same(
    site: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    alone = served(loaded(site, monkeypatch, 0))
    sent: list[int] = []
    send = text_workers._TextWorker.send_batch

    def noted(self: text_workers._TextWorker, batch: object) -> None:
        sent.append(self.pending_count)
        send(self, batch)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(text_workers._TextWorker, "send_batch", noted)
    monkeypatch.setattr(text_workers, "_MOST_WAITING", most)

    assert served(loaded(site, monkeypatch, 1)) == alone
    assert bool(sent) is bool(most)
    assert all(waiting < most for waiting in sent)


def test_no_process_is_needed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = served(loaded(site, monkeypatch, 0))
    monkeypatch.setattr(sys, "executable", str(site / "no-python"))

    assert served(loaded(site, monkeypatch, 2)) == alone


def test_modules_of_the_current_folder_are_not_imported(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = served(loaded(site, monkeypatch, 0))
    mark = site / "was-here"
    site.joinpath("orjson.py").write_text(f"open({str(mark)!r}, 'w').close()", "utf-8")
    monkeypatch.chdir(site)

    assert served(loaded(site, monkeypatch, 1)) == alone
    assert not mark.exists()
