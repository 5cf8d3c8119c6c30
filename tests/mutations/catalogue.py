"""All mistakes that can be planted, by the rule that is to find them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from tests.mutations.fault import Fault
from tests.mutations.scene import Scene

Plant: TypeAlias = Callable[[Scene, Random], Fault | None]
"""Makes a mistake at some place; None where a site has no place for it."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Mutator(NamedTuple):
    """One way to make the mistake that a rule is about."""

    rule: str
    name: str
    plant: Plant
    needs_files: bool
    implied: Mapping[str, str]
    """The rules that speak of the same mistake too, each with the reason."""


_FOUND: list[Mutator] = []


def plants(
    rule: str, *, files: bool = False, implied: Mapping[str, str] = _NOTHING
) -> Callable[[Plant], Plant]:
    """Take a function in. With `files` it needs a site whose files are known."""

    def take(plant: Plant) -> Plant:
        name = plant.__name__.strip("_").replace("_", " ")
        _FOUND.append(Mutator(rule, name, plant, files, implied))
        return plant

    return take


def mutators() -> tuple[Mutator, ...]:
    """Return those of all modules of this folder."""
    for module in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        if not module.stem.startswith("test_"):
            importlib.import_module(f"tests.mutations.{module.stem}")
    return tuple(_FOUND)
