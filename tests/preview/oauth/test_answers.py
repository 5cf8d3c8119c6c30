"""Forms that the endpoints receive, and their responses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import orjson
import pytest
from starlette.requests import Request
from starlette.types import Message

from mcp_preview.oauth.answers import (
    MAX_FORM,
    OAuthFault,
    build_no_store_response,
    collect_parameters,
    read_form,
)

FORM = "application/x-www-form-urlencoded"


def read(parts: Sequence[bytes], kind: str | None = FORM, *, ends: bool = True) -> dict[str, str]:
    """Read a form that is received in parts; without `ends` the client disconnects."""
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": index + 1 < len(parts) or not ends}
        for index, part in enumerate(parts)
    ]
    messages.append({"type": "http.disconnect"})

    async def receive() -> Message:
        return messages.pop(0)

    headers = [] if kind is None else [(b"content-type", kind.encode())]
    scope = {"type": "http", "method": "POST", "headers": headers}
    return asyncio.run(read_form(Request(scope, receive)))


@pytest.mark.parametrize("kind", [FORM, FORM.upper(), f" {FORM} ; charset=utf-8"])
def test_a_form_is_read_without_empty_fields(kind: str) -> None:
    parts = [b"grant_type=code&co", b"de=%C3%A9+x&scope=&state"]

    assert read(parts, kind) == {"grant_type": "code", "code": "é x"}


@pytest.mark.parametrize("kind", [None, "application/json", f"{FORM}2"])
def test_only_a_form_is_read(kind: str | None) -> None:
    with pytest.raises(OAuthFault, match="of the type application/x-www-form-urlencoded") as fault:
        read([b"code=x"], kind)
    assert (fault.value.error, fault.value.status) == ("invalid_request", 400)


@pytest.mark.parametrize(
    ("parts", "ends", "status", "sentence"),
    [
        ([b"a=" + b"x" * (MAX_FORM - 1)], True, 413, "The request is too long."),
        ([b"a=" + b"x" * (MAX_FORM - 3), b"yz"], True, 413, "The request is too long."),
        ([b"code=x"], False, 400, "The request ended early."),
        ([b"code=\xff"], True, 400, "The form cannot be read."),
        ([b"&".join(b"a%d=" % number for number in range(51))], True, 400,
         "The form cannot be read."),
        ([b"code=x&code=x"], True, 400, "A parameter is given twice."),
        ([b"code=&code=x"], True, 400, "A parameter is given twice."),
    ],
)  # fmt: skip
def test_a_form_that_is_rejected(
    parts: Sequence[bytes], ends: bool, status: int, sentence: str
) -> None:
    with pytest.raises(OAuthFault) as fault:
        read(parts, ends=ends)
    assert (fault.value.error, fault.value.status) == ("invalid_request", status)
    assert fault.value.description == str(fault.value) == sentence


def test_the_longest_form_and_the_most_fields_are_read() -> None:
    assert read([b"a=" + b"x" * (MAX_FORM - 2)]) == {"a": "x" * (MAX_FORM - 2)}
    assert len(read([b"&".join(b"a%d=1" % number for number in range(50))])) == 50


@pytest.mark.parametrize("pairs", [(), (("a", ""),)])
def test_empty_parameters_are_none(pairs: Iterable[tuple[str, str]]) -> None:
    assert collect_parameters(pairs) == {}


def test_responses_are_never_cached() -> None:
    fault = OAuthFault("invalid_client", "Log in.", 401, {"WWW-Authenticate": "Basic"})
    for response, status, content in (
        (fault.build_response(), 401, {"error": "invalid_client", "error_description": "Log in."}),
        (build_no_store_response({"a": 1}), 200, {"a": 1}),
        (OAuthFault("x", "y").build_response(), 400, {"error": "x", "error_description": "y"}),
    ):
        assert (response.status_code, orjson.loads(response.body)) == (status, content)
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["pragma"] == "no-cache"
        assert response.headers["content-type"] == "application/json"
    assert fault.build_response().headers["www-authenticate"] == "Basic"
