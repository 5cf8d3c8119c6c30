"""What is true of every fix, whatever the mistake and however docs.json is written.

The mistakes are those of `tests/mutations`. LAW_EXAMPLES says how many; from 1000 on, real sites
are mended as well, where they are at hand.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias
from zlib import crc32

import pytest

from docs_lsp.core.problem import FileEdit, Fix, Problem
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Conflict, Draft
from docs_lsp.files.files import Files
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import Wanted, list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix
from docs_lsp.jsontree.document import Document
from docs_lsp.rules import all_rules
from tests.jsontree.strategies import CORPUS
from tests.mutations.catalogue import Mutator, mutators
from tests.mutations.styles import STYLES, restyled
from tests.mutations.world import World, problems_of

SITES = Path(__file__).parents[1] / "sites"
EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "200"))
SEEDS = max(1, EXAMPLES // 200)
NAMES = ("ferry", "languages", "notebook", "observatory", "plain")
FIXED = [
    one for one in mutators() if one.rule in all_rules() and all_rules()[one.rule].fix is not None
]

Key: TypeAlias = tuple[str, str, str]
Said: TypeAlias = "Counter[Key]"


class Revealed(NamedTuple):
    """Other rules that may speak once a rule's finding is gone."""

    rule: str
    others: tuple[str, ...]
    why: str


_OUT = ("unlisted-page", "unused-spec", "unlisted-operations", "missing-translation")
_BACK = ("duplicate-page", "same-label", *_OUT)
REVEALED = (
    Revealed("unknown-key", ("empty-element", *_OUT), "what the key holds was meant for content"),
    Revealed("several-primary-patterns", _BACK, "content comes back, or goes"),
    Revealed("mixed-children", _BACK, "content comes back, or goes"),
    Revealed("misplaced-child", _BACK, "content comes back, or goes"),
    Revealed("no-primary-pattern", ("unlisted-page",), "a navigation begins with a few pages"),
    Revealed(
        "link-with-content",
        ("dead-link", "dead-redirect", *_OUT),
        "the writer lets the content go, and what the service made of it",
    ),
    Revealed("directory-without-root", ("noindex-listed",), "the page is listed once more"),
    Revealed("shadowed-page", ("unlisted-page",), "readers see the page again"),
    Revealed("page-as-object", _BACK, "the list counts again"),
    Revealed("missing-key", ("unlisted-page",), "a navigation begins with one page"),
    Revealed(
        "wrong-type",
        ("default-not-first", "missing-page", "untranslated-entry", *_BACK),
        "the value counts, and may be wrong in another way",
    ),
    Revealed("syntax-error", ("missing-page",), "the path of the entry can be read now"),
    Revealed("invalid-value", ("dead-link", "directory-without-root"), "the value counts"),
    Revealed(
        "missing-page",
        ("untranslated-entry", *_BACK),
        "the entry names another page now, maybe one of the default language",
    ),
    Revealed(
        "unlisted-page",
        ("dead-link", "dead-redirect", "missing-translation"),
        "what leads to a page that is ignored, and languages without one that is listed",
    ),
    Revealed("ignored-page", _OUT, "an entry less, or a page more"),
    Revealed("redirect-loop", ("dead-redirect",), "the rest of the circle leads to nothing"),
    Revealed("reserved-path", ("unlisted-page",), "under its new name the page is an ordinary one"),
    Revealed("several-defaults", ("default-not-first",), "the default that is left"),
    Revealed(
        "malformed-endpoint",
        ("endpoint-without-spec", "unknown-endpoint", "duplicate-endpoint"),
        "the entry is an endpoint now",
    ),
    Revealed("bad-extension-block", ("hidden-endpoint",), "the operation is hidden now"),
    Revealed("missing-spec", ("duplicate-endpoint",), "the specification of an entry is found"),
    Revealed("unknown-endpoint", ("duplicate-endpoint", *_OUT), "it is another endpoint now"),
    Revealed("operation-twice", ("unlisted-page",), "the writer may still delete the page"),
    Revealed("endpoint-page", ("unlisted-page",), "the writer may still delete the page"),
    Revealed("unresolved-ref", ("empty-element",), "the new file is for the writer to fill"),
)


