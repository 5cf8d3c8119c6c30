"""The client's capabilities, from real descriptions of real editors."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from lsprotocol.converters import get_converter
from pytest_lsp import client_capabilities

from docs_lsp.core.problem import ProblemTag
from docs_lsp.core.text import Encoding
from docs_lsp.features.to_lsp import ClientDialect
from docs_lsp.server.client_capabilities import ClientFlags


def client_of(capabilities: types.ClientCapabilities) -> ClientFlags:
    return ClientFlags.from_params(types.InitializeParams(capabilities=capabilities))


def described(capabilities: dict[str, Any]) -> ClientFlags:
    return client_of(get_converter().structure(capabilities, types.ClientCapabilities))


def test_a_client_that_says_nothing_can_do_nothing() -> None:
    assert client_of(types.ClientCapabilities()) == ClientFlags()


@pytest.mark.parametrize(
    ("profile", "encoding", "links", "watches", "pulls"),
    [
        ("visual-studio-code", Encoding.UTF16, True, True, False),
        ("neovim@v0.6", Encoding.UTF16, False, False, False),
        ("neovim@v0.10", Encoding.UTF16, False, False, False),
        ("neovim@v0.11", Encoding.UTF8, False, False, False),
        ("emacs", Encoding.UTF32, False, True, False),
    ],
)
def test_the_flags_of_real_editors(
    profile: str, encoding: Encoding, links: bool, watches: bool, pulls: bool
) -> None:
    client = client_of(client_capabilities(profile))

    assert client.dialect.encoding is encoding
    assert client.dialect.links is links
    assert client.registers_watchers is watches
    assert client.pulls is pulls


def test_pull_needs_both_the_question_and_being_told_to_ask_again() -> None:
    asks: dict[str, Any] = {"textDocument": {"diagnostic": {}}}
    refreshes: dict[str, Any] = {"workspace": {"diagnostics": {"refreshSupport": True}}}

    assert not described(asks).pulls
    assert not described(refreshes).pulls
    assert described({**asks, **refreshes}).pulls


@pytest.mark.parametrize("section", ["publishDiagnostics", "diagnostic"])
def test_what_a_diagnostic_may_hold_is_read_from_either_section(section: str) -> None:
    client = described(
        {
            "textDocument": {
                section: {
                    "relatedInformation": True,
                    "codeDescriptionSupport": True,
                    "tagSupport": {"valueSet": [1]},
                }
            }
        }
    )

    assert client.dialect == ClientDialect(
        related=True, links=True, tags=frozenset({ProblemTag.UNNECESSARY})
    )


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16"], Encoding.UTF8),
        (["utf-32", "utf-8"], Encoding.UTF32),
        (["utf-7", "utf-16"], Encoding.UTF16),
        (["utf-7"], Encoding.UTF16),
        ([], Encoding.UTF16),
    ],
)
def test_the_client_chooses_the_encoding(offered: list[str], chosen: Encoding) -> None:
    assert described({"general": {"positionEncodings": offered}}).dialect.encoding is chosen


def test_the_name_is_kept() -> None:
    params = types.InitializeParams(
        capabilities=types.ClientCapabilities(),
        client_info=types.ClientInfo(name="Some Editor"),
    )

    assert ClientFlags.from_params(params).name == "Some Editor"


def test_what_real_editors_understand_of_proposals_and_edits() -> None:
    code = client_of(client_capabilities("visual-studio-code"))
    vim = client_of(client_capabilities("neovim@v0.11"))
    emacs = client_of(client_capabilities("emacs"))

    assert code.proposals.snippets and code.proposals.resolves and code.proposals.as_is
    assert vim.proposals.list_ranges and vim.proposals.list_formats
    assert not vim.proposals.resolves  # It asks for other parts, not for the documentation.
    assert emacs.proposals.tags and not (emacs.proposals.snippets or emacs.proposals.markdown)
    assert code.actions.edits.annotates and code.actions.edits.renames
    assert not vim.actions.edits.annotates
    assert not emacs.actions.edits.renames
    assert (code.most_folds, emacs.most_folds) == (5000, None)
    assert (vim.resolves_hints, code.resolves_hints) == (True, False)
    assert all(each.takes_links and each.nests_symbols for each in (code, vim, emacs))
    assert code.shows_link_tooltips
    assert code.refreshes == {"workspace/codeLens/refresh"}
    assert vim.refreshes == {"workspace/inlayHint/refresh"}
    assert emacs.refreshes == frozenset()


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("Visual Studio Code - Insiders", "editor.action.triggerSuggest"),
        ("Cursor", "editor.action.triggerSuggest"),
        ("Neovim", ""),
        ("", ""),
    ],
)
def test_only_vs_code_is_given_its_own_command(name: str, command: str) -> None:
    info = types.ClientInfo(name=name)
    params = types.InitializeParams(capabilities=types.ClientCapabilities(), client_info=info)

    assert ClientFlags.from_params(params).proposals.ask_again == command


@pytest.mark.parametrize(
    ("experimental", "shows"),
    [
        ({"commands": {"commands": ["docsLsp.showReferences"]}}, True),
        ({"commands": {"commands": ["other"]}}, False),
        ({"commands": ["docsLsp.showReferences"]}, False),
        ({"commands": {"commands": 5}}, False),
        ("docsLsp.showReferences", False),
        (None, False),
    ],
)
def test_commands_of_the_client_are_those_that_it_names(experimental: Any, shows: bool) -> None:
    assert described({"experimental": experimental}).shows_references is shows


@pytest.mark.parametrize(
    ("item", "inserts_words"),
    [
        ({}, False),
        ({"snippetSupport": True}, True),
        ({"snippetSupport": True, "insertReplaceSupport": True}, False),
    ],
)
def test_a_client_that_cannot_be_told_what_to_replace_inserts_words(
    item: dict[str, Any], inserts_words: bool
) -> None:
    client = described({"textDocument": {"completion": {"completionItem": item}}})

    assert client.proposals.inserts_words is inserts_words
    assert client.proposals.is_declared
