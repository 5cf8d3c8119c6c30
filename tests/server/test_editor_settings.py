"""Settings from the editor, however it sends them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.rules import all_rules
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.editor_settings import KEYS, EditorSettingsReader
from docs_lsp.server.session import Session
from docs_lsp.settings.reader import load_editor_settings
from docs_lsp.settings.settings import Settings
from docs_lsp.settings.toml_tables import EditorConfig

HINT = Settings(rules={"unknown-key": Severity.HINT})
OFF = Settings(rules={"unknown-key": None})
SECTION = {"rules": {"unknown-key": "hint"}}


class Editor:
    """An editor that answers questions about its settings when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[str | None], asyncio.Future[Any]]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.said: list[str] = []
        self.traced = ""

    def start_task(self, question: Any) -> None:
        self.tasks.append(asyncio.ensure_future(question))

    async def fetch_configuration(self, section: str, scopes: list[str | None]) -> Any:
        assert section == "docsLsp"
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.asked.append((scopes, answer))
        return await answer

    def set_trace_level(self, level: str) -> None:
        self.traced = level

    def notify(self, method: str, params: dict[str, Any]) -> None:
        assert method == "window/logMessage"
        self.said.append(params["message"])


class Setup:
    """An editor, its configuration, and what has reached the session."""

    def __init__(self, *, answers: bool = True) -> None:
        self.editor = Editor()
        self.settings: dict[Path | None, Settings] = {}
        session = SimpleNamespace(
            set_editor_settings=self._set,
            folders={"file:///one": Path("/one")},
            client=ClientFlags(answers_configuration=answers),
        )
        self.configuration = EditorSettingsReader(
            cast(Session, session), cast(ClientRequests, self.editor)
        )

    def _set(self, settings: dict[Path | None, Settings]) -> None:
        self.settings = settings


@pytest.mark.parametrize("options", [SECTION, {"docsLsp": SECTION}])
def test_settings_may_come_with_or_without_the_section(options: dict[str, Any]) -> None:
    setup = Setup()
    setup.configuration.apply_sent_settings(options)

    assert setup.settings == {None: HINT}


@pytest.mark.parametrize("trace", ["verbose", {"server": "verbose"}])
def test_how_much_is_traced_is_set_for_the_connection(trace: object) -> None:
    setup = Setup()
    setup.configuration.apply_sent_settings({"docsLsp": {"trace": trace}})
    assert setup.editor.traced == "verbose"

    setup.configuration.apply_sent_settings({"docsLsp": {}})
    assert setup.editor.traced == "off"


@pytest.mark.parametrize("options", [None, [], "text", 5])
def test_options_that_are_no_settings_are_passed_over(options: object) -> None:
    setup = Setup()
    setup.configuration.apply_sent_settings(options)

    assert setup.settings == {}


@pytest.mark.parametrize("section", [None, {}, [], "text", {"rules": None}])
def test_odd_answers_set_nothing(section: object) -> None:
    setup = Setup()
    setup.configuration.apply_sent_settings({"docsLsp": section})

    assert setup.settings == {None: Settings()}


def test_what_is_wrong_is_said_once_and_the_rest_counts() -> None:
    setup = Setup()
    section = {"rules": {"unknown-key": "hint", "no-such-rule": "error"}}
    setup.configuration.apply_sent_settings(section)
    setup.configuration.apply_sent_settings(section)

    assert setup.settings == {None: HINT}
    assert len(setup.editor.said) == 1
    assert "no-such-rule" in setup.editor.said[0]


@pytest.mark.asyncio
async def test_an_editor_that_can_be_asked_is_asked_for_everything_and_each_folder() -> None:
    setup = Setup()
    setup.configuration.handle_change(None)
    await asyncio.sleep(0)
    [(scopes, answer)] = setup.editor.asked
    answer.set_result([SECTION, {"rules": {"unknown-key": "off"}}])
    await asyncio.gather(*setup.editor.tasks)

    assert scopes == [None, "file:///one"]
    assert setup.settings == {None: HINT, Path("/one"): OFF}


@pytest.mark.asyncio
async def test_a_late_answer_to_an_older_question_does_not_count() -> None:
    setup = Setup()
    setup.configuration.handle_change(None)
    setup.configuration.handle_change(None)
    await asyncio.sleep(0)
    (_, older), (_, newer) = setup.editor.asked
    newer.set_result([SECTION, None])
    older.set_result([{}, {}])
    await asyncio.gather(*setup.editor.tasks)

    assert setup.settings[None] == HINT


@pytest.mark.asyncio
async def test_a_refused_question_leaves_the_settings_as_they_are() -> None:
    setup = Setup()
    setup.configuration.apply_sent_settings(SECTION)
    setup.configuration.handle_change(None)
    await asyncio.sleep(0)
    setup.editor.asked[0][1].set_result(None)
    await asyncio.gather(*setup.editor.tasks)

    assert setup.settings == {None: HINT}


def test_an_editor_that_cannot_be_asked_sends_them_along() -> None:
    setup = Setup(answers=False)
    setup.configuration.handle_change({"docsLsp": SECTION})
    assert setup.settings == {None: HINT}

    setup.configuration.handle_change({"otherServer": {}})
    setup.configuration.handle_change(None)
    assert setup.settings == {None: HINT}


def test_settings_without_a_key_of_ours_set_nothing() -> None:
    fields = EditorConfig.model_fields.items()

    assert {field.alias or name for name, field in fields} == KEYS
    assert load_editor_settings({"provideFormatter": False}, all_rules()) == (Settings(), ())
