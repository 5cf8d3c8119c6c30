"""When a translation is stale."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from docs_lsp.revisions.content_names import hash_as_blob
from docs_lsp.revisions.repository import Repository
from docs_lsp.site.site import StaleTranslation
from docs_lsp.translations import stale_translations
from docs_lsp.translations.missed_commits import MissedCommits
from docs_lsp.translations.stale_translations import (
    NO_STAMP,
    SiteHistory,
    Stamp,
    find_stale_translations,
    is_stale,
)
from tests.revisions.history import History

_ORIGINAL = b"# Boats\n"
_OTHER = Stamp(sha256(b"# Ships\n").hexdigest())


def test_the_hash_of_a_stamp_decides_whatever_commits_say() -> None:
    same = Stamp(sha256(_ORIGINAL).hexdigest())

    assert not is_stale(same, MissedCommits(3, "abc"), _ORIGINAL)
    assert is_stale(_OTHER, MissedCommits(0, "abc"), _ORIGINAL)
    assert not is_stale(_OTHER, MissedCommits(3, "abc"), b""), "there is nothing to translate"


def test_commits_decide_without_a_hash() -> None:
    all_missed = (MissedCommits(1, "abc"), MissedCommits(0, "abc"), None)

    assert [is_stale(NO_STAMP, missed, b"") for missed in all_missed] == [True, False, False]
    assert is_stale(Stamp(commit="abcdef1"), all_missed[0], b"")


def test_a_site_in_a_folder_has_its_stale_translations_by_their_site_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = History(tmp_path)
    texts = ({"en/a.mdx": "1", "fr/a.mdx": "un"}, {"en/a.mdx": "2", "fr/a.mdx": "un"})
    first, last = (
        history.commit({f"docs/{file}": text for file, text in one.items()}).decode()
        for one in texts
    )
    history.repo.close()
    with Repository(tmp_path) as repository:
        past = SiteHistory(repository.read_history(repository.require_revision("HEAD")), "docs/")

        def find(stamps: Mapping[str, Stamp]) -> Mapping[str, StaleTranslation]:
            return find_stale_translations(past, [("fr/a.mdx", "en/a.mdx")], stamps)

        content, paths = hash_as_blob(b"un"), ("docs/en/a.mdx",)
        stale = StaleTranslation("en/a.mdx", 1, first[:10], False, content, paths)
        assert find({}) == find({"fr/a.mdx": NO_STAMP}) == {"fr/a.mdx": stale}
        assert find({"fr/a.mdx": Stamp(commit=first)}) == {"fr/a.mdx": stale}
        assert find({"fr/a.mdx": Stamp(commit=last)}) == {}
        assert find({"fr/a.mdx": Stamp(sha256(b"2").hexdigest())}) == {}
        assert find({"fr/a.mdx": _OTHER}).keys() == {"fr/a.mdx"}

        monkeypatch.setattr(stale_translations, "find_missed_commits", lambda *_: {})
        unknown = StaleTranslation("en/a.mdx", 0, "", False, content, paths)
        assert find({}) == {}
        assert find({"fr/a.mdx": _OTHER}) == {"fr/a.mdx": unknown}
