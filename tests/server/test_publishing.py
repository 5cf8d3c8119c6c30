"""What the client is told: by push and by pull, and never the same thing twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import orjson
import pytest

from docs_lsp.core.text import Text
from docs_lsp.features.diagnostics import EMPTY, DiagnosticReport, FileReport
from docs_lsp.features.to_lsp import ClientDialect, Json, RawJson
from docs_lsp.server import waiting_times
from docs_lsp.server.buffers import Buffer
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.publishing import Publisher

DOCS, PART, PAGE = "file:///s/docs.json", "file:///s/nav.json", "file:///s/a.mdx"


class FakeSite:
    """A site whose findings a test makes up: a list of words for each URI."""

    def __init__(self, **found: Any) -> None:
        self.found: dict[str, list[str]] = {}

    def prepare_file_reports(self, _has_time: Callable[[], bool]) -> bool:
        return True

    def build_file_reports(self, _dialect: ClientDialect) -> dict[str, FileReport]:
        return {
            uri: FileReport(
                uri,
                None,
                DiagnosticReport.from_diagnostics([{"message": word} for word in words])
                if words
                else EMPTY,
            )
            for uri, words in self.found.items()
        }

    def list_lens_sources(self) -> tuple[object, ...]:
        return ()


class Client_:
    """The client's end: what it was sent, and how often it was told to ask again."""

    def __init__(self, **flags: bool) -> None:
        self.sent: list[tuple[str, list[str]]] = []
        self.refreshes = 0
        self.buffers: dict[str, Buffer] = {}
        self.site = FakeSite()
        self.publisher = Publisher(self.buffers, self._receive, self._refresh, lambda: False)
        self.publisher.client = ClientFlags(**flags)  # type: ignore[arg-type]  # flags only

    def open(self, *uris: str) -> None:
        for uri in uris:
            self.buffers[uri] = Buffer(uri, 7, Text.from_data(""), None)

    def finds(self, cause: str | None = None, **_: Any) -> list[tuple[str, list[str]]]:
        """Report the site as it is now; what the client was sent because of it."""
        self.sent.clear()
        self.publisher.schedule_publication(cast(OpenSite, self.site), cause)
        return list(self.sent)

    def pull(self, uri: str, previous: str | None = None) -> Json:
        answer: Json = plain(self.publisher.answer_document_pull(uri, previous))
        return answer

    async def pull_all(self, previous: dict[str, str]) -> dict[str, Json]:
        answer = plain(await self.publisher.answer_workspace_pull(previous))
        return {item["uri"]: item for item in answer["items"]}

    def _receive(self, method: str, params: Json) -> None:
        assert method == "textDocument/publishDiagnostics"
        params = plain(params)
        self.sent.append((params["uri"], words(params["diagnostics"])))

    def _refresh(self, request: str) -> None:
        assert request == "workspace/diagnostic/refresh"
        self.refreshes += 1


def words(diagnostics: list[Json]) -> list[str]:
    return [diagnostic["message"] for diagnostic in diagnostics]


def plain(value: Any) -> Any:
    """As the client reads it."""

    def unwrap(part: Any) -> Any:
        assert isinstance(part, RawJson)
        return orjson.Fragment(part.json)

    return orjson.loads(orjson.dumps(value, default=unwrap))


@pytest.fixture(autouse=True)
def every_report_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "QUICK_REPORT", 60.0)


# Push


def test_what_is_found_is_sent_for_open_and_closed_files() -> None:
    client = Client_()
    client.open(DOCS)
    client.site.found = {DOCS: ["one"], PART: ["two"]}

    assert client.finds() == [(DOCS, ["one"]), (PART, ["two"])]


def test_what_has_not_changed_is_not_sent_again() -> None:
    client = Client_()
    client.site.found = {DOCS: ["one"], PART: ["two"]}
    client.finds()
    client.site.found = {DOCS: ["one"], PART: ["three"]}

    assert client.finds() == [(PART, ["three"])]


