"""What is left to a JSON language server beside ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docs_lsp.core.problem import Severity
from docs_lsp.server.client_capabilities import ClientFlags
from docs_lsp.server.json_server import has_json_server, is_schema_shown_by_client
from docs_lsp.server.requests.language_features import (
    handle_document_symbols,
    handle_folding_ranges,
    handle_selection_ranges,
)
from docs_lsp.server.requests.request import Request
from docs_lsp.settings.settings import JsonServer, Settings
from tests.features.markers import marked

SITE = marked("""--- docs.json
{
  "name": "Quay",
  "theme": "mint"
}
""")


def setting(value: JsonServer) -> Settings:
    return replace(Settings(), json_server=value)


def request(value: JsonServer, client: str) -> Request:
    view = SITE.view()
    view = replace(view, site=view.site.with_settings(setting(value)))
    params = {"positions": [{"line": 1, "character": 3}]}
    return Request(view, "docs.json", params, ClientFlags(name=client))


@pytest.mark.parametrize(
    ("client", "brings_one"),
    [
        ("Visual Studio Code", True),
        ("Visual Studio Code - Insiders", True),
        ("Code - OSS", True),
        ("VSCodium", True),
        ("Cursor", True),
        ("Windsurf", True),
        ("Zed", True),
        ("Zed Preview", True),
        (" Zed ", True),
        ("Neovim", False),
        ("helix", False),
        ("Sublime Text LSP", False),
        ("Eglot", False),
        ("emacs", False),
        ("", False),
    ],
)
def test_some_editors_are_known_to_bring_one(client: str, brings_one: bool) -> None:
    assert has_json_server(setting("auto"), client) == brings_one


@pytest.mark.parametrize("client", ["Visual Studio Code", "Neovim", ""])
def test_what_the_writer_says_counts_more(client: str) -> None:
    assert has_json_server(setting("present"), client)
    assert not has_json_server(setting("absent"), client)


@pytest.mark.parametrize("is_said", [True, False])
def test_what_a_schema_says_is_left_out_only_where_it_is_surely_shown(is_said: bool) -> None:
    assert is_schema_shown_by_client(setting("auto"), is_reported=is_said) == is_said
    assert is_schema_shown_by_client(setting("present"), is_reported=is_said)
    assert not is_schema_shown_by_client(setting("absent"), is_reported=is_said)


def test_what_both_answer_is_answered_once() -> None:
    beside, alone = request("present", "Neovim"), request("absent", "Visual Studio Code")

    for answer in (handle_folding_ranges, handle_selection_ranges):
        assert answer(beside) is None
        assert answer(alone)
    assert handle_document_symbols(beside)


@pytest.mark.parametrize(
    ("value", "reports"), [("auto", True), ("absent", True), ("present", False)]
)
def test_faults_of_the_json_are_left_to_it_only_where_the_writer_says_so(
    value: JsonServer, reports: bool
) -> None:
    severity = setting(value).get_severity("syntax-error", Severity.ERROR)

    assert severity is (Severity.ERROR if reports else None)
