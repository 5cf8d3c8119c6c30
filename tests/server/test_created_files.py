"""A page that is created in the editor gets its title, and is listed if the writer wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from docs_lsp.features.to_lsp import Json
from docs_lsp.server import created_files, waiting_times
from tests.e2e.editor import docs
from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio
STARTS_PAGE = created_files._start_page.__qualname__
ABLE = {
    "workspace": {
        "applyEdit": True,
        "fileOperations": {"didCreate": True},
        "workspaceEdit": {"documentChanges": True},
    }
}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "FIND_SITES_PAUSE", 0.0)
    monkeypatch.setattr(waiting_times, "CREATED_GRACE", 0.02)
    monkeypatch.setattr(waiting_times, "CREATED_POLL", 0.02)


class Client(Wire):
    """A client that applies all edits, and answers the question about the navigation."""

    def __init__(self, chosen: str | None = None) -> None:
        super().__init__()
        self.chosen = chosen

    def _answer(self, question: Json) -> None:
        result: object = {"applied": True} if question["method"] == "workspace/applyEdit" else None
        if question["method"] == "window/showMessageRequest":
            titles = [action["title"] for action in question["params"]["actions"]]
            title = next((each for each in titles if self.chosen and self.chosen in each), None)
            result = {"title": title} if title else None
        self.send({"jsonrpc": "2.0", "id": question["id"], "result": result})

    @property
    def edits(self) -> list[str]:
        """What the server wanted to have written, by file."""
        steps = [
            step
            for message in self.said
            if message.get("method") == "workspace/applyEdit"
            for step in message["params"]["edit"]["documentChanges"]
        ]
        return [
            f"{step['textDocument']['uri'].rpartition('/')[2]}: {step['edits'][0]['newText']}"
            for step in steps
        ]

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(15):
            while not condition():
                await asyncio.sleep(0.02)


async def started(root: Path, chosen: str | None = None, can: Json = ABLE) -> Client:
    (root / "guides").mkdir()
    (root / "docs.json").write_text(docs("guides/first", "guides/second"))
    for name in ("first", "second"):
        (root / "guides" / f"{name}.mdx").write_text(f"---\ntitle: {name}\n---\nText.\n")
    client = Client(chosen)
    client.initialize(can, rootUri=root.as_uri())
    client.open(root / "docs.json")
    await client.published("docs.json")
    return client


async def settle() -> None:
    """Wait until the server is done with what was created, if it looks at that at all."""
    names = {task: getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()}
    await asyncio.gather(*(task for task, name in names.items() if name == STARTS_PAGE))


def create(client: Client, *files: Path, text: str = "") -> None:
    for file in files:
        file.write_text(text)
    uris = [{"uri": file.as_uri()} for file in files]
    client.notify("workspace/didCreateFiles", {"files": uris})


async def test_a_new_page_gets_its_title_and_is_listed(tmp_path: Path) -> None:
    client = await started(tmp_path, "List it")
    create(client, tmp_path / "guides" / "next-steps.mdx")
    await client.until(lambda: len(client.edits) == 2)

    title, entry = client.edits
    assert title == 'next-steps.mdx: ---\ntitle: "Next steps"\n---\n\n'
    assert entry == 'docs.json: , "guides/next-steps"'
    client.handlers.stop_work()


async def test_it_is_listed_only_if_the_writer_wants_it(tmp_path: Path) -> None:
    client = await started(tmp_path, "Not now")
    create(client, tmp_path / "guides" / "next.mdx")
    await client.until(lambda: "window/showMessageRequest" in client.asked())
    await settle()

    assert len(client.edits) == 1
    client.handlers.stop_work()


async def test_a_page_that_is_written_right_after_its_creation_is_left_alone(
    tmp_path: Path,
) -> None:
    client = await started(tmp_path, "List it")
    page = tmp_path / "guides" / "next.mdx"
    create(client, page)
    client.open(page, "")
    client.replace(page, "---\ntitle: Mine\n---\n")
    await settle()

    assert client.edits == []
    client.handlers.stop_work()


@pytest.mark.parametrize("case", ["written", "several", "picture", "elsewhere", "snippet"])
async def test_nothing_is_done_to_other_files(tmp_path: Path, case: str) -> None:
    client = await started(tmp_path, "List it")
    guides, other = tmp_path / "guides", tmp_path.with_name(f"{tmp_path.name}-other")
    (tmp_path / "snippets").mkdir()
    other.mkdir(exist_ok=True)
    match case:
        case "written":
            create(client, guides / "a.mdx", text="Text.")
        case "several":
            create(client, guides / "a.mdx", guides / "b.mdx")
        case "picture":
            create(client, guides / "a.png")
        case "elsewhere":
            create(client, other / "a.mdx")
        case "snippet":
            create(client, tmp_path / "snippets" / "a.mdx")
    await settle()

    assert client.edits == []
    assert "window/showMessageRequest" not in client.asked()
    client.handlers.stop_work()


async def test_only_a_client_that_applies_edits_reports_what_it_creates(tmp_path: Path) -> None:
    unable = {"workspace": {"fileOperations": {"didCreate": True}}}
    offers = [Wire().initialize(can, rootUri=tmp_path.as_uri()) for can in (ABLE, unable)]
    operations = [each.get("workspace", {}).get("fileOperations", {}) for each in offers]

    assert ["didCreate" in each for each in operations] == [True, False]
