"""Which rules a command is about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from docs_lsp.config_words import no_such_rule
from docs_lsp.rules import all_rules
from docs_lsp.usage_fault import UsageFault


def selection(select: Sequence[str], ignore: Sequence[str]) -> Callable[[str], bool]:
    """Whether a rule's findings are wanted."""
    rules = all_rules()
    selected, ignored = names(select, rules), names(ignore, rules)
    return lambda rule: (not selected or rule in selected) and rule not in ignored


def names(options: Iterable[str], rules: Collection[str]) -> frozenset[str]:
    """The rules that options name; `UsageFault` for a name that no rule has."""
    found = frozenset(name.strip() for option in options for name in option.split(","))
    for name in sorted(found):
        if name not in rules:
            raise UsageFault(no_such_rule(name, rules))
    return found
