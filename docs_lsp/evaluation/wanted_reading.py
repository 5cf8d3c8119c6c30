"""What the rules that are switched on want to be read of a site."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.rules import all_rules
from docs_lsp.rules._rule import Reads
from docs_lsp.settings import Settings


def wants_text(settings: Settings) -> bool:
    """Whether a rule wants more of the text of pages than why they are refused."""
    return Reads.TEXT in _reads(settings)


def wants_faults_alone(settings: Settings) -> bool:
    """Whether no rule wants anything but why pages are refused."""
    return all(reads is Reads.FAULTS for reads in _reads(settings))


def _reads(settings: Settings) -> Iterator[Reads]:
    for rule in all_rules().values():
        if settings.severity(rule.name, rule.severity) is not None:
            yield rule.reads
