"""The settings of an open site: the editor's, and those of docs-lsp.toml, which override them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.settings.settings import (
    BASELINE_FILE,
    SETTINGS_FAULT,
    SETTINGS_FILE,
    Settings,
    SettingsFault,
    merge_settings,
)


class SiteSettings:
    """The settings from both sources; `effective` holds those that apply."""

    def __init__(self) -> None:
        """Start with the defaults."""
        self.effective = Settings()
        self._editor = Settings()
        self._project = Settings()
        self._faults: Sequence[SettingsFault] = ()

    def set_editor_settings(self, settings: Settings) -> bool:
        """Store the editor's settings, and return whether that changes the effective settings."""
        self._editor = settings
        return self._merge_sources()

    def set_project_settings(self, settings: Settings, faults: Sequence[SettingsFault]) -> bool:
        """Store the settings of docs-lsp.toml, and return whether the effective settings change."""
        self._project, self._faults = settings, faults
        return self._merge_sources()

    def is_settings_file(self, file: str) -> bool:
        """Return whether a file is docs-lsp.toml, or the baseline that it names or implies."""
        return file in (SETTINGS_FILE, self._project.baseline_file or BASELINE_FILE)

    def list_problems(self) -> Mapping[str, Sequence[Problem]]:
        """Return the faults of docs-lsp.toml and the baseline as findings, by file."""
        problems: dict[str, list[Problem]] = defaultdict(list)
        for fault in self._faults:
            problem = Problem(SETTINGS_FAULT, fault.file, fault.span, fault.message, Severity.ERROR)
            problems[fault.file].append(problem)
        return problems

    def _merge_sources(self) -> bool:
        """Merge both sources into the effective settings; return whether that changes them."""
        settings = merge_settings(self._editor, self._project)
        if settings == self.effective:
            return False
        self.effective = settings
        return True
