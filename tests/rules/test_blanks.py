"""No rule is half written: whatever `tests.new_rule` left blank is filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from tests.new_rule import blanks

CASES = Path(__file__).parent


@pytest.mark.parametrize("rule", list(all_rules().values()), ids=lambda rule: rule.name)
def test_no_blank_is_left(rule: Rule) -> None:
    files = [Path(rule.source), CASES / f"{rule.name}.md"]
    left = [blank for file in files for blank in blanks(file)]

    assert not left, "\n".join(["these are left to fill in:", *left])
