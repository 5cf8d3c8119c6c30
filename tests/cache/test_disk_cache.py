"""Values that are kept in one file of the user's cache folder."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.cache import values
from docs_lsp.cache.limits import MOST_DAYS
from docs_lsp.cache.values import DiskCache, hash_key

STAMP = hash_key(b"this program")
VALUES = {hash_key(b"one"): b"first", hash_key(b"two"): b"", hash_key(b"three"): b"third" * 1000}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for what is kept."""
    monkeypatch.setenv("DOCS_LSP_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _opened(stamp: bytes = STAMP) -> DiskCache:
    return DiskCache("pages", "/site", stamp)


def _only_file(cache: Path) -> Path:
    (file,) = (cache / "pages").iterdir()
    return file


def test_what_is_kept_is_there_the_next_time(cache: Path) -> None:
    assert len(_opened()) == 0
    _opened().save_values(VALUES)
    kept = _opened()
    assert len(kept) == len(VALUES)
    assert {key: kept.get_value(key) for key in VALUES} == VALUES
    assert kept.get_value(hash_key(b"four")) is None
    assert hash_key(b"four") not in kept
    assert len(DiskCache("pages", "/other", STAMP)) == 0
    assert stat.S_IMODE(_only_file(cache).stat().st_mode) == 0o600


def test_what_another_program_made_counts_for_nothing() -> None:
    _opened(hash_key(b"an older program")).save_values(VALUES)
    assert len(_opened()) == 0


def test_only_what_is_kept_last_is_kept() -> None:
    _opened().save_values(VALUES)
    _opened().save_values({hash_key(b"four"): b"4"})
    assert list(map(_opened().__contains__, VALUES)) == [False, False, False]


@given(at=st.integers(0, 10_000), cut=st.booleans())
def test_a_damaged_file_counts_for_nothing(
    at: int, cut: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DOCS_LSP_CACHE", str(folder))
        _opened().save_values(VALUES)
        file = _only_file(folder)
        data = bytearray(file.read_bytes())
        at %= len(data)
        if cut:
            del data[at:]
        else:
            data[at] ^= 1
        file.write_bytes(data)
        assert len(_opened()) == 0


def test_where_nothing_can_be_kept_nothing_is(cache: Path) -> None:
    cache.write_text("a file, where a folder should be")
    kept = _opened()
    kept.save_values(VALUES)
    kept.mark_used()
    assert len(_opened()) == 0


def test_half_a_file_is_never_seen(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _opened().save_values(VALUES)

    def fail(*_: object) -> bytes:
        raise OSError("the disk is full")

    monkeypatch.setattr(values, "_pack_values", fail)
    _opened().save_values({})
    assert len(_opened()) == len(VALUES)
    assert _only_file(cache)


def test_files_that_nobody_uses_are_removed(cache: Path) -> None:
    for name in ("/used", "/unused"):
        DiskCache("pages", name, STAMP).save_values(VALUES)
    long_ago = time.time() - (MOST_DAYS + 1) * 86_400
    for file in (cache / "pages").iterdir():
        os.utime(file, (long_ago, long_ago))
    DiskCache("pages", "/used", STAMP).mark_used()
    _opened().save_values(VALUES)
    assert len(DiskCache("pages", "/used", STAMP)) == len(VALUES)
    assert len(DiskCache("pages", "/unused", STAMP)) == 0


def test_the_oldest_are_removed_where_there_are_too_many(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "MOST_VALUE_BYTES", 12_000)
    for hours, name in enumerate(("/newer", "/older"), 1):
        DiskCache("pages", name, STAMP).save_values(VALUES)
        known = {file.name for file in (cache / "pages").iterdir()}
        file = cache / "pages" / hash_key(name.encode()).hex()
        assert file.name in known
        os.utime(file, (time.time() - hours * 3600,) * 2)
    _opened().save_values(VALUES)
    assert len(DiskCache("pages", "/newer", STAMP)) == len(VALUES)
    assert len(DiskCache("pages", "/older", STAMP)) == 0
