"""The settings of a project for its preview, and mistakes in them that must not open its pages.

`preview.auth` decides who may see a page that says nothing. Where it cannot be read, or may be what
a misspelt key was meant to be, such pages would be public by default.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docs_lsp.files.files import Files
from docs_lsp.settings.settings import SETTINGS_FILE, ConfigFault, Settings

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
"""Settings of the preview without which it shows no more."""


class ProjectSettings(NamedTuple):
    """What docs-lsp.toml says."""

    settings: Settings
    mistakes: tuple[str, ...] = ()
    """Those that leave everything else as it is."""
    opening: str = ""
    """A mistake with which nobody can say who may see the site; empty where there is none."""


def read_project_settings(files: Files) -> ProjectSettings:
    """Read docs-lsp.toml, which need not be there. Raises `FileFault` where it cannot be read."""
    if not files.exists(SETTINGS_FILE):
        return ProjectSettings(Settings())
    # Few sites have settings, and reading them takes long to import.
    from docs_lsp.settings.reader import TABLES, load

    # Which rules there are is not known here; `docs-lsp check` reports the rest.
    settings, faults = load(files.read(SETTINGS_FILE), ())
    others = TABLES - {_TABLE}
    reported = [fault for fault in faults if _first_name(fault.setting) not in others]
    opening = [config_fault for config_fault in reported if not _is_harmless(config_fault.setting)]
    return ProjectSettings(
        settings, tuple(map(_render_fault, reported)), _render_fault(opening[0]) if opening else ""
    )


def _render_fault(fault: ConfigFault) -> str:
    named = fault.message.startswith(SETTINGS_FILE)
    return fault.message if named else f"{SETTINGS_FILE}: {fault.message}"


def _first_name(setting: str) -> str:
    """The first name of `preview.users[0].name`."""
    return re.split(r"[.\[]", setting, maxsplit=1)[0]


def _is_harmless(setting: str) -> bool:
    return _first_name(setting) == _TABLE and _first_name(setting[len(_TABLE) + 1 :]) in _HARMLESS
