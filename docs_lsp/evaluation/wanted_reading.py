"""Determines what the enabled rules need to be read of a site."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.evaluation.enabled_rules import iter_enabled_rules
from docs_lsp.rules.framework.rule import PageTextNeed
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.contents import PageQuery


def needs_page_text(settings: Settings) -> bool:
    """Whether a rule needs more of the text of pages than the faults that reject them."""
    return PageTextNeed.TEXT in _iter_needed_reads(settings)


def needs_only_parse_errors(settings: Settings) -> bool:
    """Whether every rule needs nothing but the faults for which pages are rejected."""
    if not settings.severities:  # This runs on each keystroke, and few projects set any.
        return False
    return all(reads is PageTextNeed.FAULTS for reads in _iter_needed_reads(settings))


def collect_page_queries(settings: Settings) -> tuple[PageQuery, ...]:
    """Return the queries that rules ask of each page separately."""
    return tuple(rule.page_query for rule in iter_enabled_rules(settings) if rule.page_query)


def _iter_needed_reads(settings: Settings) -> Iterator[PageTextNeed]:
    return (rule.reads for rule in iter_enabled_rules(settings))
