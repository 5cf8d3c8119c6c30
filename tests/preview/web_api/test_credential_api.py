"""Client credentials as the page lists, creates and deletes them."""

from __future__ import annotations

import json
import shlex
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.preview.club import write_club
from tests.preview.running import Answer, Running, running


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(write_club(tmp_path_factory.mktemp("club"))) as started:
        yield started


def created(club: Running, label: str) -> dict[str, Any]:
    answer = club.api("credentials", "POST", {"label": label})
    assert answer.status == 201
    return dict(answer.json())


def listed(club: Running) -> dict[str, str]:
    found = club.api("credentials").json()["credentials"]
    return {one["client_id"]: one["label"] for one in found}


def fetched(curl: str) -> Answer:
    """What the command gets that the page offers."""
    words = shlex.split(curl.replace("\\\n", " "))
    fields = [given for option, given in zip(words[2::2], words[3::2], strict=True)]
    body = urlencode([pair for field in fields for pair in parse_qsl(field)]).encode()
    request = urllib.request.Request(words[1], body)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return Answer(answer.status, {}, answer.read())
    except urllib.error.HTTPError as refusal:
        return Answer(refusal.code, {}, refusal.read())


def test_a_credential_is_created_with_a_command_that_gets_tokens(club: Running) -> None:
    made = created(club, "Nightly build")
    tokens = json.loads(fetched(made["curl"]).body)
    authorization = {"Authorization": f"Bearer {tokens['access_token']}"}

    assert listed(club)[made["client_id"]] == "Nightly build"
    assert tokens["token_type"] == "Bearer"
    assert club.get("/members.md", **authorization).status == 200
    assert club.get("/log-book.md", **authorization).status == 404


def test_the_secret_is_shown_once(club: Running) -> None:
    made = created(club, "Once")

    assert made["client_secret"]
    assert made["client_secret"].encode() not in club.api("credentials").body


def test_a_credential_is_deleted_for_good(club: Running) -> None:
    made = created(club, "Short")
    first = club.api(f"credentials/{made['client_id']}", "DELETE")
    second = club.api(f"credentials/{made['client_id']}", "DELETE")

    assert (first.status, second.status) == (200, 404)
    assert made["client_id"] not in listed(club)
    assert fetched(made["curl"]).status == 401


@pytest.mark.parametrize(
    "body", [{}, {"label": ""}, {"label": 1}, {"label": "x" * 101}, {"label": "a\nb"}, [], None]
)
def test_a_credential_needs_a_label_of_one_line(club: Running, body: object) -> None:
    answer = club.api("credentials", "POST", body)

    assert answer.status == 400
    assert "label" in answer.json()["error"].lower()


def test_credentials_need_the_secret_of_the_page(club: Running) -> None:
    path = "/.docs-lsp/api/credentials"

    assert club.get(path).status == club.get(path, "POST").status == 401
    assert club.get(f"{path}/x", "DELETE").status == 401
