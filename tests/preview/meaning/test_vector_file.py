"""Kept vectors: what is added is found again, by its key, in 8 bits, whoever else adds to it."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.meaning.vector_table import VectorFile, hash_text_key

SIZE = 16


def vectors(number: int, seed: int = 1) -> Any:
    made = np.random.default_rng(seed).standard_normal((number, SIZE)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def row(kept: VectorFile, key: int) -> int:
    found = kept.find_row(key)
    assert found is not None
    return found


def test_what_is_added_is_there_the_next_time(tmp_path: Path) -> None:
    file, made = tmp_path / "some.vectors", vectors(5)
    with VectorFile(file, SIZE) as kept:
        kept.add_vectors([1, 2, 3, 4, 5], made)
    with VectorFile(file, SIZE) as kept:
        rows = np.array([row(kept, key) for key in (5, 1)], np.int32)

        assert kept.compute_cosines(rows, made[0]) == pytest.approx(
            [made[4] @ made[0], 1], abs=0.01
        )
        assert kept.find_row(6) is None
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_was_let_go_of_is_read_again(tmp_path: Path) -> None:
    made = vectors(40_000)
    with VectorFile(tmp_path / "some.vectors", SIZE) as kept:
        kept.add_vectors(range(40_000), made)
        rows = np.arange(40_000, dtype=np.int32)
        for _ in range(2):
            assert kept.compute_cosines(rows, made[7]) == pytest.approx(made @ made[7], abs=0.02)


def test_two_previews_add_to_one_file(tmp_path: Path) -> None:
    file, made = tmp_path / "some.vectors", vectors(4)
    with VectorFile(file, SIZE) as one, VectorFile(file, SIZE) as other:
        one.add_vectors([1], made[:1])
        other.add_vectors([2], made[1:2])
        one.add_vectors([3, 4], made[2:])

        assert [one.find_row(key) for key in (1, 2, 3, 4)] == [0, 1, 2, 3]
        assert [other.find_row(key) for key in (1, 2, 3)] == [0, 1, None]


def test_a_record_that_is_cut_is_cut_off(tmp_path: Path) -> None:
    file, made = tmp_path / "some.vectors", vectors(3)
    with VectorFile(file, SIZE) as kept:
        kept.add_vectors([1, 2], made[:2])
    with file.open("r+b") as cut:
        cut.truncate(file.stat().st_size - 3)
    with VectorFile(file, SIZE) as kept:
        assert (kept.find_row(1), kept.find_row(2)) == (0, None)
        kept.add_vectors([3], made[2:])
        assert kept.compute_cosines(np.array([1], np.int32), made[2]) == pytest.approx(
            [1], abs=0.01
        )


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_the_cache_may_be_emptied_meanwhile(tmp_path: Path) -> None:
    file, made = tmp_path / "some.vectors", vectors(2)
    with VectorFile(file, SIZE) as kept:
        kept.add_vectors([1], made[:1])
        file.unlink()
        kept.add_vectors([2], made[1:])

        assert kept.compute_cosines(np.array([1], np.int32), made[1]) == pytest.approx(
            [1], abs=0.01
        )


def test_a_file_that_has_grown_too_large_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "some.vectors"
    file.touch()
    with file.open("r+b") as large:
        large.truncate(400_000_001)
    with VectorFile(file, SIZE):
        assert file.stat().st_size == 0


@given(st.lists(st.integers(0, 2**64 - 1), unique=True, min_size=1, max_size=50))
def test_each_key_has_its_row(keys: list[int]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, VectorFile(Path(folder) / "v", SIZE) as kept:
        half = len(keys) // 2
        for some in (keys[:half], keys[half:]):
            if some:
                kept.add_vectors(some, vectors(len(some)))
        assert [kept.find_row(key) for key in keys] == list(range(len(keys)))
        with VectorFile(Path(folder) / "v", SIZE) as again:
            assert [again.find_row(key) for key in keys] == list(range(len(keys)))


def test_a_key_is_that_of_the_text_alone() -> None:
    assert hash_text_key("boats") == hash_text_key("boats") != hash_text_key("boat")
    assert 0 <= hash_text_key("\ud800") < 2**64
