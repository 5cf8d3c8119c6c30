"""Decides which rules run: those that a project leaves on, and those that a command names.

`--select` shows a rule that is off by default, but none that docs-lsp.toml switches off.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from docs_lsp.core.problem import Severity
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.settings.settings import Settings


def iter_enabled_rules(settings: Settings) -> Iterator[Rule]:
    """Yield the rules that are not off."""
    for rule in all_rules().values():
        if settings.get_severity(rule.name, rule.severity) is not None:
            yield rule


def select_rules(
    settings: Settings, asked_for: Collection[str], wanted: Callable[[str], bool]
) -> Settings:
    """Return settings with the requested rules switched on and the unwanted ones switched off.

    Requested rules are switched on only if they are off by default and not set.
    """
    changed: dict[str, Severity | None] = {}
    for name, rule in all_rules().items():
        if not wanted(name):
            changed[name] = None
        elif rule.severity is None and name in asked_for and name not in settings.rules:
            changed[name] = Severity.INFORMATION
    return replace(settings, rules={**settings.rules, **changed}) if changed else settings
