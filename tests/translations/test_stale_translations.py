"""When a translation is stale."""

from __future__ import annotations

from hashlib import sha256

from docs_lsp.translations.missed_commits import Lag
from docs_lsp.translations.stale_translations import is_stale
from docs_lsp.translations.stamps import NO_STAMP, Stamp

_ORIGINAL = b"# Boats\n"


def test_the_hash_of_a_stamp_decides_whatever_commits_say() -> None:
    same, other = Stamp(sha256(_ORIGINAL).hexdigest()), Stamp(sha256(b"# Ships\n").hexdigest())

    assert not is_stale(same, Lag(3, "abc"), _ORIGINAL)
    assert is_stale(other, Lag(0, "abc"), _ORIGINAL)
    assert not is_stale(other, Lag(3, "abc"), b""), "there is nothing to translate"


def test_commits_decide_without_a_hash() -> None:
    lags = (Lag(1, "abc"), Lag(0, "abc"), None)

    assert [is_stale(NO_STAMP, lag, b"") for lag in lags] == [True, False, False]
    assert is_stale(Stamp(commit="abcdef1"), lags[0], b"")
