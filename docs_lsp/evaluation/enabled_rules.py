"""Decides which rules run, and what they need to be read of a site.

They are those that a project leaves on. `--select` switches on a rule that is off by default, but
none that docs-lsp.toml switches off.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from docs_lsp.core.problem import Severity
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import PageTextNeed, Rule
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import PageQuery


def iter_enabled_rules(settings: Settings) -> Iterator[Rule]:
    """Yield the rules that are not off."""
    for rule in all_rules().values():
        if settings.get_severity(rule.name, rule.severity) is not None:
            yield rule


def select_rules(
    settings: Settings, asked_for: Collection[str], wanted: Callable[[str], bool]
) -> Settings:
    """Return settings with requested rules on that are off by default, and unwanted ones off.

    A requested rule that is set stays as it is.
    """
    changed: dict[str, Severity | None] = {}
    for name, rule in all_rules().items():
        if not wanted(name):
            changed[name] = None
        elif rule.severity is None and name in asked_for and name not in settings.rules:
            changed[name] = Severity.INFORMATION
    return replace(settings, rules={**settings.rules, **changed}) if changed else settings


def needs_page_text(settings: Settings) -> bool:
    """Return whether an enabled rule needs more of pages than the faults they are rejected for."""
    return PageTextNeed.TEXT in _iter_needed_reads(settings)


def needs_only_parse_errors(settings: Settings) -> bool:
    """Return whether every enabled rule needs only the faults for which pages are rejected."""
    if not settings.severities:  # This runs on each keystroke, and few projects set any.
        return False
    return all(reads is PageTextNeed.FAULTS for reads in _iter_needed_reads(settings))


def collect_page_queries(settings: Settings) -> tuple[PageQuery, ...]:
    """Return the queries that rules ask of each page separately."""
    return tuple(rule.page_query for rule in iter_enabled_rules(settings) if rule.page_query)


def _iter_needed_reads(settings: Settings) -> Iterator[PageTextNeed]:
    return (rule.reads for rule in iter_enabled_rules(settings))
