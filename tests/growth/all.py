"""All that grows."""

from __future__ import annotations

from collections.abc import Sequence

from tests.growth.commands import command_generators
from tests.growth.generator import Generator
from tests.growth.keystrokes import keystroke_generators
from tests.growth.pages import page_generators
from tests.growth.rules import rule_generators
from tests.growth.sites import site_generators

GENERATORS: Sequence[Generator] = (
    *page_generators(),
    *site_generators(),
    *rule_generators(),
    *command_generators(),
    *keystroke_generators(),
)
