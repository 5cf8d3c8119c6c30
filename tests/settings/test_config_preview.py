"""The settings of the preview: who may log in, where log-ins lead, which pages need one."""

from __future__ import annotations

import pytest

from docs_lsp.settings.reader import (
    build_settings_schema,
    load_editor_settings,
    load_project_settings,
)
from docs_lsp.settings.settings import PreviewSettings, PreviewUser, Settings, merge_settings

TWO_USERS = """\
[preview]
auth = "partial"
enabled = true
redirect_domains = ["chat.example.com", "editor://callback"]
authed_searches = 7

[[preview.users]]
name = "anna"
groups = ["crew", "harbour"]

[[preview.users]]
name = "bert"
"""


def test_all_of_it_is_read() -> None:
    settings, faults = load_project_settings(TWO_USERS, ())

    assert faults == ()
    assert settings.preview == PreviewSettings(
        auth="partial",
        enabled=True,
        redirect_domains=("chat.example.com", "editor://callback"),
        users=(PreviewUser("anna", ("crew", "harbour")), PreviewUser("bert")),
        authed_searches=7,
    )


@pytest.mark.parametrize(
    "entry",
    [
        *("claude.ai", "localhost:80", "a_b.example", "[::1]", "MÜNCHEN.example", "127.0.0.1"),
        *("https://chat.example/x?y", "cursor://anysphere.cursor-mcp", "com.app+x://back"),
    ],
)
def test_a_redirect_domain_is_a_host_or_a_url(entry: str) -> None:
    settings, faults = load_project_settings(f'[preview]\nredirect_domains = ["{entry}"]', ())

    assert (settings.preview.redirect_domains, faults) == ((entry,), ())


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        *((entry, "neither a host nor a URL") for entry in ("", " ", "a b", "*.x.com", "a.com/cb")),
        *((entry, "neither a host nor a URL") for entry in ("https://", "//x", "x://a b", ".com")),
        ("x://user@host", "neither a host nor a URL"),
        ("javascript://x", "never redirect to `javascript:`"),
        ("FILE://x", "never redirect to `file:`"),
    ],
)
def test_any_other_redirect_domain_is_a_fault_where_it_stands(entry: str, said: str) -> None:
    text = f'[preview]\nredirect_domains = ["a.example", "{entry}"]'
    settings, (fault,) = load_project_settings(text, ())

    assert settings.preview.redirect_domains == ("a.example",)
    assert said in fault.message
    assert text[fault.span.start : fault.span.end] == f'"{entry}"'
    assert fault.setting == "preview.redirect_domains[1]"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('groups = ["x"]', "`preview.users[1].name` is missing"),
        ('name = "anna"', "Two users are named `anna`"),
        ('name = " "', "has no name"),
        ('name = "bert"\ngroups = "x"', "`preview.users[1].groups` must be an array"),
        ('name = "bert"\ngroups = ["*"]', "`*` is not the name of a group"),
        ('name = "bert"\ngroup = ["x"]', "did you mean `groups`?"),
    ],
)
def test_a_user_with_a_fault_counts_as_none(table: str, said: str) -> None:
    text = f'[[preview.users]]\nname = "anna"\n\n[[preview.users]]\n{table}\n'
    settings, (fault,) = load_project_settings(text, ())

    assert settings.preview.users == (PreviewUser("anna"),)
    assert said in fault.message


def test_a_mode_that_is_none_has_a_hint() -> None:
    settings, (fault,) = load_project_settings('[preview]\nauth = "partal"', ())

    assert settings.preview.auth is None
    assert fault.message == '`preview.auth` cannot be `"partal"`; did you mean `partial`?'


def test_an_editor_that_leaves_the_mode_open_sends_null() -> None:
    settings, faults = load_editor_settings(
        {"preview": {"auth": None, "users": [{"name": "anna"}]}}, ()
    )

    assert faults == ()
    assert settings.preview == PreviewSettings(users=(PreviewUser("anna"),))


def test_the_schema_of_the_file_knows_no_null() -> None:
    auth = build_settings_schema()["$defs"]["PreviewTable"]["properties"]["auth"]

    assert auth["enum"] == ["public", "partial", "full"]
    assert "default" not in auth


def test_lists_of_the_project_win_where_it_has_any() -> None:
    editor = Settings(preview=PreviewSettings(users=(PreviewUser("anna"),), auth="full"))
    project = Settings(preview=PreviewSettings(redirect_domains=("a.example",), auth="partial"))

    assert merge_settings(editor, project).preview == PreviewSettings(
        users=(PreviewUser("anna"),), redirect_domains=("a.example",), auth="partial"
    )
