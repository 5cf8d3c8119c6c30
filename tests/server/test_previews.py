"""The previews of an editor: started once for each site, announced, followed and ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from lsprotocol.types import MessageType

from docs_lsp.core.text import Text
from docs_lsp.server import previews, waiting_times
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.preview_process import PreviewFault, PreviewStatusLine
from docs_lsp.server.previews import COPY_URL, LENSES, OPEN_PAGE, RESTART, PreviewManager
from docs_lsp.server.session import Session

ROOT, INNER, OTHER = Path("/w/docs"), Path("/w/docs/inner"), Path("/v/docs")
SITES = (ROOT, INNER, OTHER)
PAGE = "http://127.0.0.1:1/#secret=s"


def make_ready(indexed: int | None = 3, notice: str = "") -> PreviewStatusLine:
    return PreviewStatusLine(
        "http://127.0.0.1:1", "http://127.0.0.1:1/mcp", PAGE, 7, ("search",), indexed, 1,
        "3 indexed, 1 excluded", notice,
    )  # fmt: skip


class Process:
    """A preview's process, whose end is decided by the test."""

    def __init__(self, folder: Path, port: int | None, ready: PreviewStatusLine) -> None:
        self.folder, self.port = folder, port
        self.wanted = True
        self.sent: list[dict[str, Any]] = []
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.indexed: asyncio.Future[PreviewStatusLine | None] = (
            asyncio.get_running_loop().create_future()
        )
        self._ready = ready

    def send_message(self, **message: Any) -> None:
        self.sent.append(message)

    async def wait_until_ready(self) -> PreviewStatusLine:
        return self._ready

    async def wait_until_indexed(self) -> PreviewStatusLine | None:
        return await self.indexed

    async def wait_for_end(self) -> int:
        return await self.ended

    async def stop(self) -> None:
        self.wanted = False


class Editor:
    """What a user sees and chooses, and the previews that run."""

    def __init__(self, *sites: Path, shows: bool = True, ready: PreviewStatusLine) -> None:
        self.processes: list[Process] = []
        self.fault: Exception | None = None
        self.answers: list[str | None] = []
        self.messages: list[tuple[MessageType, str]] = []
        self.choices: list[list[str]] = []
        self.documents: list[str] = []
        self.refreshed: list[str] = []
        self.progress: list[object] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.ready = ready
        site = SimpleNamespace(settings=SimpleNamespace(preview=SimpleNamespace(port=4100)))
        self.session = SimpleNamespace(
            sites={
                root: SimpleNamespace(
                    site=site, is_previewed=False, files=SimpleNamespace(uris={"a.mdx": f"u{n}"})
                )
                for n, root in enumerate(sites)
            },
            buffers={"u0": SimpleNamespace(text=Text.from_data("unsaved"))},
            client=SimpleNamespace(shows_documents=shows, refreshes={LENSES}),
        )
        self.manager = PreviewManager(
            cast(Session, self.session), cast(ClientRequests, self), self._begin
        )

    async def start_process(self, root: Path, port: int | None, _options: object) -> Process:
        if self.fault:
            raise self.fault
        self.processes.append(Process(root, port, self.ready))
        return self.processes[-1]

    def _begin(self, title: str) -> Any:
        self.progress.append(title)
        return SimpleNamespace(
            report=self.progress.append, report_end=lambda: self.progress.append("end")
        )

    # Requests

    def show_message(self, kind: MessageType, text: str) -> None:
        self.messages.append((kind, text))

    async def show_choice(self, kind: MessageType, text: str, choices: list[str]) -> str | None:
        self.messages.append((kind, text))
        self.choices.append(choices)
        return self.answers.pop(0) if self.answers else None

    async def show_document(self, uri: str, *, is_external: bool) -> bool:
        assert is_external
        self.documents.append(uri)
        return True

    def request_refresh(self, method: str) -> None:
        self.refreshed.append(method)

    def start_task(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        self.tasks.append(asyncio.ensure_future(coroutine))

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Editor]:
    """Plays what a user does, and returns what was seen."""

    def run(
        act: Callable[[Editor], Awaitable[object]],
        *sites: Path,
        shows: bool = True,
        ready: PreviewStatusLine | None = None,
    ) -> Editor:
        async def played() -> Editor:
            editor = Editor(*sites, shows=shows, ready=ready or make_ready())
            monkeypatch.setattr(
                previews, "PreviewProcess", SimpleNamespace(start=editor.start_process)
            )
            await act(editor)
            await editor.settle()
            for task in editor.tasks:
                task.cancel()
            return editor

        return asyncio.run(played())

    return run


