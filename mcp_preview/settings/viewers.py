"""Viewers by name, as given on the command line and on the page."""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import SETTINGS_FILE, PreviewUser
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer

FORMS = "anonymous, credential, user:NAME or groups:A,B"
"""The forms in which a viewer can be given."""


def parse_viewer(text: str, users: Iterable[PreviewUser]) -> Viewer:
    """Return the viewer that a string such as `user:NAME` names, or raise `UsageFault`."""
    kind, colon, rest = text.partition(":")
    match kind, bool(colon):
        case "anonymous", False:
            return ANONYMOUS
        case "credential", False:
            return CREDENTIAL
        case "user", True:
            return Viewer(frozenset(_require_user(rest, tuple(users)).groups))
        case "groups", True:
            return Viewer(frozenset(name for part in rest.split(",") if (name := part.strip())))
    raise UsageFault(f"there is no viewer `{text}`; use {FORMS}.")


def _require_user(name: str, users: tuple[PreviewUser, ...]) -> PreviewUser:
    """Return the configured user with this name. Raises `UsageFault` if there is none."""
    for user in users:
        if user.name == name:
            return user
    known = ", ".join(f"`{user.name}`" for user in users)
    remedy = f"the users are {known}" if known else "there are none yet"
    raise UsageFault(
        f"there is no user `{name}` in {SETTINGS_FILE}; {remedy}. Add it as `[[preview.users]]`."
    )
