"""The editor's settings: from start-up options, a notification or `workspace/configuration`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol.types import WINDOW_LOG_MESSAGE, MessageType

from docs_lsp.rules import all_rules
from docs_lsp.server.client_requests import ClientRequests
from docs_lsp.server.session import Session
from docs_lsp.settings.settings import Settings

logger = logging.getLogger(__name__)

SECTION = "docsLsp"
"""The section of the editor's settings that is ours."""
KEYS = frozenset(
    (
        *("besideVendor", "check", "compareWith", "ignore", "inlayHints", "jsonServer"),
        *("languages", "preview", "rename", "rules", "site", "trace", "translations"),
    )
)
"""The keys that can be set there, as in `config_tables.EditorConfig`."""


class EditorSettingsReader:
    """Reads the editor's settings and passes them to the session."""

    def __init__(self, session: Session, requests: ClientRequests) -> None:
        """Start without any settings."""
        self._session = session
        self._requests = requests
        self._asked = 0
        self._complained: tuple[str, ...] = ()

    def apply_sent_settings(self, settings: object) -> None:
        """Apply settings that the editor has sent, with or without the section's name."""
        if isinstance(settings, Mapping):
            section = settings.get(SECTION, settings)
            self._apply_settings({None: self._parse_section(section)})

    def handle_change(self, settings: object) -> None:
        """Ask the client for its changed settings, or apply the sent ones if it cannot be asked."""
        if self._session.client.answers_configuration:
            self._requests.start_task(self.request_settings())
        elif isinstance(settings, Mapping) and SECTION in settings:
            self.apply_sent_settings(settings)

    async def request_settings(self) -> None:
        """Ask the editor for its settings, for all folders and for each of them, and apply them."""
        self._asked += 1
        request_number = self._asked
        folders = dict(self._session.folders)
        answers = await self._requests.fetch_configuration(SECTION, [None, *folders])
        if answers is not None and request_number == self._asked:
            scopes: list[Path | None] = [None, *folders.values()]
            settings_by_scope = zip(scopes, map(self._parse_section, answers), strict=True)
            self._apply_settings(dict(settings_by_scope))

    def _apply_settings(self, settings: Mapping[Path | None, Settings]) -> None:
        """Apply settings by folder (None for all folders), and the trace level for all folders."""
        self._requests.set_trace_level(settings[None].trace)
        self._session.set_editor_settings(settings)

    def _parse_section(self, section: Any) -> Settings:
        """Return the editor's settings, and report new faults in them to the client."""
        has_vendor = self._session.client.has_vendor_extension
        if not isinstance(section, Mapping) or KEYS.isdisjoint(section):
            return Settings(has_vendor_extension=has_vendor)
        # This imports pydantic, 11 MB that an editor without our settings does not need.
        from docs_lsp.settings.reader import load_editor_settings

        settings, faults = load_editor_settings(section, all_rules())
        if faults and faults != self._complained:
            self._complained = faults
            for fault in faults:
                message = {"type": MessageType.Warning.value, "message": fault}
                self._requests.notify(WINDOW_LOG_MESSAGE, message)
        return replace(settings, has_vendor_extension=has_vendor)
