"""Viewers by their names."""

from __future__ import annotations

import pytest

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer
from mcp_preview.settings.viewers import parse_viewer

USERS = (PreviewUser("anna", ("crew", "harbour")), PreviewUser("groups:x"))


@pytest.mark.parametrize(
    ("text", "viewer"),
    [
        ("anonymous", ANONYMOUS),
        ("credential", CREDENTIAL),
        ("user:anna", Viewer(frozenset(("crew", "harbour")))),
        ("user:groups:x", Viewer(frozenset())),
        ("groups:a, b,,", Viewer(frozenset("ab"))),
        ("groups:", Viewer(frozenset())),
    ],
)
def test_a_viewer_is_named(text: str, viewer: Viewer) -> None:
    assert parse_viewer(text, USERS) == viewer


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("user:bert", "the users are `anna`, `groups:x`"),
        ("user:", "there is no user ``"),
        ("anna", "there is no viewer `anna`; use anonymous, credential"),
        ("anonymous:", "there is no viewer"),
        ("Credential", "there is no viewer"),
        ("", "there is no viewer"),
    ],
)
def test_a_viewer_that_nobody_knows_is_a_usage_fault(text: str, named: str) -> None:
    with pytest.raises(UsageFault, match="there is no") as fault:
        parse_viewer(text, USERS)

    assert named in str(fault.value)


def test_without_users_it_is_said_where_they_stand() -> None:
    with pytest.raises(
        UsageFault, match=r"there are none yet\. Add it as `\[\[preview\.users\]\]`"
    ):
        parse_viewer("user:anna", ())
