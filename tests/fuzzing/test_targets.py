"""The targets of fuzzing, on their seeds and on some changed ones; all that ever broke stands here.

The long runs are made by hand: `python -m tests.fuzzing TARGET --seconds 3600`.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing.targets import LONGEST, SEEDS, TARGETS, repeat

QUICK = sorted(TARGETS.keys() - {"messages", "requests", "shell", "fixes"})
CHANGES = 60
LONG = 8 << 10
"""How long texts are here; the fuzzer itself has some of 256 KB."""

BROKE = [
    ("page", b"a <b c={d}>e</f\xc2\xff"),
    ("page", b"import a from '/\xff\xff\xff'\n<5"),
    ("page", b"a {'\xff\xff\xff\xff' 5 5}\n"),
    ("page", b">x\n<e\n><>\n"),
    ("script", b"export a from './b'"),
    ("settings", b"'[key]' = ''"),
    ("settings", b"[rules]\n'[key]' = ''"),
    ("ignore_file", b"*" * 125 + b"drafts\nc.mdx"),
    ("script", b"import a from '/\xff\xff\xff'\n<5"),
]
"""What once broke something, as short as it can be said."""


@pytest.mark.parametrize(("target", "data"), BROKE)
def test_what_once_broke_breaks_nothing(target: str, data: bytes) -> None:
    TARGETS[target](data)


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_seeds_break_nothing(target: str) -> None:
    for seed in SEEDS[target]:
        TARGETS[target](seed)


@pytest.mark.parametrize("target", QUICK)
def test_long_texts_break_nothing(target: str) -> None:
    for seed in SEEDS[target]:
        TARGETS[target](repeat(seed, LONG))


def test_a_long_text_is_its_seed_again_and_again() -> None:
    assert repeat(b"abc", 7) == b"abcabca"
    assert len(repeat(b"abc")) == LONGEST == 262_144


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_changed_seeds_break_nothing(target: str) -> None:
    dice = random.Random(target)
    for _ in range(CHANGES if target in QUICK else CHANGES // 5):
        TARGETS[target](_changed(dice, SEEDS[target]))


@pytest.mark.parametrize("target", QUICK)
@settings(max_examples=40)
@given(data=st.binary(max_size=300))
def test_any_bytes_break_nothing(target: str, data: bytes) -> None:
    TARGETS[target](data)


def _changed(dice: random.Random, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with some pieces taken out, doubled, or taken from another one."""
    data = bytearray(dice.choice(seeds))
    for _ in range(dice.randint(1, 6)):
        at, size = dice.randrange(len(data) + 1), dice.randint(1, 12)
        other = dice.choice(seeds)
        piece = other[(start := dice.randrange(len(other))) : start + size]
        match dice.randrange(4):
            case 0:
                del data[at : at + size]
            case 1:
                data[at:at] = data[at : at + size]
            case 2:
                data[at:at] = piece
            case _:
                data[at : at + 1] = bytes([dice.randrange(256)])
    return bytes(data)
