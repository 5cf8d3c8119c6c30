"""No rule is half written: all blanks of `tests.new_rule` are filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from tests.new_rule import blanks, list_files


@pytest.mark.parametrize("rule", list(all_rules().values()), ids=lambda rule: rule.name)
def test_no_blank_is_left(rule: Rule) -> None:
    files = {Path(rule.source), *list_files(rule.name)}
    left = [blank for file in sorted(files) if file.exists() for blank in blanks(file)]

    assert not left, "\n".join(["these blanks are left to fill in:", *left])
