"""Requests that come before the site has been read: they wait, and then hear how far it is."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import httpx2
import pytest

from mcp_preview.live import first_states
from mcp_preview.live.server_state import IndexingProgress
from tests.preview.made import site
from tests.preview.oauth.served import BOTH, ServedSite, Visitor, serving

UNKNOWN, HALF = IndexingProgress(0, 0), IndexingProgress(3_200, 25_000)
HOW_FAR = (
    "The preview is still reading the site: 3,200 of 25,000 pages are indexed. Try again in a "
    "few seconds."
)
SERVER_CARD = "/.well-known/mcp/server-card.json"


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as visitor:
        yield visitor


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_states, "LONGEST_WAIT", 0.1)


def set_to(visitor: Visitor, indexing: IndexingProgress | None) -> ServedSite:
    visitor.served.state = site(indexing=indexing)
    return visitor.served


def asked(visitor: Visitor, method: str, **params: object) -> httpx2.Response:
    return visitor.ask(path="/mcp", method=method, params=params)


def search(visitor: Visitor) -> httpx2.Response:
    return asked(
        visitor, "tools/call", name="search_harbour_docs", arguments={"query": "high water"}
    )


def test_a_search_waits_for_the_index(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_states, "LONGEST_WAIT", 10)
    served = set_to(visitor, HALF)
    timer = threading.Timer(0.2, set_to, (visitor, None))
    timer.start()

    answer = search(visitor).json()["result"]

    assert served.state.indexing is None
    assert "high water" in answer["content"][0]["text"]


def test_a_search_that_has_waited_says_how_far_the_index_is(visitor: Visitor) -> None:
    set_to(visitor, HALF)

    answer = search(visitor).json()["result"]

    assert answer["isError"] is True
    assert [one["text"] for one in answer["content"]] == [HOW_FAR]


def test_tools_are_listed_while_pages_are_indexed(visitor: Visitor) -> None:
    set_to(visitor, HALF)

    tools = asked(visitor, "tools/list").json()["result"]["tools"]

    assert tools[0]["name"] == "search_harbour_docs"


def test_skills_wait_for_all_pages(visitor: Visitor) -> None:
    set_to(visitor, HALF)

    assert asked(visitor, "resources/list").json()["error"]["message"] == HOW_FAR


@pytest.mark.parametrize("path", ["/llms.txt", "/sitemap.xml", "/any/page.md", "/skill.md"])
def test_no_text_is_served_before_all_are_known(visitor: Visitor, path: str) -> None:
    set_to(visitor, HALF)

    answer = visitor.http.get(path)

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.text == HOW_FAR


@pytest.mark.parametrize("path", ["/.well-known/mcp", SERVER_CARD])
def test_what_docs_json_says_is_told_as_soon_as_it_is_known(visitor: Visitor, path: str) -> None:
    set_to(visitor, UNKNOWN)
    before = visitor.http.get(path)
    set_to(visitor, HALF)
    after = visitor.http.get(path)

    assert before.status_code == 503
    assert "docs.json" in before.text
    assert after.status_code != 503


def test_nothing_is_let_in_before_it_is_known_who_may_ask(visitor: Visitor) -> None:
    set_to(visitor, UNKNOWN)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}

    answer = visitor.http.post("/mcp", json=message, headers=BOTH)

    assert answer.status_code == 503


def test_the_page_does_not_wait(visitor: Visitor) -> None:
    set_to(visitor, UNKNOWN)

    assert visitor.http.get("/").status_code == 200
