"""How far translations are behind, held against a model that knows every change."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

pytest.importorskip("dulwich")

from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.revisions.repository import Repository
from docs_lsp.translations.missed_commits import FollowedPair, MissedCommits, find_missed_commits
from tests.revisions.history import History

ORIGINAL, TRANSLATION = "en/a.mdx", "fr/a.mdx"
PAIRS = (FollowedPair(TRANSLATION, ORIGINAL),)
LINES = "".join(f"A line that stays, number {number}.\n" for number in range(20))


def lag_of(folder: Path, pairs: Sequence[FollowedPair] = PAIRS) -> MissedCommits | None:
    with Repository(folder) as repository:
        return find_missed_commits(
            repository.read_history(repository.require_revision("HEAD")), pairs
        ).get(pairs[0].translation)


def committed(folder: Path, *states: Mapping[str, str]) -> list[str]:
    history = History(folder)
    names = [history.commit(state).decode() for state in states]
    history.repo.close()
    return names


def test_changes_of_the_original_are_counted(tmp_path: Path) -> None:
    names = committed(
        tmp_path,
        {ORIGINAL: "1"},
        {ORIGINAL: "1", TRANSLATION: "1"},
        {ORIGINAL: "2", TRANSLATION: "1"},
        {ORIGINAL: "2", TRANSLATION: "1", "other": ""},
        {ORIGINAL: "3", TRANSLATION: "1", "other": ""},
    )
    assert lag_of(tmp_path) == MissedCommits(2, names[1][:10])


def test_what_was_taken_back_does_not_count(tmp_path: Path) -> None:
    committed(
        tmp_path,
        {ORIGINAL: "1", TRANSLATION: "1"},
        {ORIGINAL: "2", TRANSLATION: "1"},
        {ORIGINAL: "1", TRANSLATION: "1"},
    )
    found = lag_of(tmp_path)
    assert found is not None
    assert found.commits == 0


@pytest.mark.parametrize("added", ["", "A line more.\n"])
def test_a_translation_that_moves_has_still_followed_what_it_had(
    tmp_path: Path, added: str
) -> None:
    names = committed(
        tmp_path,
        {"a.mdx": LINES, "francais/a.mdx": "1" + LINES},
        {"a.mdx": LINES + "2", "francais/a.mdx": "1" + LINES},
        {ORIGINAL: LINES + "2" + added, TRANSLATION: "1" + LINES},
    )
    # The original counts under its former name, and once more if it changed as it moved.
    assert lag_of(tmp_path) == MissedCommits(2 if added else 1, names[0][:10], was="a.mdx")


def test_a_copy_made_where_the_original_moves_is_a_new_file(tmp_path: Path) -> None:
    names = committed(tmp_path, {"a.mdx": "1"}, {"a.mdx": "2"}, {ORIGINAL: "2", TRANSLATION: "2"})
    assert lag_of(tmp_path) == MissedCommits(0, names[2][:10])


def test_a_commit_that_the_translation_names_counts_instead(tmp_path: Path) -> None:
    names = committed(
        tmp_path,
        {ORIGINAL: "1", TRANSLATION: "1"},
        {ORIGINAL: "2", TRANSLATION: "1"},
        {ORIGINAL: "2", TRANSLATION: "a word put right"},
    )
    with Repository(tmp_path) as repository:
        number = repository.read_history(repository.require_revision("HEAD")).find_number(names[0])
    assert lag_of(tmp_path, [FollowedPair(TRANSLATION, ORIGINAL, number)]) == MissedCommits(
        1, names[0][:10]
    )


def test_a_branch_that_was_not_followed_counts(tmp_path: Path) -> None:
    history = History(tmp_path)
    base = history.commit({ORIGINAL: "1", TRANSLATION: "1"})
    changed = history.commit({ORIGINAL: "2", TRANSLATION: "1"}, [base])
    translated = history.commit({ORIGINAL: "1", TRANSLATION: "2"}, [base])
    history.commit({ORIGINAL: "2", TRANSLATION: "2"}, [translated, changed])
    history.repo.close()
    assert lag_of(tmp_path) == MissedCommits(1, translated.decode()[:10])


Step = frozenset[str]
STEPS = st.lists(st.frozensets(st.sampled_from(("original", "translation", "move"))), max_size=8)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_a_translation_touched_with_or_after_its_original_is_never_stale(
    steps: Sequence[Step],
) -> None:
    contents = {"original": 0, "translation": 0}
    folder, states, missed = 0, [], 0

    def state() -> dict[str, str]:
        at = f"guides{folder}" if folder else "guides"
        return {
            f"{at}/a.mdx": f"{contents['original']}\n{LINES}",
            f"fr/{at}/a.mdx": f"{contents['translation']}\n{LINES.upper()}",
        }

    states.append(state())
    for number, step in enumerate(steps, 1):
        for name in step - {"move"}:
            contents[name] = number
        folder += "move" in step
        if "translation" in step:
            missed = 0
        elif "original" in step:
            missed += 1
        states.append({**state(), "number": str(number)})
    original, translation = list(state())
    with tempfile.TemporaryDirectory() as made:
        committed(Path(made), *states)
        found = lag_of(Path(made), [FollowedPair(translation, original)])
    assert found is not None
    assert found.commits == missed
