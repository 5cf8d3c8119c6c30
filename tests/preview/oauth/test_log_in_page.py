"""The log-in page in a real Chromium."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from mcp_preview.oauth.metadata import AUTHORIZE
from tests.preview.browsing import Scheme, Tab, browser
from tests.preview.oauth.served import CHALLENGE, Visitor


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@contextmanager
def opened(
    chromium: Browser, url: str, scheme: Scheme = "light", width: int = 700
) -> Iterator[Tab]:
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    tab = Tab(context.new_page(), "/".join(url.split("/")[:3]))
    tab.page.goto(url)
    yield tab
    context.close()


@contextmanager
def web_server(html: str = "arrived", host: str = "127.0.0.1") -> Iterator[str]:
    """A site of somebody else, and the address of its only page."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

    with Server((host, 0), Answers) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://{f'[{host}]' if ':' in host else host}:{server.server_address[1]}/cb"
        server.shutdown()
        thread.join()


def address(visitor: Visitor, redirect: str, **changed: str) -> str:
    query = {
        "response_type": "code",
        "client_id": visitor.client_id(redirect),
        "redirect_uri": redirect,
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        "state": "s",
        **changed,
    }
    return f"{visitor.url}{AUTHORIZE}?{urlencode(query)}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1200])
def test_everything_can_be_read(
    visitor: Visitor, chromium: Browser, scheme: Scheme, width: int
) -> None:
    shown = address(visitor, "https://tools.example/" + "long/" * 40)
    refused = address(visitor, "https://tools.example/cb", redirect_uri="https://other.example/")
    for url in (shown, refused):
        with opened(chromium, url, scheme, width) as tab:
            assert tab.faint() == []
            assert not tab.is_too_wide()
            bad_status = [one for one in tab.complaints if "400" not in one]
            assert bad_status == [] and tab.elsewhere == []


def test_it_names_the_client_its_target_and_the_groups(visitor: Visitor, chromium: Browser) -> None:
    with opened(chromium, address(visitor, "https://tools.example/cb")) as tab:
        for text in ("Test", "tools.example", "https://tools.example/cb", "staff", "partners"):
            expect(tab.page.get_by_text(text, exact=True).first).to_be_visible()
        expect(tab.page.get_by_role("radio")).to_have_count(3)
        expect(tab.page.get_by_role("radio", name="ada")).to_be_checked()


def test_the_keyboard_is_enough(visitor: Visitor, chromium: Browser) -> None:
    with web_server() as callback, opened(chromium, address(visitor, callback)) as tab:
        expect(tab.page.get_by_role("radio", name="ada")).to_be_focused()
        tab.page.keyboard.press("ArrowDown")
        tab.page.keyboard.press("ArrowDown")
        expect(tab.page.get_by_role("radio", name="Member")).to_be_checked()
        tab.page.keyboard.press("Tab")
        assert tab.focused() == "Allow"
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url(re.compile(r"/cb\?code="))


def test_the_enter_key_in_the_list_allows(visitor: Visitor, chromium: Browser) -> None:
    with web_server() as callback, opened(chromium, address(visitor, callback)) as tab:
        expect(tab.page.get_by_role("radio", name="ada")).to_be_focused()
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_url(re.compile(r"/cb\?code="))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_whoever_denies_is_sent_back_without_a_code(
    visitor: Visitor, chromium: Browser, host: str
) -> None:
    with (
        web_server(host=host) as callback,
        opened(chromium, address(visitor, callback)) as tab,
    ):
        tab.page.get_by_role("button", name="Deny").click()
        tab.page.wait_for_url(re.compile(r"/cb\?error=access_denied"))
        assert "code=" not in tab.page.url and tab.complaints == []


def test_a_refusal_says_what_to_add(visitor: Visitor, chromium: Browser) -> None:
    url = address(visitor, "https://tools.example/cb", redirect_uri="https://other.example/cb")
    with opened(chromium, url) as tab:
        expect(tab.page.locator("pre")).to_have_text(
            '[preview]\nredirect_domains = ["other.example"]'
        )


def test_going_back_does_not_answer_twice(visitor: Visitor, chromium: Browser) -> None:
    with web_server() as callback, opened(chromium, address(visitor, callback)) as tab:
        transaction = tab.page.locator("[name=transaction]").input_value()
        tab.page.get_by_role("button", name="Allow").click()
        tab.page.wait_for_url(re.compile(r"/cb\?code="))
        tab.page.go_back()
        # The page was not kept: it is another one, for another answer.
        assert tab.page.locator("[name=transaction]").input_value() != transaction


def test_no_page_can_frame_it(visitor: Visitor, chromium: Browser) -> None:
    target = address(visitor, "https://tools.example/cb").replace("&", "&amp;")
    with (
        web_server(f'<iframe src="{target}"></iframe>') as attacker,
        opened(chromium, attacker) as tab,
    ):
        tab.page.wait_for_timeout(500)
        assert "frame-ancestors" in " ".join(tab.complaints)
        assert "Log in" not in "".join(frame.content() for frame in tab.page.frames[1:])


def test_no_page_can_send_its_form(visitor: Visitor, chromium: Browser) -> None:
    """Not even one that has somehow got hold of a token."""
    page = visitor.authorize(visitor.client_id())
    found = re.search(r'name="transaction" value="([^"]+)"', page.text)
    assert found
    form = (
        f'<form method="post" action="{visitor.url}{AUTHORIZE}">'
        f'<input name="transaction" value="{found[1]}"><input name="decision" value="allow">'
        '<input name="subject" value="user:ada"></form><script>document.forms[0].submit()</script>'
    )
    with web_server(form) as attacker, opened(chromium, attacker) as tab:
        tab.page.wait_for_url(f"{visitor.url}{AUTHORIZE}")
        assert "came from a page of another site" in tab.page.content()
