"""`docs-lsp rules`: what is checked, one line for each rule."""

from __future__ import annotations

from argparse import Namespace

from docs_lsp.rules import all_rules


def run(arguments: Namespace) -> int:
    """List the rules by name."""
    rules = sorted(all_rules().values(), key=lambda rule: rule.name)
    width = max(len(rule.name) for rule in rules)
    for rule in rules:
        severity = "off" if rule.severity is None else rule.severity.name.lower()
        print(f"{rule.name:{width}}  {severity:11}  {rule.title}")
    return 0
