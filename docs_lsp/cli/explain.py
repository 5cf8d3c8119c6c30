"""`docs-lsp explain`: what a rule is about, why it matters, and how to fix what it finds."""

from __future__ import annotations

import sys
from argparse import Namespace

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.rules import all_rules
from docs_lsp.settings.wording import no_such_rule


def run(arguments: Namespace) -> int:
    """Print the explanation of one rule."""
    rule = all_rules().get(arguments.rule)
    if rule is None:
        raise UsageFault(no_such_rule(arguments.rule, all_rules()))
    if arguments.format == "markdown":
        from docs_lsp.rules.framework.explanation import render_markdown

        print(render_markdown(rule), end="")
        return 0
    from docs_lsp.cli.output.explanation import lines
    from docs_lsp.cli.terminal import columns_of, style_for

    for line in lines(rule, style_for(arguments.color, sys.stdout), columns_of(sys.stdout)):
        print(line)
    return 0