def test_the_edited_document_is_always_answered() -> None:
    client = Client_()
    client.open(DOCS)
    client.site.found = {DOCS: []}

    assert client.finds(cause=DOCS) == [(DOCS, [])]
    assert client.finds(cause=DOCS) == [(DOCS, [])]


def test_what_is_gone_is_cleared_once() -> None:
    client = Client_()
    client.site.found = {DOCS: ["one"], PART: ["two"]}
    client.finds()
    client.site.found = {DOCS: ["one"]}

    assert client.finds() == [(PART, [])]
    assert client.finds() == []


def test_a_site_that_is_gone_takes_its_findings_with_it() -> None:
    client = Client_()
    client.site.found = {DOCS: ["one"], PART: []}
    client.finds()
    client.sent.clear()
    client.publisher.retract_site(cast(OpenSite, client.site))

    assert client.sent == [(DOCS, [])]


def test_an_open_document_is_sent_with_its_version() -> None:
    sent: list[Json] = []
    buffers = {DOCS: Buffer(DOCS, 7, Text.from_data(""), None)}
    publisher = Publisher(
        buffers, lambda _method, params: sent.append(params), lambda _request: None, lambda: False
    )
    site = FakeSite()
    publisher.schedule_publication(cast(OpenSite, site), DOCS)

    assert [(params["uri"], params["version"]) for params in sent] == [(DOCS, 7)]


def test_of_two_sites_around_a_file_the_one_that_finds_something_is_heard() -> None:
    client, inner = Client_(), FakeSite()
    client.open(PAGE)
    client.site.found = {PAGE: []}
    inner.found = {PAGE: ["one"]}
    client.publisher.schedule_publication(cast(OpenSite, inner), PAGE)

    assert client.finds(cause=PAGE) == [(PAGE, ["one"])]


# Pull


def test_a_client_that_asks_is_sent_nothing_about_open_files() -> None:
    client = Client_(pulls=True)
    client.open(DOCS)
    client.site.found = {DOCS: ["one"]}

    assert client.finds(cause=DOCS) == []
    assert words(client.pull(DOCS)["items"]) == ["one"]


def test_the_same_findings_are_answered_as_unchanged() -> None:
    client = Client_(pulls=True)
    client.site.found = {DOCS: ["one"]}
    client.finds()
    first = client.pull(DOCS)

    assert first["kind"] == "full"
    assert client.pull(DOCS, first["resultId"]) == {
        "kind": "unchanged",
        "resultId": first["resultId"],
    }


def test_a_result_id_names_the_content() -> None:
    client = Client_(pulls=True)
    ids = []
    for found in (["one"], ["two"], ["one"]):
        client.site.found = {DOCS: found}
        client.finds()
        ids.append(client.pull(DOCS)["resultId"])

    assert ids[0] == ids[2] != ids[1]


def test_a_file_of_no_site_has_no_findings() -> None:
    assert Client_(pulls=True).pull("file:///elsewhere.json")["items"] == []


def test_the_client_is_told_to_ask_again_about_what_it_did_not_do_itself() -> None:
    client = Client_(pulls=True)
    client.open(DOCS, PART)
    client.site.found = {DOCS: ["one"]}
    client.finds(cause=DOCS)
    assert client.refreshes == 0

    client.site.found = {DOCS: ["two"]}
    client.finds()
    assert client.refreshes == 1

    client.site.found = {DOCS: ["two"], PART: ["three"]}
    client.finds(cause=DOCS)
    assert client.refreshes == 2


def test_closed_files_are_sent_to_a_client_that_asks_about_open_ones_only() -> None:
    client = Client_(pulls=True)
    client.open(DOCS)
    client.site.found = {DOCS: ["one"], PART: ["two"]}
    assert client.finds() == [(PART, ["two"])]

    client.open(PART)
    client.sent.clear()
    answer = client.pull(PART)

    assert client.sent == [(PART, [])]  # Or the client would show it twice.
    assert words(answer["items"]) == ["two"]


