"""`docs-lsp explain`: prints the explanation of a rule."""

from __future__ import annotations

import sys
from argparse import Namespace

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import describe_unknown_rule


def run(arguments: Namespace) -> int:
    """Print the explanation of one rule. Raises `UsageFault` for an unknown one."""
    rule = all_rules().get(arguments.rule)
    if rule is None:
        raise UsageFault(describe_unknown_rule(arguments.rule, all_rules()))
    if arguments.format == "markdown":
        from docs_lsp.rules.framework.explanation import render_markdown

        print(render_markdown(rule), end="")
        return 0
    from docs_lsp.cli.output.explanation import render_explanation
    from docs_lsp.cli.terminal import choose_style, find_terminal_width

    for line in render_explanation(
        rule, choose_style(arguments.color, sys.stdout), find_terminal_width(sys.stdout)
    ):
        print(line)
    return 0
