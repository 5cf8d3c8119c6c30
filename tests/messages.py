"""All that a writer gets to read, in one place: `python -m tests.messages` writes it down.

The messages are those of the examples of every rule, each once. Whoever changes one sees it here
as a reader would, beside all the others. A test insists that the file is current.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from docs_lsp.core.problem import Severity
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.settings import SETTINGS_FILE
from tests.rules.harness import Example, examples_in, site_of

FILE = Path(__file__).with_name("messages.txt")
CASES = Path(__file__).parent / "rules"


def written() -> str:
    """The whole file."""
    return "\n".join(_section(rule) for rule in all_rules().values())


def _section(rule: Rule) -> str:
    severity = "off" if rule.severity is None else rule.severity.name.lower()
    lines = [f"{rule.name} ({severity})", f"  {rule.title}"]
    lines += dict.fromkeys(f"  - {line}" for line in _said(rule))
    return "\n".join([*lines, ""])


def _said(rule: Rule) -> Iterator[str]:
    cases = CASES / f"{rule.name}.md"
    for text in (rule.docs, cases.read_text("utf-8") if cases.exists() else ""):
        for example in examples_in(text):
            yield from _in_example(rule, example)


def _in_example(rule: Rule, example: Example) -> Iterator[str]:
    settings, _ = load_project_settings(example.files.get(SETTINGS_FILE, ""), all_rules())
    if rule.severity is None:
        settings = replace(settings, rules={**settings.rules, rule.name: Severity.INFORMATION})
    site = site_of(example.files, settings, example.before)
    for problem in (one for found in site.get_problems().values() for one in found):
        if problem.rule == rule.name:
            yield problem.message
            yield from (f"  with: {place.message}" for place in problem.related)
            fixes = list_offered_fixes(site, MemoryFiles(example.files), problem)
            yield from (f"  fix: {fix.title}" for fix in fixes)


if __name__ == "__main__":
    FILE.write_text(written(), "utf-8", newline="\n")
