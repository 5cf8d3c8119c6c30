"""The preview settings of a project, and mistakes in them that must not make pages public.

`preview.auth` decides who can see a page without a setting of its own. If it cannot be read, or a
misspelt key may have meant it, such pages would be public by default.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.files.files import Files
from docs_lsp.files.linked_file import read_file_or_link
from docs_lsp.settings.settings import SETTINGS_FILE, Settings, SettingsFault

_TABLE = "preview"
_HARMLESS = frozenset(
    (
        "port",
        "enabled",
        "redirect_domains",
        "users",
        "requests",
        "searches",
        "commands",
        "authed_searches",
        "authed_commands",
    )
)
"""The settings of the preview that do not make more pages visible."""


class ProjectSettings(NamedTuple):
    """The settings in docs-lsp.toml, and the mistakes in them."""

    settings: Settings
    mistakes: tuple[str, ...] = ()
    """The mistakes that have no effect on other settings."""
    visibility_mistake: str = ""
    """A mistake that leaves the visibility of the site unknown; empty if there is none."""


def read_project_settings(files: Files) -> ProjectSettings:
    """Read docs-lsp.toml, or use the defaults without it. Raises `FileFault` if unreadable."""
    data = read_file_or_link(files, SETTINGS_FILE)
    if data is None:
        return ProjectSettings(Settings())
    # Imported late: few sites have settings, and the import takes long.
    from docs_lsp.settings.reader import TABLES, load_project_settings

    # The rules are unknown here; `docs-lsp check` reports the other mistakes.
    settings, faults = load_project_settings(data, ())
    others = TABLES - {_TABLE}
    reported = [fault for fault in faults if _get_first_name(fault.setting) not in others]
    unsafe = [config_fault for config_fault in reported if not _is_harmless(config_fault.setting)]
    return ProjectSettings(
        settings, tuple(map(_render_fault, reported)), _render_fault(unsafe[0]) if unsafe else ""
    )


def _render_fault(fault: SettingsFault) -> str:
    """Return the message of a fault, beginning with the name of the file."""
    named = fault.message.startswith(SETTINGS_FILE)
    return fault.message if named else f"{SETTINGS_FILE}: {fault.message}"


def _get_first_name(setting: str) -> str:
    """Return the first name of a setting such as `preview.users[0].name`."""
    return re.split(r"[.\[]", setting, maxsplit=1)[0]


def _is_harmless(setting: str) -> bool:
    """Return whether ignoring an invalid setting cannot make more pages visible."""
    return (
        _get_first_name(setting) == _TABLE
        and _get_first_name(setting[len(_TABLE) + 1 :]) in _HARMLESS
    )
