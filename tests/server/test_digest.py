"""Quick reports are made at once, slow ones once for a burst, and asked-for ones when asked for."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from docs_lsp.server import digest
from docs_lsp.server.digest import Digest
from docs_lsp.server.open_site import OpenSite

SITE, OTHER = cast(OpenSite, "site"), cast(OpenSite, "other")


class Noted:
    """A desk that notes what it is handed, and what is completed after it."""

    def __init__(self) -> None:
        self.notes: list[tuple[object, ...]] = []
        self.more_waits = False
        self.digest = Digest(
            self, lambda live: self.notes.append(("complete", live)), lambda: self.more_waits
        )

    def report(self, live: OpenSite, cause: str | None = None) -> None:
        self.notes.append(("report", live, cause))

    def retract(self, live: OpenSite) -> None:
        self.notes.append(("retract", live))


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def everything_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "QUICK", -1.0)


def test_a_quick_report_is_made_at_once(noted: Noted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "QUICK", 60.0)
    noted.digest.report(SITE, "a")
    noted.digest.report(SITE, "b")

    assert noted.notes == [
        ("report", SITE, "a"),
        ("complete", SITE),
        ("report", SITE, "b"),
        ("complete", SITE),
    ]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_a_burst_is_told_of_once(noted: Noted) -> None:
    noted.digest.report(SITE, "a")
    noted.notes.clear()
    for cause in ("a", "b", "a", None):
        noted.digest.report(SITE, cause)
    assert noted.notes == []

    await asyncio.sleep(0)
    assert noted.notes == [
        ("report", SITE, "a"),
        ("report", SITE, "b"),
        ("report", SITE, None),
        ("complete", SITE),
    ]


@pytest.mark.asyncio
async def test_findings_stand_back_a_moment_behind_a_message_that_waits(
    noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "QUICK", 60.0)
    noted.more_waits = True
    noted.digest.report(SITE, "a")
    await asyncio.sleep(0)
    assert noted.notes == []

    await asyncio.sleep(2 * digest.GRACE)
    assert noted.notes == [("report", SITE, "a"), ("complete", SITE)]


@pytest.mark.asyncio
async def test_the_last_message_of_several_brings_the_findings_of_all(
    noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "QUICK", 60.0)
    for noted.more_waits in (True, True, False):
        noted.digest.report(SITE, "a")

    assert noted.notes == [("report", SITE, "a"), ("complete", SITE)]


@pytest.mark.asyncio
@pytest.mark.parametrize("quick", [60.0, -1.0])
async def test_a_client_that_never_stops_sending_is_told_all_the_same(
    noted: Noted, monkeypatch: pytest.MonkeyPatch, quick: float
) -> None:
    monkeypatch.setattr(digest, "QUICK", quick)
    monkeypatch.setattr(digest, "GRACE", 0.0)
    noted.more_waits = True
    for letter in "abc":
        noted.digest.report(SITE, letter)
        noted.digest.report(OTHER, letter)
        await asyncio.sleep(0.001)

    told = [note for note in noted.notes if note[0] == "report"]
    assert told == [("report", site, letter) for letter in "abc" for site in (SITE, OTHER)]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_what_is_asked_for_is_not_kept_back(noted: Noted) -> None:
    noted.digest.report(SITE)
    noted.digest.report(SITE, "a")
    noted.notes.clear()

    noted.digest.flush()
    assert noted.notes == [("report", SITE, "a"), ("complete", SITE)]

    await asyncio.sleep(0)
    assert len(noted.notes) == 2


@pytest.mark.asyncio
async def test_a_site_that_has_become_quick_is_told_of_at_once_again(
    noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digest, "QUICK", -1.0)
    noted.digest.report(SITE)
    monkeypatch.setattr(digest, "QUICK", 60.0)
    noted.digest.report(SITE)
    await asyncio.sleep(0)
    noted.notes.clear()

    noted.digest.report(SITE, "a")

    assert noted.notes == [("report", SITE, "a"), ("complete", SITE)]


@pytest.mark.asyncio
@pytest.mark.usefixtures("everything_is_slow")
async def test_of_a_site_that_is_gone_nothing_more_is_told(noted: Noted) -> None:
    noted.digest.report(SITE)
    noted.digest.report(SITE, "a")
    noted.notes.clear()

    noted.digest.retract(SITE)
    noted.digest.report(OTHER)
    await asyncio.sleep(0)

    assert noted.notes == [("retract", SITE), ("report", OTHER, None), ("complete", OTHER)]