each_mutator = pytest.mark.parametrize(
    "mutator", FIXED, ids=lambda one: f"{one.rule}-{one.name.replace(' ', '-')}"
)
each_seed = pytest.mark.parametrize("seed", range(max(6, EXAMPLES // 20)))


@cache
def world(name: str, style: str) -> World:
    return restyled(World.of_folder(SITES / name), style)


@cache
def corpus() -> tuple[World, ...]:
    if EXAMPLES < 1000:
        return ()
    return tuple(World.of_folder(docs.parent) for docs in sorted(CORPUS.glob("sites/*/docs.json")))


def broken(mutator: Mutator) -> Iterator[tuple[World, Draft, str]]:
    """Sites with one mistake, each in a style that changes with the turn; and what was planted."""
    styles = list(STYLES)
    shift = crc32(mutator.name.encode())
    for seed in range(SEEDS):
        turns = enumerate(NAMES, shift + seed)
        places = [world(name, styles[turn % len(styles)]) for turn, name in turns]
        for here in (*places, *corpus()):
            here = here.for_rule(mutator.rule)
            fault = mutator.plant(here.scene, Random(f"{here.name} {seed}"))
            if fault is not None:
                yield (
                    here,
                    Draft(here.files).with_changes(fault.changes),
                    f"{fault.what}, in {here.name}",
                )


def looked_at(here: World, files: Files) -> Snapshot:
    site = here.site
    return evaluate_whole_site(site.root, files, site.settings, known=site.contents)


def said(site: Snapshot) -> Said:
    return Counter((one.rule, one.file, one.message) for one in problems_of(site))


@each_mutator
def test_a_fix_removes_its_finding_and_brings_no_other(mutator: Mutator) -> None:
    for here, files, what in broken(mutator):
        site = looked_at(here, files)
        # What was silent because of the mistake may speak again.
        known = said(site) | said(here.site)
        for problem, fix in offered(site, files, mutator.rule):
            told = f"{what}: {fix.title}: {fix.changes}"
            after = files.with_changes(fix.changes)
            left = said(looked_at(here, after))
            assert news(left, known, revealed_by(problem.rule)) == [], told
            assert left[key(problem)] < said(site)[key(problem)], told
            assert_still_json(site, after, told)
            assert_same_style(files, after, fix, told)


def news(left: Said, known: Said, revealed: Collection[str]) -> list[Key]:
    """What was not said before; what is said of the same file in other words does not count."""
    by_file = Counter[tuple[str, str]]()
    for (rule, file, _), count in (known - left).items():
        by_file[rule, file] += count
    found = []
    for one, count in (left - known).items():
        by_file[one[:2]] -= count
        if by_file[one[:2]] < 0 and one[0] not in revealed:
            found.append(one)
    return found


def revealed_by(rule: str) -> Collection[str]:
    return {other for each in REVEALED if each.rule == rule for other in each.others}


def offered(site: Snapshot, files: Files, rule: str) -> Iterator[tuple[Problem, Fix]]:
    """Every fix of every problem of a rule."""
    for problem in problems_of(site):
        if problem.rule == rule:
            for fix in list_offered_fixes(site, files, problem):
                yield problem, fix


def key(problem: Problem) -> Key:
    return problem.rule, problem.file, problem.message


def assert_still_json(site: Snapshot, after: Draft, told: str) -> None:
    """What could be read as JSON before still can."""
    for file, part in site.parts.items():
        if isinstance(part, Document) and is_json(part.text.data):
            assert is_json(after.read(file)), told


def is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def assert_same_style(before: Draft, after: Draft, fix: Fix, told: str) -> None:
    """The fix writes as the writer does: line ends, indentation, one line or many."""
    for file in {change.file for change in fix.changes if isinstance(change, FileEdit)}:
        old, new = before.read(file), after.read(file)
        if file.endswith(".json"):
            assert line_ends(new) <= line_ends(old), told
            assert indents(new) <= indents(old), told


def line_ends(data: bytes) -> frozenset[bytes]:
    return frozenset(re.findall(rb"\r\n|\n|\r", data))


def indents(data: bytes) -> frozenset[bytes]:
    """The characters that lines are indented with."""
    return frozenset(
        bytes([char]) for blank in re.findall(rb"[\r\n]([ \t]+)", data) for char in blank
    )


@each_seed
def test_safe_fixes_end_where_nothing_is_left_to_mend(seed: int) -> None:
    here, files = spoilt(seed)
    mended = mended_by(here, files, is_safe_fix)

    again = mended_by(here, mended[0], is_safe_fix)
    assert again[1] == 0
    assert changed(again[0]) == {}
    assert not any(fix.safe for fix in every_fix(mended[2], mended[0]))


@each_seed
def test_preferred_fixes_end(seed: int) -> None:
    here, files = spoilt(seed)
    draft, _, site = mended_by(here, files, is_preferred_fix)

    again, count, _ = mended_by(here, draft, is_preferred_fix)
    assert count == 0, said(site)
    assert changed(again) == {}


@each_seed
def test_the_order_in_which_safe_fixes_are_made_does_not_matter(seed: int) -> None:
    here, files = spoilt(seed)
    together = said(mended_by(here, files, is_safe_fix)[2])

    chance = Random(seed)
    draft, site = files, looked_at(here, files)
    for _ in range(100):
        fixes = [fix for fix in every_fix(site, draft) if fix.safe]
        if not fixes:
            break
        draft = draft.with_changes(chance.choice(fixes).changes)
        site = looked_at(here, draft)
    assert said(site) == together


def spoilt(seed: int) -> tuple[World, Draft]:
    """A site with several mistakes, one planted after the other."""
    chance = Random(seed)
    here = world(chance.choice(NAMES), chance.choice(list(STYLES)))
    files = Draft(here.files)
    place = here
    for mutator in chance.sample(FIXED, 4):
        fault = mutator.plant(place.scene, chance)
        if fault is not None:
            with suppress(Conflict):  # Two of them may make the same file.
                files = files.with_changes(fault.changes)
            place = World(here.name, looked_at(here, files), files, True)
    return here, files


def mended_by(here: World, files: Files, wanted: Wanted) -> tuple[Draft, int, Snapshot]:
    mended = apply_fixes_repeatedly(lambda now: looked_at(here, now), files, wanted)
    return mended.draft, len(mended.done), mended.site


def changed(draft: Draft) -> dict[str, bytes | None]:
    return dict(draft.changed)


def every_fix(site: Snapshot, files: Files) -> Iterable[Fix]:
    for problem in problems_of(site):
        yield from list_offered_fixes(site, files, problem)
