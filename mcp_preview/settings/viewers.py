"""Viewers by the names under which a writer asks for them: on the command line and on the page."""

from __future__ import annotations

from collections.abc import Iterable

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import SETTINGS_FILE, PreviewUser
from docs_lsp.site.visibility import ANONYMOUS, CREDENTIAL, Viewer

FORMS = "anonymous, credential, user:NAME or groups:A,B"
"""How a viewer is written."""


def parse_viewer(text: str, users: Iterable[PreviewUser]) -> Viewer:
    """The viewer that a text names; `users` are those of the settings. Raises `UsageFault`."""
    kind, colon, rest = text.partition(":")
    match kind, bool(colon):
        case "anonymous", False:
            return ANONYMOUS
        case "credential", False:
            return CREDENTIAL
        case "user", True:
            return viewer_of(_user(rest, tuple(users)))
        case "groups", True:
            return Viewer(frozenset(name for one in rest.split(",") if (name := one.strip())))
    raise UsageFault(f"there is no viewer `{text}`; write {FORMS}.")


def viewer_of(user: PreviewUser) -> Viewer:
    """A user of the settings as a viewer."""
    return Viewer(frozenset(user.groups))


def _user(name: str, users: tuple[PreviewUser, ...]) -> PreviewUser:
    for user in users:
        if user.name == name:
            return user
    known = ", ".join(f"`{user.name}`" for user in users)
    remedy = f"the users are {known}" if known else "there are none yet"
    raise UsageFault(
        f"there is no user `{name}` in {SETTINGS_FILE}; {remedy}. Add it as `[[preview.users]]`."
    )