def test_closed_files_come_along_with_an_answer_where_the_client_takes_them() -> None:
    client = Client_(pulls=True, takes_related_documents=True)
    client.open(DOCS)
    client.site.found = {DOCS: ["one"], PART: ["two"]}
    assert client.finds() == []

    first = client.pull(DOCS)
    again = client.pull(DOCS, first["resultId"])
    client.site.found = {DOCS: ["one"]}
    client.finds()
    gone = client.pull(DOCS, first["resultId"])

    assert words(first["relatedDocuments"][PART]["items"]) == ["two"]
    assert "relatedDocuments" not in again
    assert gone["kind"] == "unchanged"
    assert gone["relatedDocuments"][PART]["items"] == []


# The whole workspace


@pytest.mark.asyncio
async def test_the_workspace_lists_files_with_findings_only() -> None:
    client = Client_(pulls=True)
    client.site.found = {DOCS: ["one"], PART: []}
    client.finds()

    answer = await client.pull_all({})

    assert answer.keys() == {DOCS}
    assert words(answer[DOCS]["items"]) == ["one"]


@pytest.mark.asyncio
async def test_a_file_of_two_sites_has_the_same_findings_for_every_request() -> None:
    client, inner = Client_(pulls=True), FakeSite()
    client.site.found, inner.found = {PAGE: ["outer"]}, {PAGE: ["inner"]}
    client.finds()
    client.publisher.schedule_publication(cast(OpenSite, inner), PAGE)

    answer = await client.pull_all({})

    assert words(answer[PAGE]["items"]) == words(client.pull(PAGE)["items"]) == ["outer"]


@pytest.mark.asyncio
async def test_known_findings_are_unchanged_and_vanished_ones_are_emptied() -> None:
    client = Client_(pulls=True)
    client.site.found = {DOCS: ["one"], PART: ["two"]}
    client.finds()
    first = await client.pull_all({})
    client.site.found = {DOCS: ["one"]}
    client.finds()

    answer = await client.pull_all({uri: item["resultId"] for uri, item in first.items()})

    assert answer[DOCS]["kind"] == "unchanged"
    assert (answer[PART]["kind"], answer[PART]["items"]) == ("full", [])


@pytest.mark.asyncio
async def test_a_client_that_knows_everything_waits_for_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(waiting_times, "SHORTEST_POLL", 0.01)
    client = Client_(pulls=True)
    client.site.found = {DOCS: ["one"]}
    client.finds()
    known = {uri: item["resultId"] for uri, item in (await client.pull_all({})).items()}
    waiting = asyncio.create_task(client.pull_all(known))
    await asyncio.sleep(0.05)
    assert not waiting.done()

    client.site.found = {DOCS: ["two"]}
    client.finds()

    async with asyncio.timeout(5):
        assert words((await waiting)[DOCS]["items"]) == ["two"]


@pytest.mark.asyncio
async def test_the_wait_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_times, "LONGEST_POLL", 0.02)
    client = Client_(pulls=True)
    client.site.found = {DOCS: ["one"]}
    client.finds()
    known = {uri: item["resultId"] for uri, item in (await client.pull_all({})).items()}

    async with asyncio.timeout(5):
        answer = await client.pull_all(known)

    assert answer[DOCS]["kind"] == "unchanged"


@pytest.mark.asyncio
async def test_nothing_is_sent_any_more_once_the_client_asks_for_the_workspace() -> None:
    client = Client_(pulls=True)
    client.site.found = {PART: ["two"]}
    assert client.finds() == [(PART, ["two"])]
    client.sent.clear()

    await client.pull_all({})
    assert client.sent == [(PART, [])]

    client.site.found = {PART: ["three"]}
    assert client.finds() == []
