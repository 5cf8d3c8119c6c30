"""Quick reports are published at once, slow ones once for a burst, and pulled ones on request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from docs_lsp.features.diagnostics import FileReport
from docs_lsp.features.to_lsp import ClientDialect, Json
from docs_lsp.server import waiting_times
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.publishing import Publisher


class FakeSite:
    """A site without findings that notes when it is asked for them."""

    def __init__(self, name: str, notes: list[tuple[str, str]]) -> None:
        self.name = name
        self._notes = notes
        self.steps_left = 0

    def prepare_file_reports(self, _has_time: Callable[[], bool]) -> bool:
        self.steps_left -= 1
        return self.steps_left < 0

    def build_file_reports(self, _dialect: ClientDialect) -> dict[str, FileReport]:
        self._notes.append(("report", self.name))
        return {}

    def list_lens_sources(self) -> tuple[object, ...]:
        return ()


class Noted:
    """A publisher, and notes of what it does: the document of an edit is sent in any case."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, str]] = []
        self.more_waits = False
        self.site = cast(OpenSite, FakeSite("site", self.notes))
        self.other = cast(OpenSite, FakeSite("other", self.notes))
        self.publisher = Publisher({}, self._sent, self._refreshed, lambda: self.more_waits)
        self.publisher.on_published = self._published

    def _sent(self, _method: str, params: Json) -> None:
        self.notes.append(("send", params["uri"]))

    def _refreshed(self, request: str) -> None:
        raise AssertionError(request)

    def _published(self, site: OpenSite) -> None:
        self.notes.append(("published", cast(FakeSite, site).name))


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def everything_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", -1.0)


@pytest.fixture
def everything_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", 60.0)


@pytest.mark.usefixtures("everything_is_quick")
def test_a_quick_report_is_made_at_once(noted: Noted) -> None:
    noted.publisher.schedule_publication(noted.site, "a")
    noted.publisher.schedule_publication(noted.site, "b")

    assert noted.notes == [
        *(("report", "site"), ("send", "a"), ("published", "site")),
        *(("report", "site"), ("send", "b"), ("published", "site")),
    ]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_a_burst_is_published_once(noted: Noted) -> None:
    noted.publisher.schedule_publication(noted.site, "a")
    noted.notes.clear()
    for cause in ("a", "b", "a", None):
        noted.publisher.schedule_publication(noted.site, cause)
    assert noted.notes == []

    await asyncio.sleep(0)
    assert noted.notes == [
        *(("report", "site"), ("send", "a")),
        *(("report", "site"), ("send", "b")),
        *(("report", "site"), ("published", "site")),
    ]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_quick")
async def test_findings_stand_back_a_moment_behind_a_message_that_waits(noted: Noted) -> None:
    noted.more_waits = True
    noted.publisher.schedule_publication(noted.site, "a")
    await asyncio.sleep(0)
    assert noted.notes == []

    await asyncio.sleep(2 * waiting_times.MESSAGE_GRACE)
    assert noted.notes == [("report", "site"), ("send", "a"), ("published", "site")]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_quick")
async def test_the_last_message_of_several_brings_the_findings_of_all(noted: Noted) -> None:
    for noted.more_waits in (True, True, False):
        noted.publisher.schedule_publication(noted.site, "a")

    assert noted.notes == [("report", "site"), ("send", "a"), ("published", "site")]


@pytest.mark.asyncio
@pytest.mark.parametrize("quick", [60.0, -1.0])
async def test_a_client_that_never_stops_sending_gets_everything_all_the_same(
    noted: Noted, monkeypatch: pytest.MonkeyPatch, quick: float
) -> None:
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", quick)
    monkeypatch.setattr(waiting_times, "MESSAGE_GRACE", 0.0)
    noted.more_waits = True
    for letter in "abc":
        noted.publisher.schedule_publication(noted.site, f"site-{letter}")
        noted.publisher.schedule_publication(noted.other, f"other-{letter}")
        await asyncio.sleep(0.001)

    sent = [note for note in noted.notes if note[0] == "send"]
    assert sent == [("send", f"{site}-{letter}") for letter in "abc" for site in ("site", "other")]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_what_is_asked_for_is_not_kept_back(noted: Noted) -> None:
    noted.publisher.schedule_publication(noted.site)
    noted.publisher.schedule_publication(noted.site, "a")
    noted.notes.clear()

    noted.publisher.publish_pending()
    assert noted.notes == [("report", "site"), ("send", "a"), ("published", "site")]

    await asyncio.sleep(0)
    assert len(noted.notes) == 3


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_whoever_pulls_gets_what_has_been_kept_back(noted: Noted) -> None:
    noted.publisher.schedule_publication(noted.site)
    noted.publisher.schedule_publication(noted.site)
    noted.notes.clear()
    noted.publisher.answer_document_pull("a", None)
    assert noted.notes == [("report", "site"), ("published", "site")]

    noted.publisher.schedule_publication(noted.site)
    noted.notes.clear()
    await noted.publisher.answer_workspace_pull({})
    assert noted.notes == [("report", "site"), ("published", "site")]


@pytest.mark.asyncio
async def test_a_site_that_has_become_quick_is_published_at_once_again(
    noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", -1.0)
    noted.publisher.schedule_publication(noted.site)
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", 60.0)
    noted.publisher.schedule_publication(noted.site)
    await asyncio.sleep(0)
    noted.notes.clear()

    noted.publisher.schedule_publication(noted.site, "a")

    assert noted.notes == [("report", "site"), ("send", "a"), ("published", "site")]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_a_site_that_is_gone_is_published_no_more(noted: Noted) -> None:
    noted.publisher.schedule_publication(noted.site)
    noted.publisher.schedule_publication(noted.site, "a")
    noted.notes.clear()

    noted.publisher.retract_site(noted.site)
    noted.publisher.schedule_publication(noted.other)
    await asyncio.sleep(0)

    assert noted.notes == [("report", "other"), ("published", "other")]


@pytest.mark.asyncio
@pytest.mark.parametrize(("steps", "most"), [(3, 40), (1000, 3)])
@pytest.mark.usefixtures("everything_is_quick")
async def test_messages_are_handled_between_the_steps_of_a_large_check(
    noted: Noted, monkeypatch: pytest.MonkeyPatch, steps: int, most: int
) -> None:
    monkeypatch.setattr(waiting_times, "MOST_STEPS", most)
    cast(FakeSite, noted.site).steps_left = steps
    noted.publisher.schedule_publication(noted.site, "a")
    for number in range(2):
        assert noted.notes == []
        noted.publisher.schedule_publication(noted.site, f"b{number}")
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [note for note in noted.notes if note[0] == "send"] == [
        *(("send", "a"), ("send", "b0"), ("send", "b1"))
    ]

    noted.notes.clear()
    cast(FakeSite, noted.site).steps_left = 0
    noted.publisher.schedule_publication(noted.site, "c")
    assert ("send", "c") in noted.notes
