"""Every rule, one module each, found by listing this package; its subpackages hold shared parts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from docs_lsp.rules.framework.rule import Rule


@cache
def all_rules() -> Mapping[str, Rule]:
    """Return the rules by name, in alphabetical order; the first call imports all of them."""
    rules = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.ispkg:
            loaded = importlib.import_module(f"{__name__}.{module.name}")
            for value in vars(loaded).values():
                if isinstance(value, Rule):
                    rules[value.name] = value
    return dict(sorted(rules.items()))


def are_rules_loaded() -> bool:
    """Return whether the rules are imported, which takes `all_rules` a tenth of a second."""
    return all_rules.cache_info().currsize > 0
