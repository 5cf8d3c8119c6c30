"""Clients that are described by a document on this machine."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from mcp_preview.oauth.client_documents import MAX_SIZE
from tests.preview.oauth.served import REDIRECT, Visitor, answer_in


class Documents:
    """A server of one document, and who has asked for it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []
        self.status = 200
        self.body = json.dumps(
            {"client_id": url, "client_name": "A local client", "redirect_uris": [REDIRECT]}
        ).encode()
        self.wait = 0.0


@contextmanager
def documents() -> Iterator[Documents]:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            self.send_response(served.status)
            self.send_header("Location", served.url)
            self.end_headers()
            try:
                for byte in range(0, len(served.body), 40):
                    time.sleep(served.wait)
                    self.wfile.write(served.body[byte : byte + 40])
            except OSError:
                pass  # The preview has not waited.

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        served = Documents(f"http://127.0.0.1:{server.server_address[1]}/client.json")
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield served
        server.shutdown()
        thread.join()


def test_a_document_is_read_when_the_reader_agrees_and_not_before(visitor: Visitor) -> None:
    with documents() as served:
        asked = visitor.authorize(served.url)
        assert served.url in asked.text and served.asked == []
        page = visitor.decide(asked)
        assert served.asked == ["/client.json"]
        assert "A local client" in page.text and served.url in page.text
        code = answer_in(visitor.decide(page))["code"]
    tokens = visitor.redeem(served.url, code).json()

    assert visitor.ask(tokens["access_token"]).status_code == 200
    assert visitor.refresh(served.url, tokens["refresh_token"]).status_code == 200


def test_whoever_cancels_has_nothing_read(visitor: Visitor) -> None:
    with documents() as served:
        done = visitor.decide(visitor.authorize(served.url), decision="deny")

        assert done.status_code == 200 and served.asked == []


@pytest.mark.parametrize("redirect", ["http://127.0.0.1:9/other", "https://tools.example/cb"])
def test_the_redirect_has_to_be_one_of_the_document(visitor: Visitor, redirect: str) -> None:
    with documents() as served:
        page = visitor.decide(visitor.authorize(served.url, redirect_uri=redirect))

        assert page.status_code == 400 and "transaction" not in page.text


def test_a_document_that_lists_a_redirect_does_not_allow_it(visitor: Visitor) -> None:
    with documents() as served:
        evil = "https://evil.example/cb"
        served.body = json.dumps({"client_id": served.url, "redirect_uris": [evil]}).encode()
        page = visitor.decide(visitor.authorize(served.url, redirect_uri=evil))

        assert page.status_code == 400 and "location" not in page.headers


@pytest.mark.parametrize("fault", ["another id", "no list", "redirect", "missing", "long", "text"])
def test_a_document_that_is_none_is_refused(visitor: Visitor, fault: str) -> None:
    with documents() as served:
        match fault:
            case "another id":
                served.body = b'{"client_id": "http://127.0.0.1/x", "redirect_uris": []}'
            case "no list":
                served.body = json.dumps({"client_id": served.url}).encode()
            case "redirect":
                served.status = 302
            case "missing":
                served.status = 404
            case "long":
                served.body += b" " * MAX_SIZE
            case "text":
                served.body = b"[1]"
        page = visitor.decide(visitor.authorize(served.url))

        assert page.status_code == 400 and "transaction" not in page.text
        assert served.asked == ["/client.json"]  # And nothing that it leads to.


def test_a_slow_document_is_not_waited_for(visitor: Visitor) -> None:
    with documents() as served:
        served.wait = 0.9
        begun = time.monotonic()
        page = visitor.decide(visitor.authorize(served.url))

        assert page.status_code == 400
        assert time.monotonic() - begun < 4


@pytest.mark.parametrize(
    "client_id",
    [
        "https://client.example/client.json",
        "http://client.example/client.json",
        "http://127.0.0.1.client.example/client.json",
        "http://127.0.0.1@client.example/client.json",
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/client.json",
        "https://127.0.0.1/client.json",
        "http://127.0.0.1/",
        "http://127.0.0.1/client.json?x=1",
        "http://0.0.0.0/client.json",
        "http://2130706433/client.json",
    ],
)
def test_nothing_remote_is_offered_to_be_read(visitor: Visitor, client_id: str) -> None:
    page = visitor.authorize(client_id)

    assert page.status_code == 400
    assert "transaction" not in page.text and "location" not in page.headers


def test_the_preview_does_not_ask_itself(visitor: Visitor) -> None:
    port = visitor.url.rpartition(":")[2]
    for host in ("127.0.0.1", "localhost", "[::1]"):
        page = visitor.authorize(f"http://{host}:{port}/llms.txt")
        assert page.status_code == 400 and "transaction" not in page.text


def test_a_port_where_nobody_listens_is_refused(visitor: Visitor) -> None:
    page = visitor.decide(visitor.authorize("http://127.0.0.1:9/client.json"))

    assert page.status_code == 400