def test_a_preview_starts_once_with_what_is_not_saved(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        status = await editor.manager.start()
        assert status == {
            "site": ROOT.as_uri(),
            "url": "http://127.0.0.1:1",
            "mcp": "http://127.0.0.1:1/mcp",
            "page": PAGE,
            "pid": 7,
            "tools": ["search"],
            "pages": {"indexed": 3, "leftOut": 1},
            "notice": "",
        }
        assert editor.manager.list_statuses() == [status] == [await editor.manager.start()]

    editor = play(act, ROOT)
    (process,) = editor.processes

    assert (process.folder, process.port) == (ROOT, 4100)
    assert process.sent == [{"open": "a.mdx", "text": "unsaved"}]
    assert editor.session.sites[ROOT].is_previewed
    assert editor.refreshed == [LENSES]
    assert editor.progress == ["Preparing the preview", 0, "end"]


@pytest.mark.parametrize(
    ("answer", "documents"),
    [(None, []), (OPEN_PAGE, [PAGE]), (COPY_URL, [f"{PAGE}&show=connect"])],
)
def test_the_announcement_offers_the_page_and_keeps_the_secret(
    play: Callable[..., Editor], answer: str | None, documents: list[str]
) -> None:
    async def act(editor: Editor) -> None:
        editor.answers = [answer]
        await editor.manager.start()

    editor = play(act, ROOT)

    assert editor.messages == [
        (
            MessageType.Info,
            "The preview of docs runs at http://127.0.0.1:1/mcp: pages: 3 indexed, 1 excluded.",
        )
    ]
    assert editor.choices == [[OPEN_PAGE, COPY_URL]]
    assert editor.documents == documents


def test_an_editor_that_shows_no_documents_is_told_what_to_run(
    play: Callable[..., Editor],
) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.start()
        await editor.settle()
        assert not await editor.manager.open_page()

    editor = play(act, ROOT, shows=False, ready=make_ready(None))
    first, second = (text for _, text in editor.messages)

    assert first == second
    assert "its pages are still being read. To open its page, run" in first
    assert "secret" not in first and editor.documents == []


def test_a_notice_about_access_is_shown_once(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.start()
        await editor.settle()
        await editor.manager.start()

    editor = play(act, ROOT, ready=make_ready(notice="All see `a`."))

    assert [text.endswith(" All see a.") for _, text in editor.messages] == [True, False]


def test_a_notice_that_comes_with_the_last_page_is_shown_then(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.start()
        await editor.settle()
        editor.processes[0].indexed.set_result(make_ready(notice="All see `a`."))
        await editor.settle()
        await editor.manager.start()

    editor = play(act, ROOT, ready=make_ready(None))

    assert [text.endswith("All see a.") for _, text in editor.messages] == [False, True, False]


@pytest.mark.parametrize("fault", [PreviewFault("no port is free."), OSError("no port is free.")])
def test_a_preview_that_cannot_start(play: Callable[..., Editor], fault: Exception) -> None:
    async def act(editor: Editor) -> None:
        editor.fault = fault
        assert await editor.manager.start() is None
        assert not await editor.manager.open_page()
        assert editor.manager.list_statuses() == []

    editor = play(act, ROOT)

    assert editor.messages == 2 * [
        (MessageType.Error, "The preview cannot start: no port is free.")
    ]
    assert editor.progress[-1] == "end"


def test_stopping_ends_the_process_and_its_lenses(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        assert not await editor.manager.stop()
        await editor.manager.start()
        assert await editor.manager.stop()
        assert not await editor.manager.stop(ROOT.as_uri())
        editor.processes[0].ended.set_result(0)

    editor = play(act, ROOT)

    assert not editor.processes[0].wanted
    assert not editor.session.sites[ROOT].is_previewed
    assert editor.refreshed == [LENSES, LENSES]
    assert not any(kind is MessageType.Error for kind, _ in editor.messages)


def test_restarting_starts_another_process(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.restart()
        await editor.manager.restart()

    editor = play(act, ROOT)

    assert [process.wanted for process in editor.processes] == [False, True]


@pytest.mark.parametrize(("answer", "count"), [(None, 1), (RESTART, 2)])
def test_a_preview_that_ends_by_itself_can_be_restarted(
    play: Callable[..., Editor], answer: str | None, count: int
) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.start()
        await editor.settle()
        editor.answers = [answer]
        editor.processes[0].ended.set_result(3)
        await editor.settle()
        assert len(editor.manager.list_statuses()) == count - 1

    editor = play(act, ROOT)

    assert (MessageType.Error, "The preview of docs stopped unexpectedly (exit code 3).") in (
        editor.messages
    )
    assert editor.choices[1] == [RESTART]
    assert len(editor.processes) == count


def test_counts_are_known_once_all_pages_have_been_read(play: Callable[..., Editor]) -> None:
    async def act(editor: Editor) -> None:
        await editor.manager.start()
        (before,) = editor.manager.list_statuses()
        await editor.settle()
        editor.processes[0].indexed.set_result(make_ready(5))
        await editor.settle()
        (after,) = editor.manager.list_statuses()
        assert (before["pages"]["indexed"], after["pages"]["indexed"]) == (0, 5)

    play(act, ROOT, ready=make_ready(None))


@pytest.mark.parametrize(
    ("sites", "argument", "answer", "chosen"),
    [
        (SITES, (ROOT / "a.mdx").as_uri(), None, ROOT),
        (SITES, (INNER / "a.mdx").as_uri(), None, INNER),
        (SITES, None, "inner", INNER),
        # Two sites of one name are told apart by their paths.
        (SITES, None, str(OTHER), OTHER),
        (SITES, "file:///elsewhere/a.mdx", None, None),
        ((ROOT,), None, None, ROOT),
        ((ROOT,), 3, None, ROOT),
        ((ROOT,), "file:///elsewhere/a.mdx", "docs", ROOT),
        ((), None, None, None),
    ],
)
def test_the_site_of_a_file_or_the_one_that_is_chosen(
    play: Callable[..., Editor],
    sites: tuple[Path, ...],
    argument: object,
    answer: str | None,
    chosen: Path | None,
) -> None:
    async def act(editor: Editor) -> None:
        editor.answers = [answer]
        await editor.manager.start(*([] if argument is None else [argument]))

    editor = play(act, *sites)

    assert [process.folder for process in editor.processes] == ([chosen] if chosen else [])
    if not sites:
        assert editor.messages == [(MessageType.Info, "There is no docs.json in this workspace.")]
    elif answer or not chosen:
        names = ["docs"] if len(sites) == 1 else [str(ROOT), "inner", str(OTHER)]
        assert editor.messages[0] == (MessageType.Info, "Which site?")
        assert editor.choices[0] == names


def test_texts_are_passed_on_once_the_writer_pauses(
    play: Callable[..., Editor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "PREVIEW_EDIT_PAUSE", 0)
    uri, closed = (ROOT / "b.mdx").as_uri(), (ROOT / "c.mdx").as_uri()

    async def act(editor: Editor) -> None:
        editor.manager.schedule_update(uri)
        await editor.manager.start(ROOT.as_uri())
        await editor.manager.start(OTHER.as_uri())
        for process in editor.processes:
            process.sent.clear()
        editor.session.buffers[uri] = SimpleNamespace(text=Text.from_data("new"))
        for each in (uri, uri, closed, "untitled:1"):
            editor.manager.schedule_update(each)
        await asyncio.sleep(0.01)

    editor = play(act, ROOT, OTHER)

    assert editor.processes[0].sent == [
        {"open": "b.mdx", "text": "new"},
        {"close": "c.mdx"},
    ]
    assert editor.processes[1].sent == []
