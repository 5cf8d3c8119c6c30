"""What the page is answered on viewers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.preview.club import write_club
from tests.preview.running import Running, eventually, running

ANNA, BEN = "user:anna", "user:ben"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(write_club(tmp_path_factory.mktemp("club"))) as started:
        yield started


def compared(club: Running, *viewers: str) -> dict[str, list[tuple[bool, str]]]:
    """For each page what each viewer is told of it."""
    found = club.api(f"seen?{'&'.join(f'as={quote(one)}' for one in viewers)}").json()
    reasons = [(one["sees"], one["why"]) for one in found["reasons"]]
    return {page["path"]: [reasons[cell] for cell in page["cells"]] for page in found["pages"]}


def test_every_viewer_is_listed_with_the_pages_it_sees(club: Running) -> None:
    found = club.api("viewers?as=groups:press,crew").json()

    assert {one["name"]: one["pages"] for one in found["viewers"]} == {
        "anonymous": 1,
        "credential": 2,
        ANNA: 4,
        BEN: 2,
        "groups:press,crew": 3,
    }
    assert found["pages"] == 5
    assert found["groups"] == ["crew", "press"]
    assert found["access"]["mode"] == "partial"
    assert "`preview.auth` is not set" in found["access"]["notice"]


def test_the_viewers_are_compared_with_the_reason_of_each(club: Running) -> None:
    assert compared(club, "anonymous", "credential", ANNA, BEN) == {
        "welcome": [(True, "public")] * 4,
        "log-book": [
            (False, "needs a log-in"),
            (False, "a client credential is in no group"),
            (True, "in `crew`"),
            (False, "only for `crew`"),
        ],
        "members": [(False, "needs a log-in"), *[(True, "needs no group")] * 3],
        "nobody": [(False, "needs a log-in"), *[(False, "`groups` admits no one")] * 3],
        "stories": [
            (False, "needs a log-in"),
            (False, "a client credential is in no group"),
            (True, "for every user"),
            (False, "not for `press`"),
        ],
    }


def test_a_search_finds_for_each_viewer_what_that_one_sees(club: Running) -> None:
    found = club.api(f"search?q=boats&as=anonymous&as={ANNA}").json()
    paths = [{hit["path"] for hit in column["hits"]} for column in found["columns"]]

    assert paths == [{"welcome"}, {"welcome", "log-book", "members", "stories"}]


def test_without_a_viewer_all_pages_are_reported_with_who_may_see_them(club: Running) -> None:
    found = {page["path"]: page for page in club.api("pages").json()["rows"]}

    assert len(found) == 5
    assert found["log-book"]["audience"] == "Only readers in `crew` can see it."
    assert [path for path, page in found.items() if page.get("public")] == ["welcome"]


def test_a_page_that_is_not_public_can_be_read_here(club: Running) -> None:
    read: Any = club.api("text?path=log-book").json()

    assert "The boats of Log book." in read["text"]
    assert club.get("/log-book.md").status == 404
    assert club.api("text?path=other").status == 404


def test_users_are_those_that_the_settings_have_now(tmp_path: Path) -> None:
    own = write_club(tmp_path / "own")
    with running(own) as preview:
        settings = (own / "docs-lsp.toml").read_text("utf-8")
        (own / "docs-lsp.toml").write_text(settings.replace("anna", "eve"), "utf-8")

        eventually(lambda: preview.api("seen?as=user:eve").status == 200)
        assert preview.api(f"seen?as={ANNA}").status == 400


@pytest.mark.parametrize(
    ("viewer", "fault"), [("user:eve", "no user `eve`"), ("nobody", "no viewer `nobody`")]
)
def test_a_viewer_that_is_not_there_is_refused(club: Running, viewer: str, fault: str) -> None:
    answer = club.api(f"seen?as={viewer}")

    assert answer.status == 400
    assert fault in answer.json()["error"]
