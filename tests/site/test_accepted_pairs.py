"""Of two kinds of content in one element the service keeps the first that validates: all that
docs-lsp says and offers agrees with that."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from docs_lsp.evaluation.check import read_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles
from docs_lsp.fixes.fixing_rounds import apply_fixes_repeatedly
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.fixes.safe_and_preferred import is_preferred_fix, is_safe_fix
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.routes.accepted_site import AcceptedSite, get_accepted_site
from tests.site.accepted_pairs import Pair, accepted_pairs

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "200"))
PAIRS = tuple(accepted_pairs())
PLAYED = PAIRS if EXAMPLES >= 1000 else PAIRS[::23]
"""Those whose fixes are made; a step that all elements and mistakes come up with."""
VALIDATOR = Path(__file__).parents[3] / "shared" / "bench" / "validator"
_DROPS = re.compile(r"can have `(\w+)` or `(\w+)`, not both")


def look(pair: Pair, files: Files | None = None) -> Snapshot:
    return read_site(Path("/site"), files or files_of(pair), Settings())


def files_of(pair: Pair) -> MemoryFiles:
    return MemoryFiles({**pair.files, "docs.json": json.dumps(pair.docs, indent=2)})


def kept_of(site: Snapshot) -> AcceptedSite:
    overview = site.get_overview()
    assert overview is not None
    return get_accepted_site(overview)


def test_there_are_as_many_pairs_as_kinds_of_content() -> None:
    assert len(PAIRS) == 784
    two_mistakes = [pair for pair in PAIRS if len(pair.wrong) == 1]
    assert len([pair for pair in two_mistakes if "menu" not in (pair.first, pair.second)]) == 364


def test_what_is_said_to_be_kept_and_shown_is_what_is_right() -> None:
    for pair in PAIRS:
        site = look(pair)
        messages = [one.message for found in site.get_problems().values() for one in found]
        (kept,) = [found for message in messages for found in _DROPS.findall(message)]
        is_sure = not any("once the errors in them are fixed" in one for one in messages)
        overview = site.get_overview()
        assert overview is not None
        known = overview.navigation.ancestors
        listed = [
            one.page for one in overview.navigation.listings if is_listing_accepted(one, known)
        ]

        other = {pair.first: pair.second, pair.second: pair.first}
        key = pair.accepted_key or pair.first
        assert is_sure == (pair.accepted_key is not None), pair.name
        assert kept == (key, other[key]), pair.name
        assert "2 pages are lost" in " ".join(messages), pair.name
        assert kept_of(site).pages == pair.accepted_files, pair.name
        # Where nothing is kept, the part that would be is still shown as the content.
        assert {f"{page}.mdx" for page in listed} == (pair.accepted_files or {"a.mdx", "b.mdx"})


@pytest.mark.parametrize("pair", PLAYED, ids=lambda pair: pair.name)
def test_no_fix_takes_a_page_that_is_kept(pair: Pair) -> None:
    site, files = look(pair), Draft(files_of(pair))
    before = kept_of(site).pages

    for problem in (one for found in site.get_problems().values() for one in found):
        for fix in list_offered_fixes(site, files, problem):
            after = kept_of(look(pair, files.with_changes(fix.changes)))
            assert before <= after.pages, f"{problem.rule}: {fix.title}"


@pytest.mark.parametrize("wanted", [is_safe_fix, is_preferred_fix])
def test_fixing_all_takes_no_page_that_is_kept(wanted: Any) -> None:
    for pair in PLAYED:
        before = kept_of(look(pair)).pages
        fixed = apply_fixes_repeatedly(partial(look, pair), files_of(pair), wanted)
        assert before <= kept_of(fixed.site).pages, pair.name


@cache
def verdicts() -> dict[str, Any]:
    """What the service's own validator makes of each pair."""
    sys.path.append(str(VALIDATOR))
    try:
        answers: dict[str, Any] = import_module("oracle").ask({one.name: one.docs for one in PAIRS})
    finally:
        sys.path.remove(str(VALIDATOR))
    return answers


@pytest.mark.by_hand
def test_the_service_keeps_the_same() -> None:
    for pair in PAIRS:
        verdict = verdicts()[pair.name]
        kept = {*_pages(verdict["nav"])} if verdict["ok"] else set()
        assert {f"{page}.mdx" for page in kept} == pair.accepted_files, pair.name


def _pages(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (one for one in value.get("pages", ()) if isinstance(one, str))
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from _pages(inner)
