"""What is known of the age of a translation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.revisions.repository import Repository
from docs_lsp.settings.settings import Settings
from docs_lsp.translations import translation_states
from docs_lsp.translations.missed_commits import MissedCommits
from docs_lsp.translations.stale_translations import SiteHistory
from docs_lsp.translations.translation_states import TranslationState, compute_translation_states
from tests.revisions.history import History

_LANGUAGES = [{"language": "en", "pages": ["a"]}, {"language": "fr", "pages": ["fr/a"]}]
_FILES = {
    "docs.json": json.dumps({"theme": "mint", "navigation": {"languages": _LANGUAGES}}),
    "a.mdx": "# Boats\n",
    "fr/a.mdx": "# Bateaux\n",
}


@pytest.fixture
def past(tmp_path: Path) -> Iterator[SiteHistory]:
    """The history of a site in one commit."""
    history = History(tmp_path)
    history.commit(_FILES)
    history.repo.close()
    with Repository(tmp_path) as repository:
        yield SiteHistory(repository.read_history(repository.require_revision("HEAD")), "")


def _compute_state(past: SiteHistory | None, **changed: str) -> TranslationState:
    """The state of the only translation, with the new text of some files."""
    files = MemoryFiles(
        _FILES | {file.replace("_", "/") + ".mdx": changed[file] for file in changed}
    )
    overview = evaluate_whole_site(Path("/site"), files, Settings()).get_overview()
    assert overview is not None
    (state,) = compute_translation_states(overview, files, past)
    return state


@pytest.mark.parametrize(
    ("missed", "is_known", "is_stale"),
    [
        (MissedCommits(0, "abc"), True, False),
        (MissedCommits(0, "abc", is_least=True), False, False),
        (MissedCommits(2, "abc", is_least=True), True, True),
        (None, False, False),
    ],
)
def test_an_age_is_known_unless_older_commits_might_count(
    past: SiteHistory,
    monkeypatch: pytest.MonkeyPatch,
    missed: MissedCommits | None,
    is_known: bool,
    is_stale: bool,
) -> None:
    all_missed = {"fr/a.mdx": missed} if missed else {}
    monkeypatch.setattr(translation_states, "find_missed_at_head", lambda *_: all_missed)
    state = _compute_state(past)

    assert (state.missed, state.is_age_known, state.is_stale) == (missed, is_known, is_stale)


def test_changes_that_are_not_committed_count(past: SiteHistory) -> None:
    assert _compute_state(past, a="# Ships\n").is_stale
    assert not _compute_state(past, fr_a="# Navires\n").is_stale
    assert not _compute_state(past, a="# Ships\n", fr_a="# Navires\n").is_stale


def test_nothing_is_known_without_a_history() -> None:
    state = _compute_state(None)

    assert not state.is_age_known and not state.is_stale
