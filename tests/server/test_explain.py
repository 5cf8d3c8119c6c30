"""The explanation of a rule is shown in a document where it can be, and in short where not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol.types import MessageType

from docs_lsp import __version__
from docs_lsp.cache.folder import find_user_cache_folder
from docs_lsp.core.uris import uri_to_path
from docs_lsp.rules import all_rules
from docs_lsp.server import explain as module
from docs_lsp.server.explain import Explanations, show_explanation, write_explanation
from docs_lsp.server.threads import ThreadJobRunner

RULE = all_rules()["page-slash"]


class Editor:
    """What an editor was told to show."""

    def __init__(self, *, opens: bool = True) -> None:
        self.opens = opens
        self.shown: list[str] = []
        self.said: list[tuple[MessageType, str]] = []

    async def show_document(self, uri: str) -> bool:
        self.shown.append(uri)
        return self.opens

    def show_message(self, kind: MessageType, message: str) -> None:
        self.said.append((kind, message))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(module, "find_user_cache_folder", lambda: tmp_path / "cache")
    module._make_temporary_folder.cache_clear()
    return tmp_path


def text_of(editor: Editor) -> str:
    ((kind, message),) = editor.said
    assert kind is MessageType.Info
    return message


@pytest.mark.asyncio
async def test_a_document_is_opened(home: Path) -> None:
    editor: Any = Editor()
    await show_explanation(RULE, editor, shows_documents=True)

    path = home / "cache" / "docs-lsp" / "explanations" / __version__ / "page-slash.md"
    assert editor.shown == [path.as_uri()]
    assert editor.said == []
    text = path.read_text("utf-8")
    assert "page-slash" in text
    assert not set("«»⟦⟧") & set(text)


@pytest.mark.asyncio
@pytest.mark.parametrize("shows_documents", [True, False])
async def test_an_editor_without_documents_gets_a_message(
    home: Path, shows_documents: bool
) -> None:
    editor: Any = Editor(opens=False)
    await show_explanation(RULE, editor, shows_documents=shows_documents)

    assert len(editor.shown) == shows_documents
    assert text_of(editor).startswith("page-slash: ")


@pytest.mark.asyncio
async def test_where_nothing_can_be_written_there_is_a_message(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "cache").write_text("in the way")
    monkeypatch.setattr(module, "_make_temporary_folder", lambda: home / "cache")
    editor: Any = Editor()
    await show_explanation(RULE, editor, shows_documents=True)

    assert editor.shown == []
    assert text_of(editor).startswith("page-slash: ")


def test_without_a_folder_of_ones_own_a_passing_one_is_used(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(module, "find_user_cache_folder", homeless)
    path, again = write_explanation(RULE), write_explanation(RULE)

    assert path is not None
    assert path == again
    assert path.read_text("utf-8")
    module._make_temporary_folder.cache_clear()


@pytest.mark.asyncio
@pytest.mark.parametrize("in_thread", [False, True])
async def test_what_a_finding_links_to_is_written_when_it_is_first_named(
    home: Path, in_thread: bool
) -> None:
    threads = ThreadJobRunner()
    links = Explanations(threads)
    link = (
        await asyncio.to_thread(links.link_to_rule, RULE.name)
        if in_thread
        else links.link_to_rule(RULE.name)
    )

    path = home / "cache" / "docs-lsp" / "explanations" / __version__ / "page-slash.md"
    assert link == path.as_uri()
    await until(path.is_file)
    assert "page-slash" in path.read_text("utf-8")
    assert links.link_to_rule(RULE.name) == link
    assert links.link_to_rule("settings-error") is None
    assert [each.name for each in path.parent.iterdir()] == ["page-slash.md"]
    threads.cancel_all()


@pytest.mark.asyncio
async def test_a_finding_links_to_nothing_where_nothing_can_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "cache").write_text("in the way")
    monkeypatch.setattr(module, "_make_temporary_folder", lambda: home / "cache")
    links = Explanations(ThreadJobRunner())
    links.link_to_rule(RULE.name)

    await until(lambda: links.link_to_rule(RULE.name) is None)


@pytest.mark.asyncio
async def test_a_finding_links_to_where_it_could_be_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(module, "find_user_cache_folder", homeless)
    links = Explanations(ThreadJobRunner())
    assert links.link_to_rule(RULE.name) is None

    await until(lambda: links.link_to_rule(RULE.name) is not None)
    path = uri_to_path(links.link_to_rule(RULE.name) or "")
    assert path is not None
    assert Path(path).is_file()
    module._make_temporary_folder.cache_clear()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.005)


def test_all_rules_can_be_written(home: Path) -> None:
    for rule in all_rules().values():
        path = write_explanation(rule)
        assert path is not None
        *_, link = path.read_text("utf-8").splitlines()
        target = uri_to_path(link.removeprefix("[All rules](").removesuffix(")"))
        assert target is not None and Path(target).exists()


@pytest.mark.parametrize(
    ("platform", "variable", "given", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "/own/cache", "/own/cache"),
        ("linux", "XDG_CACHE_HOME", "relative", "/home/w/.cache"),
        ("linux", "XDG_CACHE_HOME", "", "/home/w/.cache"),
        ("darwin", "XDG_CACHE_HOME", "/own", "/home/w/Library/Caches"),
        ("win32", "LOCALAPPDATA", "/own/local", "/own/local"),
        ("win32", "LOCALAPPDATA", "", "/home/w/AppData/Local"),
    ],
)
def test_the_folder_is_the_system_s(
    platform: str, variable: str, given: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/w"))
    monkeypatch.setenv(variable, given)

    assert find_user_cache_folder() == Path(expected)
