"""`docs-lsp rules`: lists the rules, one line for each."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from docs_lsp.cli.output.writing import join_json_lines
from docs_lsp.cli.terminal import find_terminal_width, wrap_text
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import FixSafety, Rule

_LEAST_COLUMNS = 30
"""The minimum number of columns for a title, however narrow the terminal is."""


def run(arguments: Namespace) -> int:
    """Print the rules as text or JSON."""
    rules = list(all_rules().values())
    if arguments.format == "json":
        _write_json(rules)
    else:
        _write_text(rules)
    return 0


def _write_text(rules: Sequence[Rule]) -> None:
    names = max(len(rule.name) for rule in rules)
    fixes = max(len(rule.fixes.value) for rule in rules)
    for rule in rules:
        fix = "" if rule.fixes is FixSafety.NONE else f"fix: {rule.fixes.value}"
        start = f"{rule.name:{names}}  {_severity_name(rule):11}  {fix:{fixes + 5}}  "
        if not sys.stdout.isatty():
            print(start + rule.title)
            continue
        columns = max(find_terminal_width(sys.stdout), len(start) + _LEAST_COLUMNS)
        print("\n".join(wrap_text(start, rule.title, columns, " " * len(start))))


def _write_json(rules: Sequence[Rule]) -> None:
    shapes = [
        {
            "name": rule.name,
            "severity": _severity_name(rule),
            "fixes": rule.fixes.value,
            "title": rule.title,
        }
        for rule in rules
    ]
    print(f'{{"version": 1, "rules": [{join_json_lines(shapes)}\n]}}')


def _severity_name(rule: Rule) -> str:
    return "off" if rule.severity is None else rule.severity.name.lower()
